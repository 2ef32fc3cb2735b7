import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Template } from '../../src/draft/templates';
import { Configuration } from '../../src/service/vscode/configuration';
import { WorkspaceTemplates } from '../../src/draft/vscode/templates';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { setSetting } from '../support/setSetting';

const own = () => vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const prompts = () => path.join(own(), '.github', 'prompts');

describe('The templates', () => {
  let log: RecordingLog;
  let configuration: Configuration;
  let templates: WorkspaceTemplates;

  before(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  beforeEach(async () => {
    log = new RecordingLog();
    configuration = new Configuration();
    templates = new WorkspaceTemplates(configuration, log);
    await mkdir(prompts(), { recursive: true });
  });

  afterEach(async () => {
    configuration.dispose();
    await setSetting('templates', undefined);
    await setSetting('templates', undefined, vscode.ConfigurationTarget.Workspace);
    for (const folder of ['.github', '.vscode']) await removeFolder(path.join(own(), folder));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const write = (name: string, content: string | Buffer) => writeFile(path.join(prompts(), name), content);

  it('are none at first', async () => {
    await removeFolder(path.join(own(), '.github'));
    assert.deepEqual(await templates.list(), []);
    assert.deepEqual(log.lines, []);
  });

  it("are the user's and the workspace's, from the settings", async () => {
    await setSetting('templates', { fix: 'Fix ${file}', both: 'mine' });
    await setSetting('templates', { review: 'Review', both: 'ours' }, vscode.ConfigurationTarget.Workspace);
    const found = Object.fromEntries((await templates.list(own())).map(({ name, text }) => [name, text]));
    assert.deepEqual(found, { fix: 'Fix ${file}', review: 'Review', both: 'ours' });
  });

  it('are only texts, whatever the settings contain', async () => {
    await setSetting('templates', { a: 5, b: null, c: ' ', d: ['x'], e: 'Text' });
    assert.deepEqual(await templates.list(), [{ name: 'e', text: 'Text' }]);
    await setSetting('templates', 'Text');
    assert.deepEqual(await templates.list(), []);
  });

  it('are the prompt files of the folder, by name', async () => {
    await write('b.prompt.md', '---\nname: Review\ndescription: Looks at it\nmode: agent\n---\n# Review ${file}\n');
    await write('a.prompt.md', 'Fix it\n');
    await write('README.md', 'No prompt');
    const expected: readonly Template[] = [
      { name: 'a', text: 'Fix it\n', file: '.github/prompts/a.prompt.md' },
      { name: 'Review', description: 'Looks at it', text: '# Review ${file}\n', file: '.github/prompts/b.prompt.md' },
    ];
    assert.deepEqual(await templates.list(), expected);
  });

  it('are the first hundred prompt files', async () => {
    const names = Array.from({ length: 102 }, (_, index) => String(index).padStart(3, '0'));
    await Promise.all(names.map((name) => write(`${name}.prompt.md`, name)));
    const found = (await templates.list()).map(({ text }) => text);
    assert.deepEqual(found, names.slice(0, 100));
    assert.equal(log.lines.length, 1);
  });

  it('are read again each time', async () => {
    await write('a.prompt.md', 'One');
    await templates.list();
    await write('a.prompt.md', 'Two');
    const texts = (await templates.list()).map(({ text }) => text);
    assert.deepEqual(texts, ['Two']);
  });

  it("log why a file can't be used, and keep the others", async () => {
    await write('a.prompt.md', 'Fix it');
    await write('empty.prompt.md', '---\nname: n\n---\n\n');
    await write('binary.prompt.md', Buffer.from([0xff, 0xfe, 0x00, 0xd8]));
    await write('large.prompt.md', 'x'.repeat(1024 * 1024 + 1));
    await write('limit.prompt.md', 'x'.repeat(1024 * 1024));
    await mkdir(path.join(prompts(), 'folder.prompt.md'));
    await symlink(path.join(prompts(), 'nowhere'), path.join(prompts(), 'gone.prompt.md'));
    const names = (await templates.list()).map(({ name }) => name);
    assert.deepEqual(names, ['a', 'limit']);
    assert.deepEqual(
      ['binary', 'empty', 'folder', 'gone', 'large'].filter((name) => !log.lines.join().includes(`${name}.prompt.md`)),
      [],
    );
  });

  it("don't include the files of an untrusted workspace", async () => {
    await write('a.prompt.md', 'Fix it');
    const untrusted = new WorkspaceTemplates(configuration, log, () => false);
    assert.deepEqual(await untrusted.list(), []);
  });
});
