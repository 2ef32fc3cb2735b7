import path from 'node:path';
import { isBlank } from '../common/draft';
import type { DraftError } from '../common/draftError';
import { type Log, errorName } from '../../base/common/log';
import { claimSheets } from '../node/claimSheets';
import { DraftFile } from '../node/draftFile';
import { DraftFolder } from './drafts';
import { sweepDraftTemporaries } from '../../base/node/temporaries';

export interface DraftsOptions {
  /** Where they are kept. */
  readonly storage: string;
  /** Whether other windows keep theirs there, too: then each has a sheet of its own. */
  readonly isShared: boolean;
  readonly log: Log;
  /** Shows what went wrong; of each kind, once is enough. */
  readonly report: (error: DraftError) => unknown;
}

/** The drafts of this window. What other windows left on their sheets is there, too: one on the sheet, else as documents. */
export async function openDrafts({ storage, isShared, log, report }: DraftsOptions): Promise<DraftFolder> {
  const told = new Set<DraftError['action']>();
  const onTrouble = (error: DraftError) => {
    if (told.has(error.action)) return;
    told.add(error.action);
    report(error);
  };
  // A message that was being written when a window crashed is in the draft, or was never kept.
  await sweepDraftTemporaries(storage);
  if (!isShared) return new DraftFolder(storage, log, { onTrouble });
  const place = path.join(storage, 'sheets');
  const [sheetFolder, ...left] = await claimSheets(place);
  const drafts = new DraftFolder(storage, log, { sheetFolder, onTrouble });
  for (const folder of left) {
    await moveToDocument(folder, drafts, log).catch((error: unknown) =>
      log.warn('A message of another window cannot be moved.', { error: errorName(error) }),
    );
  }
  return drafts;
}

async function moveToDocument(folder: string, drafts: DraftFolder, log: Log): Promise<void> {
  const from = new DraftFile(folder, log);
  const draft = await from.load();
  if (!isBlank(draft)) await drafts.moveToDocument(draft, from);
}
