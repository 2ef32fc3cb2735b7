import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Template } from '../../src/draft/templates';
import { Configuration } from '../../src/service/vscode/configuration';
import { WorkspaceTemplates } from '../../src/draft/vscode/templates';
import { emptyDraft } from '../../src/draft/draft';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { useTemplate, editorValues } from '../../src/start/vscode/sheet/useTemplate';
import { RecordingLog } from '../support/recordingLog';
import { replaced } from '../support/replaced';
import { removeFolder } from '../support/removeFolder';
import { setSetting } from '../support/setSetting';
import { DrivenWindow } from '../support/drivenWindow';
import { workspaceFile, workspaceFolder } from '../support/workspaceFolder';

const prompts = () => workspaceFile('.github/prompts').fsPath;

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
    for (const folder of ['.github', '.vscode']) await removeFolder(workspaceFile(folder).fsPath);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const write = (name: string, content: string | Buffer) => writeFile(path.join(prompts(), name), content);

  it('are none at first', async () => {
    await removeFolder(workspaceFile('.github').fsPath);
    assert.deepEqual(await templates.list(), []);
    assert.deepEqual(log.lines, []);
  });

  it("are the user's and the workspace's, from the settings", async () => {
    await setSetting('templates', { fix: 'Fix ${file}', both: 'mine' });
    await setSetting('templates', { review: 'Review', both: 'ours' }, vscode.ConfigurationTarget.Workspace);
    const found = await templates.list(workspaceFolder().fsPath);
    const texts = Object.fromEntries(found.map(({ name, text }) => [name, text]));
    assert.deepEqual(texts, { fix: 'Fix ${file}', review: 'Review', both: 'ours' });
  });

  it('are those of the settings for a repository, or else for the first folder', async () => {
    const scopes: unknown[] = [];
    const settings = { templates: (scope?: vscode.Uri) => (scopes.push(scope?.path), []) };
    const ofScope = new WorkspaceTemplates(settings, log);
    await ofScope.list('/clone');
    await ofScope.list();
    assert.deepEqual(scopes, ['/clone', workspaceFolder().path]);
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
    for (const name of ['binary', 'empty', 'folder', 'gone', 'large'])
      assert.ok(log.lines.join().includes(`${name}.prompt.md`), name);
  });

  it("don't include the files of an untrusted workspace", async () => {
    await write('a.prompt.md', 'Fix it');
    const untrusted = new WorkspaceTemplates(configuration, log, () => false);
    assert.deepEqual(await untrusted.list(), []);
  });
});

