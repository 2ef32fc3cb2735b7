import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Template } from '../../src/draft/templates';
import { Configuration } from '../../src/service/vscode/configuration';
import { readMcpPlaces, workspacePlaces } from '../../src/mcp/vscode/readMcpFiles';
import { WorkspaceTemplates } from '../../src/draft/vscode/templates';
import { answerChat } from '../../src/entry/vscode/integrations/answerChat';
import { startFromProblem } from '../../src/entry/vscode/startFromEditor';
import { startFromFile } from '../../src/entry/vscode/startFromFile';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { imageFromFile } from '../../src/draft/vscode/imageMessages';
import { readReplay } from '../../src/start/vscode/fields/textFields';
import { GitBench } from '../support/gitBench';
import { runEntryPoint } from '../support/runEntryPoint';
import { png } from '../support/images';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { workspaceFolder } from '../support/workspaceFolder';

const secret = 'text of a file elsewhere';

/** A file in a repository can be anything, and lead anywhere. */
(process.platform === 'win32' ? describe.skip : describe)('A path in the workspace', () => {
  const git = GitBench.use();
  const own = () => workspaceFolder().fsPath;
  const at = (...names: readonly string[]) => path.join(own(), ...names);
  let log: RecordingLog;

  beforeEach(async () => {
    log = new RecordingLog();
    await mkdir(at('.vscode'), { recursive: true });
    await mkdir(at('.github', 'prompts'), { recursive: true });
    await mkdir(at('special'));
  });

  afterEach(async () => {
    for (const name of ['.vscode', '.github', 'special', '.mcp.json']) {
      await removeFolder(at(name));
    }
    for (const name of ['.mcp.json', 'file', 'a.prompt.md', 'notes.md', 'image.png', 'shown.md', 'replay.json']) {
      await rm(`${own()}-outside-${name}`, { force: true });
    }
  });

  /** Problem with `.mcp.json`. */
  async function mcpProblem(): Promise<unknown> {
    const place = workspacePlaces().find(({ uri }) => uri.path.endsWith('/.mcp.json'));
    return (await readMcpPlaces([place!], log))[0]?.problem;
  }

  /** Values that an envFile in the folder adds to its server. */
  async function envFileOf(envFile: string): Promise<unknown> {
    await writeFile(at('.vscode', 'mcp.json'), JSON.stringify({ servers: { a: { command: 'npx', envFile } } }));
    const [found] = await readMcpPlaces([workspacePlaces()[0]!], log);
    const candidate = found?.candidates[0];
    return [candidate?.questions, candidate?.limitations.at(-1)?.kind];
  }

  async function templates(): Promise<readonly Template[]> {
    const configuration = new Configuration();
    const list = await new WorkspaceTemplates(configuration, log, () => true).list();
    configuration.dispose();
    return list;
  }

  const special = (name = 'file') => at('special', name);

  /** Creates a link to a file beside the folder, with this content. */
  function linkOutOf(file: string, content: string | Uint8Array): void {
    const outside = `${own()}-outside-${path.basename(file)}`;
    writeFileSync(outside, content);
    symlinkSync(outside, file);
  }

  /** Reading it would never end. */
  describe('to a pipe', () => {
    const makePipe = (file: string) => execFileSync('mkfifo', [file]);

    it("isn't read for MCP servers", async () => {
      makePipe(at('.mcp.json'));
      assert.equal(await mcpProblem(), 'unreadable');
    });

    it("isn't read for an image", async () => {
      makePipe(special('image.png'));
      const read = await imageFromFile(vscode.Uri.file(special('image.png')));
      assert.deepEqual(read, { kind: 'unreadable', name: 'image.png' });
    });

    it("isn't read for a message", async () => {
      makePipe(special('notes.md'));
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [vscode.Uri.file(special('notes.md'))]);
      assert.equal(draft.attachments, undefined);
      assert.match(shown.join(), /notes\.md .*can't be read/);
    });
  });

  describe('that links outside the workspace', () => {
    it("isn't read for MCP servers", async () => {
      linkOutOf(at('.mcp.json'), '{ "mcpServers": { "a": { "command": "npx" } } }');
      assert.equal(await mcpProblem(), 'outside');
    });

    it("isn't read for the variables of an MCP server, unless its file names the target itself", async () => {
      linkOutOf(special(), `TOKEN=${secret}`);
      for (const envFile of ['special/file', '${workspaceFolder}/special/file', special()]) {
        assert.deepEqual(await envFileOf(envFile), [[], 'envFileUnreadable']);
      }
      const outside = `${own()}-outside-file`;
      for (const envFile of [outside, path.join('..', path.basename(outside))]) {
        assert.match(JSON.stringify(await envFileOf(envFile)), /TOKEN/);
      }
    });

    it("isn't read for a replay", async () => {
      linkOutOf(special('replay.json'), '[]');
      const replay = readReplay(vscode.Uri.file(special('replay.json')));
      await assert.rejects(replay, /points outside the workspace/);
    });

    it("isn't read for a message", async () => {
      linkOutOf(special('notes.md'), secret);
      linkOutOf(special('image.png'), png([255, 0, 0]));
      await writeFile(special('real.md'), 'Text');
      const files = ['notes.md', 'image.png', 'real.md'].map((name) => vscode.Uri.file(special(name)));
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [files[0], files]);
      assert.deepEqual([draft.attachments?.map(({ about }) => about), draft.images], [['special/real.md'], undefined]);
      for (const name of ['notes.md', 'image.png']) {
        assert.match(
          shown.join(),
          new RegExp(`special/${name} is a symbolic link that points outside the workspace\\.`),
        );
      }
    });
  });

  it("that links outside the workspace isn't read for a part that a chat or a problem refers to", async () => {
    linkOutOf(special('notes.md'), secret);
    const uri = vscode.Uri.file(special('notes.md'));
    const range = new vscode.Range(0, 0, 0, 4);
    const said: string[] = [];
    const stream = { progress: () => {}, button: () => {}, markdown: (text: unknown) => void said.push(String(text)) };
    const references = [{ id: 'notes', value: new vscode.Location(uri, range) }];
    const ask = async (ports: StartPorts) => {
      await answerChat(ports, { prompt: '', references }, stream, new vscode.CancellationTokenSource().token);
      return undefined;
    };
    const fromChat = await runEntryPoint(git.bench, ask);
    const problem = [uri, [new vscode.Diagnostic(range, 'Typo')]];
    const fromProblem = await runEntryPoint(git.bench, startFromProblem, problem);
    assert.deepEqual([fromChat.draft.attachments, fromProblem.draft.attachments], [undefined, undefined]);
    assert.match(fromProblem.shown.join(), /special\/notes\.md is a symbolic link that points outside the workspace\./);
  });

  it('that links outside the workspace is read if an editor shows it', async () => {
    linkOutOf(special('shown.md'), secret);
    const uri = vscode.Uri.file(special('shown.md'));
    // Any extension may open a document without a tab.
    await vscode.workspace.openTextDocument(uri);
    assert.equal((await runEntryPoint(git.bench, startFromFile, [uri])).draft.attachments, undefined);
    await vscode.window.showTextDocument(uri);
    const { draft } = await runEntryPoint(git.bench, startFromFile, [uri]);
    assert.ok(draft.attachments?.[0]?.text.includes(secret));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('that links inside the workspace is read', async () => {
    await writeFile(at('special', 'real'), 'Text');
    await symlink(at('special', 'real'), special('inside.md'));
    await symlink(at('special', 'real'), at('.github', 'prompts', 'a.prompt.md'));
    const { draft } = await runEntryPoint(git.bench, startFromFile, [vscode.Uri.file(special('inside.md'))]);
    assert.match(draft.attachments?.[0]?.text ?? '', /Text/);
    const texts = (await templates()).map(({ text }) => text);
    assert.deepEqual(texts, ['Text']);
  });
});
