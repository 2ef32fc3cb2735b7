import type { Draft } from './draft';
import type { DraftFiles, StoredDraft } from './draftFiles';

export interface ListedDraft {
  readonly id: string;
  readonly draft: Draft;
  /** Time when it was written, in milliseconds since 1970. */
  readonly at: number;
  /** Path of its Markdown document, if it is written in an editor. */
  readonly path?: string | undefined;
  /** True if it was begun in one of this window's folders, or if it was begun without a folder and this window has none. */
  readonly isOfThisWorkspace: boolean;
}

export interface DraftDocument {
  readonly id: string;
  /** Includes the text in the editor. */
  readonly draft: Draft;
  readonly path: string;
  readonly isBeingSent: boolean;
}

/**
 * A draft as it is listed in a window; `undefined` if it was begun in other folders.
 * @param openFolders URIs of the window's workspace folders
 */
export function listedDraft(
  id: string,
  { draft, at, textAt = 0, folders }: StoredDraft,
  openFolders: readonly string[],
  files: Pick<DraftFiles, 'fileOf'>,
): ListedDraft | undefined {
  const hasOpenFolder = folders === undefined || folders.some((folder) => openFolders.includes(folder));
  const isOfThisWorkspace = hasOpenFolder || (folders.length === 0 && openFolders.length === 0);
  if (!isOfThisWorkspace && folders.length > 0) return undefined;
  const path = draft.document === undefined ? undefined : files.fileOf(id, draft.document);
  return { id, draft, at: Math.max(at, textAt), path, isOfThisWorkspace };
}
