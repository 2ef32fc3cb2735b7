import * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import type { Disposable } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { EnclosingRepository, RepositoryActions, RepositoryListener, Workspace } from '../workspace';
import type { RepositorySelection, RepositorySnapshot } from '../repository';
import type { RepositorySettings } from '../target';
import type { ProviderMemory } from '../targets';
import type { GitProvider } from '../../client/records';
import type { Configuration } from '../../service/vscode/configuration';

const gitRepositories = () => import('./gitRepositories');

export class VscodeWorkspace implements Workspace {
  readonly #configuration: Configuration;
  readonly #log: Log;

  constructor(configuration: Configuration, log: Log) {
    this.#configuration = configuration;
    this.#log = log;
  }

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  get id(): string | undefined {
    return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.toString();
  }

  async selectRepository(): Promise<RepositorySelection> {
    try {
      return await (await gitRepositories()).selectRepository();
    } catch (error) {
      this.#log.warn("The repository couldn't be read.", { error: String(error) });
      return { kind: 'none', reason: 'gitFailed' };
    }
  }

  async listRepositories(): Promise<readonly RepositorySnapshot[]> {
    return (await gitRepositories()).listRepositories();
  }

  async repositoryOf(path: string): Promise<EnclosingRepository | undefined> {
    return (await gitRepositories()).repositoryOf(path);
  }

  async repositoryActions(): Promise<RepositoryActions> {
    return gitRepositories();
  }

  async followRepositories(onDidChange: RepositoryListener): Promise<Disposable | undefined> {
    const { followRepositories, openGit } = await import('./gitApi');
    const git = await openGit();
    return git && followRepositories(git, onDidChange);
  }

  settingsFor(root?: string): RepositorySettings {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    return this.#configuration.settingsFor(root === undefined ? folder?.uri : vscode.Uri.file(root));
  }
}

const providersKey = 'gitProviders';

/** The user's answers to the question which provider a host belongs to, stored for all windows. */
export class MementoProviders implements ProviderMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get providers(): Readonly<Record<string, unknown>> {
    const stored = this.#state.get<unknown>(providersKey);
    return isRecord(stored) ? stored : {};
  }

  async remember(host: string, provider: GitProvider): Promise<void> {
    await this.#state.update(providersKey, { ...this.providers, [host]: provider });
  }
}
