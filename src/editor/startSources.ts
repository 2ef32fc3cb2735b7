import type * as vscode from 'vscode';
import type { DraftError } from '../domain/draftError';
import type { McpServers } from '../domain/mcp/mcpServers';
import type { Drafts } from '../domain/ports/drafts';
import type { Log } from '../domain/ports/log';
import type { Templates } from '../domain/ports/templates';
import type { Redactor } from '../domain/redactor';
import { once } from '../once';
import type { Configuration } from './configuration';
import type { Machine } from './machine';
import type { VscodeWorkspace } from './workspace';

/** What a start is made from besides the repository. Each loads when it is first needed, once. */
export interface StartSources {
  readonly drafts: () => Promise<Drafts>;
  readonly templates: () => Promise<Templates>;
  readonly mcp: () => Promise<McpServers>;
}

export interface StartSourcesOptions {
  readonly context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri' | 'workspaceState' | 'secrets'>;
  /** Folder for the drafts of this workspace. */
  readonly storage: string;
  readonly configuration: Configuration;
  readonly workspace: VscodeWorkspace;
  readonly machine: Machine;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Shows what went wrong with a draft. */
  readonly report: (error: DraftError) => unknown;
  /** Takes what the end of the window has to wait for. */
  readonly atEnd: (finish: () => Promise<unknown>) => unknown;
}

export function startSources({
  context,
  storage,
  configuration,
  workspace,
  machine,
  redactor,
  log,
  report,
  atEnd,
}: StartSourcesOptions): StartSources {
  return {
    drafts: once(async () => {
      const { openDrafts } = await import('./openDrafts');
      // Windows without a folder have but the extension's storage for all of them.
      const drafts = await openDrafts({ storage, isShared: !context.storageUri, log, report });
      atEnd(() => drafts.flush());
      return drafts;
    }),
    templates: once(async () => new (await import('./templates')).WorkspaceTemplates(configuration, log)),
    mcp: once(async () => {
      const { McpServersHere } = await import('./mcpServersHere');
      return new McpServersHere({ context, workspace, machine, redactor, log });
    }),
  };
}
