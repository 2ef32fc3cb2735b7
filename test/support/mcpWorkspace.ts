import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import { WorkspaceMcpServers } from '../../src/mcp/vscode/workspaceMcpServers';
import { Machine } from '../../src/service/machine';
import { BrokenSecrets } from './memorySecrets';
import { MemoryState } from './memoryState';
import { RecordingLog } from './recordingLog';
import { workspaceFolder } from './workspaceFolder';

/** The files with MCP servers of the workspace and of a user, and what is saved of them. */
export class McpWorkspace {
  /** Folder of the user's files, and of what is saved. */
  kept!: string;
  secrets!: BrokenSecrets;
  state!: MemoryState;
  redactor!: Redactor;
  log!: RecordingLog;
  trusted = true;

  /** A new one for each test of a suite; to be called in the body of its `describe`. */
  static use(): McpWorkspace {
    const made = new McpWorkspace();
    beforeEach(async () => {
      await made.moveToOtherMachine();
      made.secrets = new BrokenSecrets();
      made.state = new MemoryState();
      made.redactor = new Redactor();
      made.log = new RecordingLog();
      made.trusted = true;
    });
    afterEach(async () => {
      delete process.env['COPILOT_HOME'];
      made.secrets.dispose();
      for (const file of ['.vscode/mcp.json', '.vscode/mcp.env', '.mcp.json', '.cursor'])
        await rm(path.join(made.folder, file), { recursive: true, force: true });
    });
    return made;
  }

  /** Path of the workspace. */
  get folder(): string {
    return workspaceFolder().fsPath;
  }

  /** Gives the user another home, on a machine with the same paths. It is removed with the workspace. */
  async moveToOtherMachine(): Promise<void> {
    this.kept = await mkdtemp(path.join(path.dirname(this.folder), 'mcp-'));
    process.env['COPILOT_HOME'] = path.join(this.kept, 'copilot');
  }

  /** Opens another window on the same workspace, later; or one with the same file on another workspace. */
  open(id = 'file:///w'): WorkspaceMcpServers {
    const { secrets, state: workspaceState, redactor, log, trusted: isTrusted } = this;
    const globalStorageUri = vscode.Uri.file(path.join(this.kept, 'User', 'globalStorage', 'agent'));
    return new WorkspaceMcpServers({
      context: { workspaceState, secrets, globalStorageUri },
      workspace: { isTrusted, id },
      machine: new Machine(globalStorageUri.fsPath),
      redactor,
      log,
    });
  }

  /** @param file Absolute, or relative to the workspace */
  async write(file: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const full = path.resolve(this.folder, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, content);
    return vscode.Uri.file(full);
  }
}
