import * as vscode from 'vscode';
import type { Workspace } from '../domain/ports';
import type { RepositorySelection, RepositorySnapshot } from '../domain/repository';
import type { TargetPreferences } from '../domain/target';
import type { Configuration } from './configuration';
import type { GitRepositories } from './gitRepositories';

/** This window: its folders, its trust, its repositories, and its settings as they apply to them. */
export class VscodeWorkspace implements Workspace {
  readonly #configuration: Configuration;
  readonly #repositories: () => Promise<GitRepositories>;

  constructor(configuration: Configuration, repositories: () => Promise<GitRepositories>) {
    this.#configuration = configuration;
    this.#repositories = repositories;
  }

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  get id(): string | undefined {
    return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.toString();
  }

  async selectRepository(): Promise<RepositorySelection> {
    return (await this.#repositories()).select();
  }

  async listRepositories(): Promise<readonly RepositorySnapshot[]> {
    return (await this.#repositories()).list();
  }

  targetPreferences(root?: string): TargetPreferences {
    return this.#configuration.targetPreferences(scopeOf(root));
  }

  conversationInstructions(root?: string): string {
    return this.#configuration.conversationInstructions(scopeOf(root));
  }
}

function scopeOf(root: string | undefined): vscode.Uri | undefined {
  return root === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(root);
}
