import { uptime } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable, MutableDisposable } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import { hasProcessEnded, thisProcess } from '../../base/processes';
import { Drafts, type DraftsOptions } from '../drafts';
import { editorTexts } from './draftTexts';

export interface DraftPorts {
  readonly drafts: () => Promise<Drafts>;
  readonly openSheet: MutableDisposable<Disposable>;
}

export async function openDrafts(
  storage: string,
  log: Log,
  options: Pick<DraftsOptions, 'hasStarted' | 'onTrouble' | 'now'>,
): Promise<Drafts> {
  const drafts = new Drafts(path.join(storage, 'drafts'), log, {
    ...options,
    holder: thisProcess(),
    hasEnded: hasProcessEnded,
    uptime: () => uptime() * 1000,
    folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
    editors: editorTexts,
  });
  await drafts.sweep();
  return drafts;
}
