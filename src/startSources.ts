import type * as vscode from 'vscode';
import type { DraftError } from './draft/draftStore';
import { errorName, type Log } from './base/log';
import type { Redactor } from './base/redactor';
import { once } from './base/lifecycle';
import type { Configuration } from './service/vscode/configuration';
import type { Machine } from './service/machine';
import type { VscodeWorkspace } from './repository/vscode/workspace';
import type { StartPorts } from './start/vscode/startPorts';
import type { History } from './conversations/history';

export interface StartSourcesOptions {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'workspaceState' | 'secrets'>;
  /** Folder for the drafts of this workspace. */
  readonly storage: string;
  readonly configuration: Configuration;
  readonly workspace: VscodeWorkspace;
  readonly machine: Machine;
  /** Says which drafts have started. */
  readonly history: Pick<History, 'read'>;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Shows an error of a draft. */
  readonly report: (error: DraftError) => unknown;
  /** Registers a task to finish before the window closes. */
  readonly atEnd: (finish: () => Promise<unknown>) => unknown;
}

/** Inputs of a start besides the repository. Each loads on first use, once. */
export function startSources(ground: StartSourcesOptions): Pick<StartPorts, 'drafts' | 'templates' | 'mcp'> {
  const { configuration, history, log, atEnd } = ground;
  const opened = once(async () => {
    const { openDrafts } = await import('./draft/vscode/draftFolder');
    const drafts = await openDrafts(ground);
    atEnd(() => drafts.flush());
    return drafts;
  });
  const hasStarted = async (id: string) => (await history.read(id))?.outcome === 'started';
  return {
    drafts: async () => {
      const [drafts, { endStarted }] = await Promise.all([opened(), import('./draft/draftStore')]);
      const ended = drafts.idle().then((idle) => endStarted(idle, hasStarted));
      await ended.catch((error: unknown) =>
        log.warn("Drafts that have started couldn't be ended.", { error: errorName(error) }),
      );
      return drafts;
    },
    templates: once(async () => new (await import('./draft/vscode/templates')).WorkspaceTemplates(configuration, log)),
    mcp: once(async () => new (await import('./mcp/vscode/workspaceMcpServers')).WorkspaceMcpServers(ground)),
  };
}
