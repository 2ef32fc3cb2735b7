import type { SettingsStore } from '../settings/settingsStore';
import type { Workspace } from './workspace';
import type { GitProvider } from '../client/records';
import type { RepositorySnapshot, SelectionReason } from './repository';
import { shownSettings } from '../service/settingsState';
import { targetOf, type Target, type TargetPreferences } from './target';

export interface ProviderMemory {
  readonly providers: Readonly<Record<string, unknown>>;
  remember(host: string, provider: GitProvider): Promise<void>;
}

/** A repository that the user chose instead of the workspace's. */
export interface ChosenRepository {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** The remote to use instead of the one from the settings and the branch. */
  readonly remote?: string;
}

export interface TargetContext {
  readonly target: Target;
  readonly instructions: string;
}

export interface TargetPorts {
  readonly workspace: Workspace;
  readonly settings: Pick<SettingsStore, 'state'>;
  readonly providers: ProviderMemory;
}

/** Creates the targets of this window, each from the current state of its repository. */
export class Targets {
  readonly #ports: TargetPorts;

  constructor(ports: TargetPorts) {
    this.#ports = ports;
  }

  /** Target of a start: the chosen repository, else the one that the workspace selects. */
  async find(chosen?: ChosenRepository): Promise<TargetContext> {
    if (chosen) return this.#chosen(chosen);
    const selection = await this.#ports.workspace.selectRepository();
    if (selection.kind === 'repository') return this.#around(selection.repository, selection.reason);
    return this.#with(targetOf(selection, this.#preferences()));
  }

  /** All open repositories, each once per remote, the preferred remote first. */
  async all(): Promise<readonly Target[]> {
    const repositories = await this.#ports.workspace.listRepositories();
    return repositories.flatMap((repository) => {
      const { target } = this.#around(repository, 'chosen');
      const names = repository.remotes.map(({ name }) => name).filter((name) => name !== target.remote);
      const others = names.map((remote) => this.#around(repository, 'chosen', remote).target);
      // With several remotes, one has to be chosen, so "no remote" isn't among the choices.
      return target.notes.some(({ kind }) => kind === 'severalRemotes') ? others : [target, ...others];
    });
  }

  /** The same repository in its current state, after an operation on it; its remote only if that was chosen. */
  async again(target: Target): Promise<TargetContext> {
    const repository = target.root === undefined ? undefined : await this.#repositoryAt(target.root);
    if (repository) return this.#around(repository, target.reason ?? 'chosen', target.chosenRemote);
    return target.root !== undefined && target.reason === 'chosen' ? this.#chosen({ root: target.root }) : this.find();
  }

  async rememberProvider(host: string, provider: GitProvider): Promise<void> {
    await this.#ports.providers.remember(host, provider);
  }

  /** A repository that is no longer open stays the choice: text written for it isn't meant for another. */
  async #chosen({ root, remote }: ChosenRepository): Promise<TargetContext> {
    const repository = await this.#repositoryAt(root);
    return repository
      ? this.#around(repository, 'chosen', remote)
      : this.#with({ notes: [{ kind: 'chosenGone', root }] });
  }

  async #repositoryAt(root: string): Promise<RepositorySnapshot | undefined> {
    return (await this.#ports.workspace.listRepositories()).find((repository) => repository.root === root);
  }

  #around(repository: RepositorySnapshot, reason: SelectionReason, remote?: string): TargetContext {
    const preferences = this.#preferences(repository.root);
    if (remote === undefined) return this.#with(targetOf({ kind: 'repository', repository, reason }, preferences));
    const target = targetOf({ kind: 'repository', repository, reason }, { ...preferences, remote });
    return this.#with({ ...target, chosenRemote: remote });
  }

  #with(target: Target): TargetContext {
    return { target, instructions: this.#ports.workspace.settingsFor(target.root).conversationInstructions };
  }

  #preferences(root?: string): TargetPreferences {
    const { workspace, settings, providers } = this.#ports;
    const loaded = shownSettings(settings.state);
    return {
      ...workspace.settingsFor(root),
      rememberedProviders: providers.providers,
      providerTokens: loaded?.settings.provider_tokens_set ?? {},
      ...(loaded && { providers: loaded.gitProviders }),
    };
  }
}
