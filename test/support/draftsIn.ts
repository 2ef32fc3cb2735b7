import { readFile } from 'node:fs/promises';
import { ifMissing } from '../../src/base/files';
import { Drafts, type DraftsOptions } from '../../src/draft/drafts';
import type { DraftEditors } from '../../src/draft/draftFiles';
import { RecordingLog } from './recordingLog';

/** The texts of documents where there is no editor. */
const storedTexts: DraftEditors = {
  read: (file) => readFile(file, 'utf8').catch(ifMissing),
  save: (file) => readFile(file, 'utf8').catch(ifMissing),
  close: () => Promise.resolve(true),
};

interface Options extends Partial<DraftsOptions> {
  readonly log?: RecordingLog;
  /** True to renew its holds every minute; few tests wait for that long. */
  readonly renews?: boolean;
}

/** The drafts in a folder as a window has them: by default one whose process is gone for any other. */
export function draftsIn(folder: string, options: Options = {}): Drafts {
  const { log = new RecordingLog(), renews = false } = options;
  const drafts = new Drafts(folder, log, {
    holder: `here.${process.pid}`,
    hasEnded: () => true,
    now: Date.now,
    uptime: () => 0,
    folders: () => [],
    editors: storedTexts,
    hasStarted: () => Promise.resolve(false),
    onTrouble: () => undefined,
    ...options,
  });
  if (!renews) drafts.dispose();
  return drafts;
}
