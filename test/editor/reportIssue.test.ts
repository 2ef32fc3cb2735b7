import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecentFailures } from '../../src/service/recentFailures';
import { directConnection } from '../../src/client/network';
import { Configuration } from '../../src/service/vscode/configuration';
import { extensionId } from '../../src/names';
import { reportIssue } from '../../src/help/vscode/diagnosticCommands';
import { GitBench } from '../support/gitBench';
import { marked, markedIn } from '../support/markedSecrets';

describe('A report about a problem', () => {
  const git = GitBench.use();

  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('has the cursor below the first question, and names no secret', async () => {
    await git.bench.keys.set(git.bench.origin, marked('session-key'));
    await reportIssue({
      ...git.bench.ports,
      configuration: new Configuration(),
      extension: vscode.extensions.getExtension<unknown>(extensionId) ?? assert.fail('missing'),
      networkFor: () => Promise.resolve(directConnection),
      failures: () => Promise.resolve(new RecentFailures()),
      report: (error) => assert.fail(String(error)),
    });
    const { selection, document } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(document.languageId, 'markdown');
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.active));
    assert.match(before, /^<!--\nNothing has been sent\.\n.*send this to the extension's publisher/);
    assert.match(before, /\n-->\n\n# What did you do\?\n\n$/);
    const text = document.getText();
    assert.match(text, /\n\n# What happened instead\?\n\n\n\n# Agent Conversations: diagnostics\n/);
    assert.match(text, /\n- Session key: set\n/);
    assert.deepEqual(markedIn(text), []);
  });

  it('names the page for issues once package.json does', async () => {
    const extension = vscode.extensions.getExtension<unknown>(extensionId) ?? assert.fail('missing');
    const packageJSON: unknown = { ...(extension.packageJSON as object), bugs: { url: 'https://example.com/issues' } };
    await reportIssue({
      ...git.bench.ports,
      configuration: new Configuration(),
      extension: { packageJSON, extensionKind: extension.extensionKind },
      networkFor: () => Promise.resolve(directConnection),
      failures: () => Promise.resolve(new RecentFailures()),
      report: (error) => assert.fail(String(error)),
    });
    const named = /\nAnswer the questions, then add this as a new issue: https:\/\/example\.com\/issues\n/;
    assert.ok(vscode.workspace.textDocuments.some((document) => named.test(document.getText())));
  });

  it("comes from the extension's command, and leaves the clipboard alone", async () => {
    await vscode.env.clipboard.writeText('mine');
    await vscode.commands.executeCommand('agentConversations.reportIssue');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /\n# Agent Conversations: diagnostics\n/);
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
  });
});
