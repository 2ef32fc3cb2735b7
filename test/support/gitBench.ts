import { mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { GitApi } from '../../src/repository/vscode/gitApi';
import { atLastTests } from './atLastTests';
import { setSettingOf } from './setSetting';
import { StartBench } from './startBench';
import { workspaceFolder } from './workspaceFolder';

/** A suite's Git extension and everything that a start goes through, with a fresh folder for each of its tests. */
export class GitBench {
  window!: GitWindow;
  bench!: StartBench;
  folder!: string;

  /** To be called in the body of a `describe`. */
  static use(): GitBench {
    const made = new GitBench();
    before(async () => {
      made.window = await GitWindow.open();
      made.bench = await StartBench.open({ asksGit: true });
    });
    beforeEach(async () => (made.folder = await made.window.folder()));
    afterEach(() => made.window.closeOthers());
    after(() => made.bench.dispose());
    return made;
  }
}

interface Git extends GitApi {
  openRepository(root: vscode.Uri): Promise<unknown>;
}

/** The Git extension of this window, with repositories opened besides the one of the workspace. */
export class GitWindow {
  readonly api: Git;

  private constructor(api: Git) {
    this.api = api;
  }

  static async open(): Promise<GitWindow> {
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>('vscode.git')!;
    await openBesideWorkspace();
    return new GitWindow((await extension.activate()).getAPI(1));
  }

  /** A new folder, which is removed with the workspace: the Git extension still looks at it after its test. */
  async folder(): Promise<string> {
    return realpath(await mkdtemp(path.join(path.dirname(workspaceFolder().fsPath), 'repositories-')));
  }

  /** Opens a repository, and one of its files in the editor. */
  async show(root: string): Promise<void> {
    await this.api.openRepository(vscode.Uri.file(root));
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(root, 'README.md')));
  }

  async closeEditors(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }

  /** Closes the editors and all repositories except the workspace's own. */
  async closeOthers(): Promise<void> {
    await this.closeEditors();
    const own = workspaceFolder().fsPath;
    for (const { rootUri } of [...this.api.repositories]) {
      if (rootUri.fsPath !== own) await vscode.commands.executeCommand('git.close', rootUri);
    }
  }
}

/** VS Code asks before it opens a repository besides the workspace's, unless told not to: once for all suites. */
async function openBesideWorkspace(): Promise<void> {
  const set = (value: string | undefined) => setSettingOf('git', 'openRepositoryInParentFolders', value);
  atLastTests.add('the repositories besides the workspace', () => set(undefined));
  await set('always');
}
