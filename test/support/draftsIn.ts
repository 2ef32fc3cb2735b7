import { readFile } from 'node:fs/promises';
import { ifMissing } from '../../src/base/files';
import { Drafts, type DraftsOptions } from '../../src/draft/drafts';
import type { DraftEditors } from '../../src/draft/openDraft';
import { RecordingLog } from './recordingLog';

/** The texts of documents where there is no editor. */
const storedTexts: DraftEditors = {
  read: (file) => readFile(file, 'utf8').catch(ifMissing),
  save: (file) => readFile(file, 'utf8').catch(ifMissing),
  close: () => Promise.resolve(true),
};

/** The drafts in a folder as a window has them: by default one whose process is gone for any other. */
export function draftsIn(
  folder: string,
  options: Partial<DraftsOptions> & { readonly log?: RecordingLog } = {},
): Drafts {
  const { log = new RecordingLog() } = options;
  const drafts = new Drafts(folder, log, {
    holder: { host: 'here', process: process.pid },
    isAlive: () => false,
    now: Date.now,
    uptime: () => 0,
    folders: () => [],
    editors: storedTexts,
    hasStarted: () => Promise.resolve(false),
    onTrouble: () => undefined,
    ...options,
  });
  // Its holds aren't renewed: no test waits for that long.
  drafts.dispose();
  return drafts;
}
