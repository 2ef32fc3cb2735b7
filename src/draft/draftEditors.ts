/** The editors of the drafts' Markdown documents. Paths are absolute. */
export interface DraftEditors {
  /** The text in the editor, saved or not; without an editor, the text of the file; `undefined` if that doesn't exist. */
  read(file: string): Promise<string | undefined>;
  /** Saves the document and returns its text; `undefined` if it can't be saved, or was changed on disk meanwhile. */
  save(file: string): Promise<string | undefined>;
  /** Closes the document's editors. False if one stays open. */
  close(file: string): Promise<boolean>;
}
