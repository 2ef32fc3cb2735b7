import type * as vscode from 'vscode';
import type { Drafts, Log, McpServers, Templates } from '../domain/ports';
import type { Redactor } from '../domain/redactor';
import { once } from '../once';
import type { Configuration } from './configuration';
import type { VscodeWorkspace } from './workspace';

/** What a start is made from besides the repository. Each loads when it is first needed, once. */
export interface StartSources {
  readonly drafts: () => Promise<Drafts>;
  readonly templates: () => Promise<Templates>;
  readonly mcp: () => Promise<McpServers>;
}

export interface StartSourcesOptions {
  readonly context: vscode.ExtensionContext;
  /** Folder for the drafts of this workspace. */
  readonly storage: string;
  readonly configuration: Configuration;
  readonly workspace: VscodeWorkspace;
  readonly redactor: Redactor;
  readonly log: Log;
}

export function startSources({
  context,
  storage,
  configuration,
  workspace,
  redactor,
  log,
}: StartSourcesOptions): StartSources {
  return {
    drafts: once(async () => new (await import('./drafts')).DraftFolder(storage, log)),
    templates: once(async () => new (await import('./templates')).WorkspaceTemplates(configuration, log)),
    mcp: once(async () => new (await import('./mcpServersHere')).McpServersHere({ context, workspace, redactor, log })),
  };
}
