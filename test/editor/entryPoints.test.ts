import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import { startFromChanges } from '../../src/entry/vscode/startFromSourceControl';
import { startFromFile } from '../../src/entry/vscode/startFromFile';
import { startFromComment, startFromProblem, startFromSelection } from '../../src/entry/vscode/startFromEditor';
import type { EnclosingRepository } from '../../src/repository/workspace';
import { locate } from '../../src/repository/vscode/locate';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { Answers } from '../support/answers';
import { CanceledProgress } from '../support/canceledProgress';
import { GitBench } from '../support/gitBench';
import { png } from '../support/images';
import { replaced } from '../support/replaced';
import { rowsOf as rows, runAnswered, runEntryPoint } from '../support/runEntryPoint';
import { setSettingOf } from '../support/setSetting';
import { typeInto } from '../support/typeInto';
import { workspaceFile, workspaceFolder } from '../support/workspaceFolder';

describe('An entry point adds to the draft', () => {
  const git = GitBench.use();
  let repository: SampleRepository;

  // A window in a browser saves automatically.
  const autoSave = (value: string | undefined) => setSettingOf('files', 'autoSave', value);
  before(() => autoSave('off'));
  after(() => autoSave(undefined));

  beforeEach(async () => (repository = await makeSampleRepository(git.folder)));
  // VS Code would ask about unsaved changes.
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  const inRepository = (name: string) => vscode.Uri.file(path.join(repository.path, name));
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(inRepository(name).fsPath), { recursive: true });
    await writeFile(inRepository(name).fsPath, content);
    return inRepository(name);
  };

  /** Shows a document with these lines of it selected. */
  async function showSelected(document: vscode.Uri | vscode.TextDocument, from: number, to: number, character = 0) {
    const editor = await vscode.window.showTextDocument(document as vscode.TextDocument);
    editor.selection = new vscode.Selection(from, 0, to, character);
    return editor;
  }

  describe('a selection:', () => {
    it('each of several, with its lines, as the editor shows it', async () => {
      const editor = await vscode.window.showTextDocument(workspaceFile('src/hello.js'));
      await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '// New\n'));
      const [later, earlier] = [new vscode.Selection(2, 5, 2, 7), new vscode.Selection(2, 1, 2, 3)];
      const cursor = new vscode.Selection(4, 0, 4, 0);
      editor.selections = [new vscode.Selection(5, 0, 5, 99), cursor, later, earlier, new vscode.Selection(0, 0, 2, 0)];
      const { draft, shown } = await runEntryPoint(git.bench, startFromSelection);
      assert.deepEqual(shown, []);
      assert.deepEqual(
        rows(draft),
        ['1-2', '3:2-3', '3:6-7', '6'].map((place) => `selection src/hello.js:${place}`),
      );
      assert.equal(
        draft.attachments?.[0]?.text,
        'Selected in `src/hello.js:1-2`:\n\n```javascript\n// New\nfunction greet(name) {\n```',
      );
      assert.equal(draft.chosen?.root, workspaceFolder().fsPath, 'even when another file is active the next time');
    });

    it('not if nothing is selected', async () => {
      await showSelected(workspaceFile('src/hello.js'), 1, 1);
      const { draft, shown } = await runEntryPoint(git.bench, startFromSelection);
      assert.deepEqual(rows(draft), []);
      assert.match(shown.join(), /^Nothing is selected/);
    });

    it('or a file: of the editor in which the command was run, even if the user has gone on to another one', async () => {
      const { drafts, ports } = git.bench;
      const goOn = async () => {
        await vscode.window.showTextDocument(workspaceFile('README.md'));
        return drafts;
      };
      for (const [entry, expected] of [
        [startFromSelection, 'selection src/hello.js:1'],
        [startFromFile, 'file src/hello.js'],
      ] as const) {
        await showSelected(workspaceFile('src/hello.js'), 0, 1);
        const { draft } = await runEntryPoint({ drafts, ports: { ...ports, drafts: goOn } }, entry);
        assert.deepEqual(rows(draft), [expected]);
      }
    });

    for (const isRead of [false, true])
      it(`and a comment or a problem: as it was, even if something is typed while ${isRead ? 'Git answers' : 'the drafts are read'}`, async () => {
        const { document } = await vscode.window.showTextDocument(workspaceFile('src/hello.js'));
        const range = new vscode.Selection(0, 0, 1, 0);
        const { drafts, ports } = git.bench;
        const typing = () => typeInto(document.uri, 'typed\n');
        const read = async () => {
          if (!isRead) await typing();
          return drafts;
        };
        const bench = { drafts, ports: { ...ports, drafts: read } };
        const repositoryOf = () => (isRead ? typing() : Promise.resolve()).then(() => undefined);
        using _ = replaced(ports.workspace, { repositoryOf });
        for (const [entry, ...given] of [
          [startFromSelection],
          [startFromComment, document.uri, 0],
          [startFromProblem, document.uri, [new vscode.Diagnostic(range, 'x')]],
        ] as const) {
          vscode.window.activeTextEditor!.selection = range;
          await typeInto(document.uri, 'first\n');
          vscode.window.activeTextEditor!.selection = range;
          const { draft } = await runEntryPoint(bench, entry, given);
          assert.match(draft.attachments?.[0]?.text ?? '', /```javascript\nfirst\n/);
        }
      });

    it('from a document without a file', async () => {
      const untitled = await vscode.workspace.openTextDocument({ content: 'draft', language: 'markdown' });
      await showSelected(untitled, 0, 0, 5);
      const { draft } = await runEntryPoint(git.bench, startFromSelection);
      assert.match(rows(draft).join(), /^selection Untitled-\d+:1$/);
    });

    it('from a version in Git', async () => {
      const file = workspaceFile('src/hello.js');
      const version = file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref: 'HEAD' }) });
      await showSelected(version, 0, 1);
      const { draft } = await runEntryPoint(git.bench, startFromSelection);
      assert.deepEqual(rows(draft), ['selection HEAD:src/hello.js:1']);
    });

    it('from a cell of a notebook', async () => {
      await git.window.show(repository.path);
      const cell = (type: string, source: string) => ({ cell_type: type, source: [source], metadata: {}, outputs: [] });
      const cells = [cell('markdown', '# Title'), cell('code', 'print(1)')];
      const content = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 });
      const uri = await write('analysis.ipynb', content);
      const notebook = await vscode.workspace.openNotebookDocument(uri);
      const editor = await showSelected(notebook.cellAt(1).document, 0, 0, 8);
      const { draft } = await runEntryPoint(git.bench, startFromSelection);
      assert.deepEqual(rows(draft), ['selection analysis.ipynb cell 2:1']);
      assert.match(draft.attachments?.[0]?.text ?? '', /\n```\w+\nprint\(1\)\n```$/);
      const whole = () => runEntryPoint(git.bench, startFromFile, [uri]);
      assert.deepEqual(rows((await whole()).draft), ['file analysis.ipynb']);
      await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '#'));
      assert.deepEqual((await whole()).shown, ['analysis.ipynb has unsaved changes. Save it first.']);
    });

    it('with the repository of its file, whichever would be taken otherwise', async () => {
      await git.window.show(repository.path);
      await showSelected(inRepository('src/hello.js'), 0, 1);
      assert.equal((await runEntryPoint(git.bench, startFromSelection)).draft.chosen?.root, repository.path);
      const { draft } = await runEntryPoint(git.bench, startFromFile, [workspaceFile('README.md')]);
      assert.equal(draft.chosen?.root, workspaceFolder().fsPath);
      assert.deepEqual(rows(draft), ['file README.md']);
      const named: Draft = { fields: { repository: 'a/b' } };
      const added = await runEntryPoint(git.bench, startFromFile, [workspaceFile('README.md')], named);
      assert.deepEqual([added.draft.fields, added.draft.chosen], [named.fields, undefined]);
    });

    it('next to one from another clone, which the message stays for, with the path that both have on their host', async () => {
      await git.window.show(repository.path);
      const file = workspaceFile('README.md');
      const { draft: before } = await runEntryPoint(git.bench, startFromFile, [inRepository('README.md')]);
      const { draft } = await runEntryPoint(git.bench, startFromFile, [file], before);
      assert.equal(draft.chosen?.root, repository.path);
      assert.deepEqual(rows(draft), ['file README.md', 'file README.md']);
      const repositories = ['octocat/Hello-World'];
      assert.deepEqual(
        draft.attachments?.map(({ from }) => from),
        [repository.path, workspaceFolder().fsPath].map((root) => ({ root, repositories })),
      );
    });
  });

  // prettier-ignore
  const places: readonly (readonly [uri: string, path: string])[] = [
    ['untitled:/clone/src/new.ts', 'src/new.ts'],
    ['untitled:Untitled-1', 'Untitled-1'],
    ['output:extension-output-some.extension-%233-My Log', 'My Log'],
    ['git:/clone/a.ts?{"path":"/clone/a.ts","ref":"~"}', ':a.ts'],
    ['git:/clone/a.ts?{"path":"/clone/a.ts","ref":"~2"}', ':2:a.ts'],
    ['git:/clone/a.ts.git?{"path":"/clone/a.ts","ref":"main"}', 'main:a.ts'],
    ['file:///elsewhere/z.ts', 'z.ts'],
    ['vscode-vfs://github/octocat/app/y.ts', 'y.ts'],
    ['vscode-notebook-cell:/elsewhere/closed.ipynb#cell', 'closed.ipynb'],
  ];
  for (const [uri, expected] of places)
    it(`from ${uri}, as ${expected}`, async () => {
      const clone: EnclosingRepository = { root: '/clone', repositories: [], isSelected: true };
      const repositoryOf = (file: string) => Promise.resolve(file.startsWith('/clone/') ? clone : undefined);
      assert.equal((await locate(vscode.Uri.parse(uri), { repositoryOf })).path, expected);
    });

  it('nothing in an untrusted workspace', async () => {
    await vscode.window.showTextDocument(workspaceFile('README.md'));
    const { drafts, ports, untrusted: workspace } = git.bench;
    const { draft, shown } = await runEntryPoint({ drafts, ports: { ...ports, workspace } }, startFromFile);
    assert.deepEqual(rows(draft), []);
    assert.match(shown.join(), /Restricted Mode/);
  });

  describe('a file:', () => {
    it('the open one, with its unsaved changes', async () => {
      await git.window.closeEditors();
      const { shown } = await runEntryPoint(git.bench, startFromFile);
      assert.deepEqual(shown, ['No file is open. Open one first.']);
      const editor = await vscode.window.showTextDocument(workspaceFile('README.md'));
      await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'New\n'));
      const { draft } = await runEntryPoint(git.bench, startFromFile);
      assert.match(draft.attachments?.[0]?.text ?? '', /^The file `README\.md`, with unsaved changes:/);
      assert.match(draft.attachments?.[0]?.text ?? '', /```markdown\nNew\n# Hello World\n/);
    });

    it('several from the Explorer, rejecting folders and non-text files by name', async () => {
      await git.window.show(repository.path);
      const files = [
        inRepository('src/hello.js'),
        inRepository('src'),
        await write('data.bin', Buffer.from([1, 0, 2])),
        await write('latin.txt', Buffer.from([0x66, 0xfc, 0x72])),
        await write('large.txt', 'x'.repeat(1_000_001)),
        await write('just.txt', 'x'.repeat(1_000_000)),
        await write('wide.txt', Buffer.from('\ufeffwide', 'utf16le')),
        await write('swapped.txt', Buffer.from('\ufeffwide', 'utf16le').swap16()),
        await write('mark.txt', 'a \ufffd b'),
        inRepository('gone.txt'),
        await write('huge.txt', ''),
        await write('fake.png', 'x'),
        inRepository('README.md'),
      ];
      // More than Node reads at once.
      await truncate(inRepository('huge.txt').fsPath, 3_000_000_000);
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [files[0], files]);
      const attached = ['src/hello.js', 'just.txt', 'wide.txt', 'swapped.txt', 'mark.txt', 'README.md'];
      assert.deepEqual(
        rows(draft),
        attached.map((file) => `file ${file}`),
      );
      assert.deepEqual(shown, [
        "src is a folder. Select the files in it. data.bin isn't a text file. latin.txt isn't a text file. large.txt is too large. The limit is 1 MB. gone.txt can't be read. huge.txt is too large. The limit is 1 MB. \"fake.png\" wasn't added: it isn't a PNG, JPEG, GIF, or WebP image.",
      ]);
    });

    it('none if it is canceled before all are read', async () => {
      const { workspace } = git.bench.ports;
      const repositoryOf = workspace.repositoryOf.bind(workspace);
      using progress = new CanceledProgress();
      progress.replace(workspace, { repositoryOf: (file: string) => progress.canceled.then(() => repositoryOf(file)) });
      const files = [workspaceFile('README.md'), workspaceFile('src/hello.js')];
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [files[0], files]);
      assert.deepEqual([rows(draft), shown], [[], []]);
    });

    it('a picture as an image', async () => {
      await git.window.show(repository.path);
      const picture = await write('shot.png', png([255, 0, 0]));
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [picture]);
      const names = draft.images?.map(({ name }) => name);
      assert.deepEqual([draft.chosen?.root, names, shown], [repository.path, ['shot.png'], []]);
    });

    it('as many pictures as can be sent together', async () => {
      const signature = Buffer.from('89504e470d0a1a0a', 'hex');
      const large = await write('shot.png', Buffer.concat([signature, Buffer.alloc(3_700_000)]));
      const files = Array.from({ length: 5 }, () => large);
      const { draft, shown } = await runEntryPoint(git.bench, startFromFile, [large, files]);
      assert.equal(draft.images?.length, 4);
      assert.deepEqual(shown, [
        '"shot.png" wasn\'t added: the images of this conversation would total 24.7 MB, more than the 20 MB that can be sent.',
      ]);
    });

    it("by its name only if it isn't in a repository or folder", async () => {
      const outside = vscode.Uri.file(path.join(git.folder, 'outside.txt'));
      await writeFile(outside.fsPath, 'a');
      const { draft } = await runEntryPoint(git.bench, startFromFile, [outside]);
      assert.deepEqual(rows(draft), ['file outside.txt']);
      assert.ok(!JSON.stringify(draft.attachments).includes(git.folder));
    });

    it('as it is now in place of as it was, also without Git', async () => {
      const { drafts, ports } = git.bench;
      const repositoryOf = () => Promise.resolve(undefined);
      const workspace = Object.assign(Object.create(ports.workspace) as typeof ports.workspace, { repositoryOf });
      const bench = { drafts, ports: { ...ports, workspace } };
      const editor = await vscode.window.showTextDocument(workspaceFile('README.md'));
      const { draft: before } = await runEntryPoint(bench, startFromFile);
      await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'New\n'));
      const { draft } = await runEntryPoint(bench, startFromFile, [], before);
      assert.deepEqual(rows(draft), ['file README.md']);
      assert.match(draft.attachments?.[0]?.text ?? '', /\nNew\n/);
    });

    it('besides another one of this name that is in no repository either', async () => {
      const files = ['a', 'b'].map((name) => vscode.Uri.file(path.join(git.folder, name, 'notes.txt')));
      for (const { fsPath } of files) {
        await mkdir(path.dirname(fsPath));
        await writeFile(fsPath, fsPath);
      }
      const { draft: before } = await runEntryPoint(git.bench, startFromFile, [files[0], files]);
      assert.deepEqual(rows(before), ['file notes.txt', 'file notes.txt (2)']);
      const { draft } = await runEntryPoint(git.bench, startFromFile, [files[0]], before);
      assert.deepEqual(rows(draft), ['file notes.txt (2)', 'file notes.txt'], 'the same one stays one');
    });
  });

  describe('changes:', () => {
    it('from the repository whose menu was used', async () => {
      await git.window.show(repository.path);
      await write('README.md', 'Changed\n');
      await vscode.window.showTextDocument(workspaceFile('README.md'));
      const clicked = { rootUri: vscode.Uri.file(repository.path) };
      const before: Draft = { fields: { selected_branch: 'topic', llm_model: 'm' } };
      const { draft, shown } = await runEntryPoint(git.bench, startFromChanges, [clicked], before);
      assert.deepEqual(shown, []);
      assert.deepEqual(draft.fields, { llm_model: 'm' }, 'the branch belonged to another repository');
      assert.deepEqual(rows(draft), ['changes']);
      assert.match(draft.attachments?.[0]?.text ?? '', /\n\+Changed\n/);
      assert.equal(draft.chosen?.root, repository.path);
      const named: Draft = { fields: { repository: 'octocat/Spoon-Knife' }, chosen: { root: repository.path } };
      const again = await runEntryPoint(git.bench, startFromChanges, [clicked], named);
      assert.deepEqual([again.draft.fields, again.draft.chosen], [{}, named.chosen]);
      const own: Draft = { fields: { selected_branch: 'topic' }, chosen: { root: repository.path, remote: 'origin' } };
      const kept = await runEntryPoint(git.bench, startFromChanges, [clicked], own);
      assert.deepEqual([kept.draft.fields, kept.draft.chosen], [own.fields, own.chosen]);
    });

    it("from no clone if the message is for a repository that isn't open here, but from the one that is selected", async () => {
      await repository.git('remote', 'set-url', 'origin', 'https://github.com/me/changed.git');
      await git.window.show(repository.path);
      await write('README.md', 'Changed\n');
      const before: Draft = { fields: { repository: 'octocat/Spoon-Knife' } };
      const { draft, shown } = await runEntryPoint(git.bench, startFromChanges, [], before);
      assert.deepEqual([rows(draft), shown], [[], []], 'the question for another one was closed');
      assert.deepEqual(draft.fields, before.fields);
      const selecting = async (picked: string) => {
        using _ = new Answers({ picked });
        return await runAnswered(git.bench, startFromChanges, [], before);
      };
      const { shown: refusal } = await selecting('No Repository');
      assert.deepEqual(refusal, ['To add changes, select an open Git repository first.']);
      assert.doesNotMatch(JSON.stringify(await selecting('octocat/Hello-World')), /Changed/);
      const { draft: selected } = await selecting('me/changed');
      assert.match(selected.attachments?.[0]?.text ?? '', /\+Changed/);
      assert.deepEqual([selected.fields, selected.chosen?.root], [{}, repository.path]);
    });

    it('not from a closed repository: it asks', async () => {
      await git.window.show(repository.path);
      await write('README.md', 'Changed\n');
      const gone: Draft = { fields: {}, chosen: { root: path.join(git.folder, 'gone') } };
      const { draft, shown } = await runEntryPoint(git.bench, startFromChanges, [], gone);
      assert.deepEqual([rows(draft), draft.chosen, shown], [[], gone.chosen, []]);
    });
  });
});
