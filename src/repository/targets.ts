import type { SettingsStore } from '../settings/settingsStore';
import type { Workspace } from './workspace';
import type { GitProvider } from '../client/records';
import type { RepositorySnapshot, SelectionReason } from './repository';
import { shownSettings } from '../service/settingsState';
import { cloneOf, targetOf, type CloneRemote, type Target, type TargetPreferences } from './target';

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

/** The repository that a start names itself, by its path on its host; without a value, it names none. */
export interface NamedRepository {
  readonly repository?: string | null | undefined;
  readonly git_provider?: GitProvider | null | undefined;
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

/** Creates targets from the current state of the repositories that are open in this window. */
export class Targets {
  readonly #ports: TargetPorts;

  constructor(ports: TargetPorts) {
    this.#ports = ports;
  }

  /**
   * The target of a start: the chosen repository, or else the one that the workspace selects. If the start names another
   * one that is open, that one: its own branch is sent, and its own changes are what the agent can't see.
   */
  async find(chosen?: ChosenRepository, named: NamedRepository = {}): Promise<TargetContext> {
    const found = await (chosen ? this.#findChosen(chosen) : this.#findSelected());
    return (await this.#findNamed(named, found.target)) ?? found;
  }

  async #findSelected(): Promise<TargetContext> {
    const selection = await this.#ports.workspace.selectRepository();
    if (selection.kind === 'repository') return this.#targetOf(selection.repository, selection.reason);
    return this.#withInstructions(targetOf(selection, this.#preferences()));
  }

  /** All open repositories, each once per remote, the preferred remote first. */
  async all(): Promise<readonly Target[]> {
    const repositories = await this.#ports.workspace.listRepositories();
    return repositories.flatMap((repository) => {
      const { target } = this.#targetOf(repository, 'chosen');
      const names = repository.remotes.map(({ name }) => name).filter((name) => name !== target.remote);
      const others = names.map((remote) => this.#targetOf(repository, 'chosen', remote).target);
      // With several remotes, one has to be chosen, so "no remote" isn't among the choices.
      return target.notes.some(({ kind }) => kind === 'severalRemotes') ? others : [target, ...others];
    });
  }

  /** An open clone of the repository in a request, whichever the workspace selects; `undefined` if there is none. */
  async cloneOf(request: { readonly repository?: string }): Promise<CloneRemote | undefined> {
    const clones = (await this.all()).map((target) => cloneOf(request, target));
    return clones.find((clone) => clone !== undefined);
  }

  /** The target after an operation on its repository. The remote stays the same only if it was chosen. */
  async refresh(target: Target): Promise<TargetContext> {
    const repository = target.root === undefined ? undefined : await this.#repositoryAt(target.root);
    if (repository) return this.#targetOf(repository, target.reason ?? 'chosen', target.chosenRemote);
    return target.root !== undefined && target.reason === 'chosen'
      ? this.#findChosen({ root: target.root })
      : this.find();
  }

  async rememberProvider(host: string, provider: GitProvider): Promise<void> {
    await this.#ports.providers.remember(host, provider);
  }

  /**
   * The open clone of the named repository; `undefined` if there is none, or if `found` is it. If several are open, it isn't
   * known whose branch is meant, unless one of them is `found`, with another of its remotes.
   */
  async #findNamed(named: NamedRepository, found: Target): Promise<TargetContext | undefined> {
    const { repository, git_provider: provider } = named;
    // A repository may have the same path on two providers, one of which is a mirror.
    const isNamed = ({ repository: path, gitProvider }: Target) =>
      path === repository && (!provider || !gitProvider || gitProvider === provider);
    if (typeof repository !== 'string' || isNamed(found)) return undefined;
    const clones = (await this.all()).filter(isNamed);
    const isOnlyClone = clones.every(({ root }) => root === clones[0]?.root);
    const clone = clones.find(({ root }) => root === found.root) ?? (isOnlyClone ? clones[0] : undefined);
    return clone && this.#withInstructions({ ...clone, reason: 'named' });
  }

  /** A chosen repository isn't replaced by another if it's closed or can't be read, since the message was written for it. */
  async #findChosen({ root, remote }: ChosenRepository): Promise<TargetContext> {
    const repository = await this.#repositoryAt(root);
    return repository
      ? this.#targetOf(repository, 'chosen', remote)
      : this.#withInstructions({ notes: [{ kind: 'chosenGone', root }] });
  }

  async #repositoryAt(root: string): Promise<RepositorySnapshot | undefined> {
    return (await this.#ports.workspace.listRepositories()).find((repository) => repository.root === root);
  }

  #targetOf(repository: RepositorySnapshot, reason: SelectionReason, remote?: string): TargetContext {
    const preferences = this.#preferences(repository.root);
    if (remote === undefined)
      return this.#withInstructions(targetOf({ kind: 'repository', repository, reason }, preferences));
    const target = targetOf({ kind: 'repository', repository, reason }, { ...preferences, remote });
    return this.#withInstructions({ ...target, chosenRemote: remote });
  }

  #withInstructions(target: Target): TargetContext {
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
