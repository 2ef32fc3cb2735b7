/** A text that messages are made from; see `fillTemplate`. */
export interface Template {
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  /** Path of its file, relative to the workspace; absent when it is one of the settings. */
  readonly file?: string;
}

/** A file that is there for a template and cannot be one. */
export interface UnusableTemplate {
  readonly file: string;
  readonly uri: string;
  /** `notAFile`: a folder, a device or a pipe; `outside`: a link leads out of the workspace. */
  readonly reason: 'tooLarge' | 'unreadable' | 'notAFile' | 'outside' | 'empty';
}

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly unusable: readonly UnusableTemplate[];
}

/** What messages can be made from in this window. */
export interface Templates {
  /** Those of the settings, as they apply to a repository, and those of the team, if the workspace is trusted. */
  list(root?: string): Promise<TemplateList>;
}
