import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startFromTerminal, startFromTestFailure } from '../../src/entry/vscode/startFromOutput';
import { AnsweredLists } from '../support/answers';
import { GitBench } from '../support/gitBench';
import { replaced } from '../support/replaced';
import { rowsOf as rows, runEntryPoint } from '../support/runEntryPoint';
import { workspaceFile, workspaceFolder } from '../support/workspaceFolder';

describe('An entry point adds to the draft', () => {
  const git = GitBench.use();

  describe('a selection of a terminal:', () => {
    const terminals: vscode.Terminal[] = [];
    afterEach(() => terminals.splice(0).forEach((terminal) => terminal.dispose()));

    async function terminal(name: string, text: string): Promise<void> {
      const written = new vscode.EventEmitter<string>();
      const opened = new vscode.EventEmitter<void>();
      const isOpen = new Promise<void>((resolve) => opened.event(resolve));
      const pty = { onDidWrite: written.event, open: () => opened.fire(), close: () => undefined };
      const made = vscode.window.createTerminal({ name, pty });
      terminals.push(made);
      made.show();
      await isOpen;
      written.fire(text);
    }

    it('without its colors, leaving the clipboard as it was', async () => {
      await terminal('bench', '\x1b[31mError:\x1b[0m it fails\r\n');
      await vscode.env.clipboard.writeText('what was there');
      let found = await runEntryPoint(git.bench, startFromTerminal);
      // A terminal shows what was written to it some time later.
      for (let tries = 0; found.shown.length > 0 && tries < 1000; tries++) {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        found = await runEntryPoint(git.bench, startFromTerminal);
      }
      assert.deepEqual(found.shown, []);
      assert.deepEqual(rows(found.draft), ['terminal bench']);
      assert.match(found.draft.attachments?.[0]?.text ?? '', /```text\nError: it fails\n/);
      assert.equal(await vscode.env.clipboard.readText(), 'what was there');
    });

    it('leaving the clipboard as it was although a held key runs it again meanwhile', async () => {
      let text = 'what was there';
      let runs = 0;
      const runsAgain: PromiseWithResolvers<void> = Promise.withResolvers();
      const held = Object.defineProperty({}, 'name', { get: () => (++runs === 2 && runsAgain.resolve(), 'bench') });
      const clipboard = {
        readText: () => Promise.resolve(text),
        writeText: (written: string) => Promise.resolve(void (text = written)),
      };
      const start = () => startFromTerminal(git.bench.ports);
      let second: Promise<unknown> | undefined;
      const { executeCommand } = vscode.commands;
      const copy = async (command: string, ...words: unknown[]) => {
        if (command !== 'workbench.action.terminal.copySelection') return executeCommand(command, ...words);
        text = 'selected';
        second ??= start();
        return runsAgain.promise;
      };
      using _lists = new AnsweredLists(() => undefined);
      using _ = replaced(vscode.env, { clipboard })
        .replace(vscode.window, { activeTerminal: held })
        .replace(vscode.commands, { executeCommand: copy });
      await start();
      await second;
      assert.deepEqual([runs, text], [2, 'what was there']);
    });

    it('of the terminal in which the command was run, even if the user has gone on to another one', async () => {
      const { drafts, ports } = git.bench;
      let name = 'first';
      let text = 'what was there';
      const clipboard = {
        readText: () => Promise.resolve(text),
        writeText: (written: string) => Promise.resolve(void (text = written)),
      };
      const goOn = () => {
        name = 'second';
        return Promise.resolve(drafts);
      };
      const copy = () => Promise.resolve(void (text = `selected in the ${name}`));
      using _ = replaced(vscode.env, { clipboard })
        .replace(vscode.window, { activeTerminal: Object.defineProperty({}, 'name', { get: () => name }) })
        .replace(vscode.commands, { executeCommand: copy });
      const { draft } = await runEntryPoint({ drafts, ports: { ...ports, drafts: goOn } }, startFromTerminal);
      assert.deepEqual(rows(draft), ['terminal first']);
    });

    it('without writing to a clipboard that has no text: it may hold a picture', async () => {
      await terminal('bench', '');
      await vscode.env.clipboard.writeText('');
      const { clipboard } = vscode.env;
      const written: string[] = [];
      const spy = {
        readText: () => clipboard.readText(),
        writeText: (text: string) => Promise.resolve(void written.push(text)),
      };
      using _ = replaced(vscode.env, { clipboard: spy });
      const { shown } = await runEntryPoint(git.bench, startFromTerminal);
      assert.match(shown.join(), /^Nothing is selected/);
      assert.deepEqual(written, []);
    });

    it('not if nothing is selected', async () => {
      await terminal('bench', '');
      await vscode.env.clipboard.writeText('what was there');
      const { draft, shown } = await runEntryPoint(git.bench, startFromTerminal);
      assert.deepEqual(rows(draft), []);
      assert.match(shown.join(), /^Nothing is selected/);
      assert.equal(await vscode.env.clipboard.readText(), 'what was there');
      using _ = replaced(vscode.window, { activeTerminal: undefined });
      assert.deepEqual((await runEntryPoint(git.bench, startFromTerminal)).shown, ['No terminal is open.']);
    });
  });

  describe('a failed test:', () => {
    // Unless the message says where it failed, the test's own place is the best that is known.
    for (const [place, location, said] of [
      ['README.md:2', new vscode.Location(workspaceFile('README.md'), new vscode.Position(1, 0)), 'Not `equal`'],
      ['src/hello.js:4', undefined, new vscode.MarkdownString('Not `equal`')],
      ['src/hello.js', undefined, 'Not `equal`'],
    ] as const)
      it(`its message, what was expected, and where: ${place}`, async () => {
        const controller = vscode.tests.createTestController('bench', 'Bench');
        const suite = controller.createTestItem('suite', 'Greeting', workspaceFile('src/hello.js'));
        const test = controller.createTestItem('test', 'greets', workspaceFile('src/hello.js'));
        if (place !== 'src/hello.js') test.range = new vscode.Range(3, 0, 5, 0);
        controller.items.add(suite);
        suite.children.add(test);
        const message = vscode.TestMessage.diff(said, 'Hello', 'Hallo');
        if (location) message.location = location;
        const run = controller.createTestRun(new vscode.TestRunRequest([test]));
        run.failed(test, message);
        run.end();
        const { draft, shown } = await runEntryPoint(git.bench, startFromTestFailure, [{ test, message }]);
        controller.dispose();
        assert.deepEqual(shown, []);
        assert.deepEqual(rows(draft), [`testFailure Greeting > greets (${place})`]);
        assert.equal(draft.chosen?.root, workspaceFolder().fsPath);
        assert.match(
          draft.attachments?.[0]?.text ?? '',
          /```text\nNot `equal`\n```\n\nExpected:[^]*Hello[^]*Actual:[^]*Hallo/,
        );
      });
  });
});
