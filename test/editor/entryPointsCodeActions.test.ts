import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeActions } from '../../src/entry/vscode/codeActions';
import { startFromComment, startFromProblem } from '../../src/entry/vscode/startFromEditor';
import { GitBench } from '../support/gitBench';
import { rowsOf as rows, runEntryPoint } from '../support/runEntryPoint';
import { workspaceFile } from '../support/workspaceFolder';

describe('The light bulb delegates', () => {
  const git = GitBench.use();
  const file = () => workspaceFile('src/hello.js');
  const diagnostics = vscode.languages.createDiagnosticCollection('bench');
  afterEach(async () => {
    diagnostics.clear();
    // VS Code shows an unsaved document by itself a moment later: over what the next test shows.
    for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
  after(() => diagnostics.dispose());

  /** The extension's own code actions among all that VS Code offers, including those of the shipped extension. */
  async function offered(document: vscode.TextDocument, range: vscode.Range): Promise<readonly vscode.CodeAction[]> {
    const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
    );
    return all.filter(({ title }) => /^Delegate/.test(title));
  }

  it('a problem, with everything that is said about it', async () => {
    const document = await vscode.workspace.openTextDocument(file());
    const range = new vscode.Range(1, 2, 2, 1);
    const problem = new vscode.Diagnostic(range, 'Never\nreturns', vscode.DiagnosticSeverity.Warning);
    problem.source = 'bench';
    problem.code = { value: 'no-return', target: vscode.Uri.parse('https://example.com/no-return') };
    const caller = workspaceFile('README.md');
    const location = new vscode.Location(caller, new vscode.Position(4, 0));
    problem.relatedInformation = [new vscode.DiagnosticRelatedInformation(location, 'Called here')];
    diagnostics.set(file(), [problem]);
    const [action, ...others] = await offered(document, new vscode.Range(1, 4, 1, 4));
    assert.deepEqual([action?.title, others.length], ['Delegate to Agent', 0]);
    assert.equal(action?.kind?.value, 'quickfix');

    const { draft, shown } = await runEntryPoint(git.bench, startFromProblem, [file(), [problem]]);
    assert.deepEqual(shown, []);
    assert.deepEqual(rows(draft), ['problem src/hello.js:2:3 bench(no-return)']);
    const text = draft.attachments?.[0]?.text ?? '';
    assert.match(text, /```text\nwarning bench\(no-return\): Never\nreturns\nREADME\.md:5:1: Called here\n```/);
    assert.match(text, /Lines 1-6:\n\n```javascript\nfunction greet/);
  });

  it('several problems in one place, each as its own attachment', async () => {
    const document = await vscode.workspace.openTextDocument(file());
    const range = new vscode.Range(0, 0, 0, 8);
    const problems = ['One', 'Two', 'Three'].map((message) => {
      const problem = new vscode.Diagnostic(range, message);
      problem.code = message === 'One' ? message : '';
      return problem;
    });
    diagnostics.set(file(), problems);
    assert.equal((await offered(document, range)).length, 1);
    const { draft } = await runEntryPoint(git.bench, startFromProblem, [file(), problems]);
    const about = 'problem src/hello.js:1:1';
    assert.deepEqual(rows(draft), [`${about} (One)`, about, `${about} (2)`]);
    const again = await runEntryPoint(git.bench, startFromProblem, [file(), problems], draft);
    assert.equal(rows(again.draft).length, 3, 'not added twice');
    const one = await runEntryPoint(git.bench, startFromProblem, [file(), problems.slice(2)], draft);
    assert.deepEqual(one.draft.attachments, draft.attachments, 'and not over another one');
  });

  it('a comment that says what is to be done', async () => {
    const content = 'a();\n// TODO: greet in German\n// and in French\nb();\nconst todoList = [];\n';
    const document = await vscode.workspace.openTextDocument({ content, language: 'javascript' });
    const at = (line: number) => offered(document, new vscode.Range(line, 4, line, 4));
    assert.deepEqual(
      (await at(1)).map(({ title, command }) => [title, command?.command !== undefined]),
      [['Delegate TODO to Agent', true]],
    );
    for (const line of [0, 2, 4]) assert.deepEqual(await at(line), [], `line ${line}`);
    const { draft } = await runEntryPoint(git.bench, startFromComment, [document.uri, 1]);
    assert.match(rows(draft).join(), /^comment Untitled-\d+:2$/);
    assert.match(
      draft.attachments?.[0]?.text ?? '',
      /Lines 1-6:\n\n```javascript\na\(\);\n\/\/ TODO: greet in German\n/,
    );
  });

  it('nothing, without a word, if a keyboard shortcut is bound to them', async () => {
    for (const entry of [startFromProblem, startFromComment]) {
      const { draft, shown } = await runEntryPoint(git.bench, entry);
      assert.deepEqual([rows(draft), shown], [[], []]);
    }
  });

  it('nothing if only another kind of action is requested', async () => {
    const document = await vscode.workspace.openTextDocument({ content: '// TODO: x', language: 'javascript' });
    const range = new vscode.Range(0, 4, 0, 4);
    const { QuickFix, Refactor } = vscode.CodeActionKind;
    for (const only of [Refactor, QuickFix]) {
      const context = { diagnostics: [], only, triggerKind: vscode.CodeActionTriggerKind.Invoke };
      assert.equal(codeActions(document, range, context).length, only === QuickFix ? 1 : 0);
    }
  });
});