describe('A template that is used', () => {
  let window: DrivenWindow;
  /** Each question, as title, prompt and placeholder. */
  let asked: (readonly (string | undefined)[])[];
  let entered: (string | undefined)[];

  beforeEach(() => {
    window = new DrivenWindow();
    [asked, entered] = [[], []];
    window.typed = (_, { title, prompt, placeholder }) => {
      asked.push([title, prompt, placeholder]);
      return entered.shift();
    };
  });

  afterEach(() => window.dispose());

  /** The message that a template with this text makes. */
  async function used(text: string, draft = emptyDraft, draftByThen = draft): Promise<string | undefined> {
    window.row = 'method';
    const templates = () => Promise.resolve({ list: () => Promise.resolve([{ name: 'method', text }]) });
    const state = { draft, targetContext: undefined } as SheetState;
    const workspace = { repositoryOf: () => Promise.resolve(undefined) };
    const ports = { templates, workspace } as unknown as SheetPorts;
    const { next } = await useTemplate(state, ports);
    const { edit } = (await next?.({ ...state, draft: draftByThen }, ports)) ?? {};
    const filled = edit?.(emptyDraft);
    return filled?.body ?? filled?.fields.initial_user_msg ?? undefined;
  }

  it('asks for its inputs, each once, and says which variables are left', async () => {
    entered = ['parse()', ' beginners '];
    const text = 'Make ${input:method} in ${branch} simpler, for ${input:audience:who reads it}: ${input:method}.';
    assert.equal(
      await used(`${text} See \${workspaceFolder}.\n`),
      'Make parse() in ${branch} simpler, for beginners: parse(). See ${workspaceFolder}.',
    );
    assert.deepEqual(asked, [
      ['method (1/2)', 'method', ''],
      ['method (2/2)', 'audience', 'who reads it'],
    ]);
    assert.deepEqual(window.notices, ['No value for ${branch}, ${workspaceFolder}. Left in the message.']);
  });

  it('names the repository and the branch that are sent', async () => {
    const fields = { repository: 'octocat/app', selected_branch: 'topic' };
    assert.equal(await used('${branch} of ${repository}', { fields }), 'topic of octocat/app');
    const byThen = { fields: { ...fields, selected_branch: 'checked-out-meanwhile' } };
    assert.equal(await used('${branch}', { fields }, byThen), 'checked-out-meanwhile');
  });

  it('leaves an input that is answered with nothing, and says so', async () => {
    entered = [''];
    assert.equal(await used('Explain ${input:topic:a word}'), 'Explain ${input:topic:a word}');
    assert.deepEqual(window.notices, ['No value for ${input:topic:a word}. Left in the message.']);
  });

  it('adds nothing if a question is closed', async () => {
    entered = ['a', undefined];
    assert.equal(await used('${input:a} ${input:b} ${input:c}'), undefined);
    assert.deepEqual([asked.length, window.notices], [2, []]);
  });

  it('has the text that was selected before a question took the focus', async () => {
    const document = { uri: vscode.Uri.parse('untitled:notes'), getText: () => 'the total' };
    using active = replaced(vscode.window, { activeTextEditor: { document } });
    window.typed = () => {
      active.dispose();
      return 'shorter';
    };
    assert.equal(await used('Make ${selection} ${input:how}'), 'Make the total shorter');
  });

  it("doesn't ask for what an answer looks like", async () => {
    entered = ['${input:b} ${file}'];
    assert.equal(await used('Explain ${input:a}'), 'Explain ${input:b} ${file}');
    assert.deepEqual([asked.length, window.notices], [1, []]);
  });

  it('says of many variables how many are left, and shortens long ones', async () => {
    const long = `\${LEVEL="${'low|'.repeat(30)}high"}`;
    await used(`${long} \${A=1} \${B} \${C} \${D} \${E} \${F}`);
    const shortened = `${long.slice(0, 59)}…`;
    assert.deepEqual(window.notices, [
      `No value for ${shortened}, \${A=1}, \${B}, \${C}, \${D} and 2 more. Left in the message.`,
    ]);
  });
});

describe('The active editor gives a template', () => {
  const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
  beforeEach(closeAll);
  afterEach(closeAll);

  const show = async (file: string) => vscode.window.showTextDocument(workspaceFile(file));
  /** Values if the workspace's folder, or this subfolder, is in a repository. */
  const found = async (root: string | undefined, repository = root) => {
    const at = (name: string) => path.join(workspaceFolder().fsPath, name);
    const enclosing =
      repository === undefined ? undefined : { root: at(repository), repositories: [], isSelected: true };
    return editorValues(root === undefined ? undefined : at(root), { repositoryOf: () => Promise.resolve(enclosing) });
  };

  const rows: readonly (readonly [string, Parameters<typeof found>, string | undefined])[] = [
    ['relative to the repository', ['.'], 'src/hello.js'],
    ['relative to a nested repository', ['src'], 'hello.js'],
    ["as unknown if it's in another repository", ['.', 'src'], undefined],
    ["as unknown if the repository isn't the conversation's", [undefined, '.'], undefined],
    ['relative to the folder if there is no repository', [undefined], 'src/hello.js'],
  ];
  for (const [title, given, file] of rows) {
    it(`the file ${title}`, async () => {
      await show('src/hello.js');
      assert.deepEqual(await found(...given), { file, selection: '' });
    });
  }

  it('the selected text as the selection', async () => {
    (await show('README.md')).selection = new vscode.Selection(0, 2, 0, 7);
    assert.deepEqual(await found('.'), { file: 'README.md', selection: 'Hello' });
  });

  it('the text that was selected before Git was asked, whatever is typed while it answers', async () => {
    const editor = await show('README.md');
    editor.selection = new vscode.Selection(0, 2, 0, 7);
    const repositoryOf = async () => {
      await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'typed '));
      return undefined;
    };
    const { selection } = await editorValues(undefined, { repositoryOf });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(selection, 'Hello');
  });

  it("a selection and no path in a document that isn't a file", async () => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'abc' }));
    editor.selection = new vscode.Selection(0, 0, 0, 2);
    for (const root of [undefined, '.'])
      assert.deepEqual(await found(root, undefined), { file: undefined, selection: 'ab' });
  });

  it('nothing without an editor', async () =>
    assert.deepEqual(await found('.'), { file: undefined, selection: undefined }));
});
