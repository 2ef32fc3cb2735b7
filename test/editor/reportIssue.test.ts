import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecentFailures } from '../../src/service/recentFailures';
import type { WindowFacts } from '../../src/help/diagnostics';
import { directly } from '../../src/client/network';
import { Configuration } from '../../src/service/vscode/configuration';
import { diagnosticsHere } from '../../src/help/vscode/windowDiagnostics';
import { commands, extensionId } from '../../src/names';
import type { DiagnosticPorts } from '../../src/help/vscode/gatherDiagnostics';
import { reportIssue } from '../../src/help/vscode/reportIssue';
import { GitBench } from '../support/gitBench';
import { marked, markedIn } from '../support/markedSecrets';

const extension = () => vscode.extensions.getExtension<unknown>(extensionId) ?? assert.fail('missing');
const reporter = 'workbench.action.openIssueReporter';

/** Runs something as if this setting were set, without setting it: VS Code would want to restart. */
async function withFeedback(isOn: boolean, doing: () => Promise<void>): Promise<void> {
  const { getConfiguration } = vscode.workspace;
  const telemetry = { get: (name: string) => (name === 'feedback.enabled' ? isOn : assert.fail(name)) };
  const read = (section?: string) => (section === 'telemetry' ? telemetry : getConfiguration(section));
  vscode.workspace.getConfiguration = read as typeof getConfiguration;
  try {
    await doing();
  } finally {
    vscode.workspace.getConfiguration = getConfiguration;
  }
}

describe('A report about a problem', () => {
  const git = GitBench.use();
  let ports: DiagnosticPorts;

  beforeEach(async () => {
    await git.bench.keys.set(git.bench.origin, marked('session-key'));
    ports = {
      ...git.bench.ports,
      configuration: { serviceUrl: git.bench.ports.configuration.serviceUrl, requestTimeoutSeconds: 120 },
      host: () => diagnosticsHere(extension(), new Configuration(), () => Promise.resolve(directly), git.bench.log),
      failures: () => Promise.resolve(new RecentFailures()),
      report: (error) => assert.fail(String(error)),
    };
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  /** Returns what the issue reporter was given if it was opened; otherwise the text of the document. */
  async function reported(facts: Partial<WindowFacts>, openReporter: () => Promise<void> = () => Promise.resolve()) {
    const { executeCommand } = vscode.commands;
    const given: unknown[] = [];
    const execute = (id: string, ...rest: unknown[]) => {
      if (id !== reporter) return executeCommand(id, ...rest);
      given.push(...rest);
      return openReporter();
    };
    const host = async () => {
      const known = await ports.host();
      return { ...known, window: { ...(known.window ?? assert.fail('missing')), ...facts } };
    };
    const { showTextDocument } = vscode.window;
    let shown: vscode.TextDocument | undefined;
    const show = (document: vscode.TextDocument, options: vscode.TextDocumentShowOptions) => {
      shown = document;
      return showTextDocument(document, options);
    };
    vscode.commands.executeCommand = execute as typeof executeCommand;
    vscode.window.showTextDocument = show as typeof showTextDocument;
    try {
      await reportIssue({ ...ports, host });
    } finally {
      vscode.commands.executeCommand = executeCommand;
      vscode.window.showTextDocument = showTextDocument;
    }
    return { given, text: shown?.getText() };
  }

  const github = 'https://github.com/octocat/agent-conversations/issues';
  const other = 'https://issues.example.com/agent-conversations';
  const onDesktop = { ui: 'desktop', issuePage: github } as const;

  it('goes to the issue reporter with the diagnostics, if it can file it', async () => {
    const { given, text } = await reported(onDesktop);
    assert.equal(text, undefined);
    const [{ data, ...rest }, ...more] = given as [{ readonly data: string }];
    assert.deepEqual([rest, more], [{ extensionId }, []]);
    assert.match(data, /^# Agent Conversations: diagnostics\n/);
    assert.deepEqual(markedIn(data), []);
    assert.ok(git.bench.log.lines.some((line) => line.includes('Hidden lines.')));
  });

  const inDocument: readonly (readonly [what: string, facts: Partial<WindowFacts>, isOn: boolean, where: RegExp])[] = [
    ['if there is no issue page', { ui: 'desktop' }, true, /send this to the extension's publisher/],
    ['in a browser', { ui: 'browser', issuePage: github }, true, /post this at https:\/\/github\.com\/octocat\//],
    [
      'if the issue page is elsewhere',
      { ui: 'desktop', issuePage: other },
      true,
      /post this at https:\/\/issues\.example\.com\//,
    ],
    ['if feedback is turned off', onDesktop, false, /post this at https:\/\/github\.com\/octocat\//],
  ];
  for (const [what, facts, isOn, where] of inDocument) {
    it(`is a document ${what}`, async () => {
      await withFeedback(isOn, async () => {
        const { given, text = '' } = await reported(facts);
        assert.deepEqual(given, []);
        assert.match(text, where);
      });
    });
  }

  it('is a document if the issue reporter fails', async () => {
    const { given, text = '' } = await reported(onDesktop, () => Promise.reject(new Error('broken')));
    assert.equal(given.length, 1);
    assert.match(text, /^<!--\nNothing has been sent\.\n/);
  });

  it('has the cursor below the first question, and names no secret', async () => {
    const { text = '' } = await reported({});
    const { selection, document } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(document.languageId, 'markdown');
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.active));
    assert.match(before, /\n-->\n\n# What did you do\?\n\n$/);
    assert.match(text, /\n\n# What happened instead\?\n\n\n\n# Agent Conversations: diagnostics\n/);
    assert.match(text, /\n- Session key: set\n/);
    assert.deepEqual(markedIn(text), []);
  });

  it("comes from the extension's command, and leaves the clipboard alone", async () => {
    await vscode.env.clipboard.writeText('mine');
    await vscode.commands.executeCommand(commands.reportIssue);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /\n# Agent Conversations: diagnostics\n/);
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
  });
});
