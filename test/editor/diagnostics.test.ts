import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { RecentFailures } from '../../src/service/recentFailures';
import { Redactor } from '../../src/base/redactor';
import { ServiceError } from '../../src/client/serviceError';
import { changedSettings, gitLines, networkLines } from '../../src/help/vscode/diagnosticSections';
import { directConnection } from '../../src/client/network';
import { Configuration, networkSettings } from '../../src/service/vscode/configuration';
import { Network } from '../../src/service/network';
import type { NetworkFor } from '../../src/service/serviceConnection';
import { configurationSection, extensionId } from '../../src/names';
import { copyDiagnostics, reportIssue, type DiagnosticPorts } from '../../src/help/vscode/commands';
import { makeSampleRepository } from '../host/sampleRepository';
import { CanceledProgress } from '../support/canceledProgress';
import { eventually } from '../support/eventually';
import { GitBench } from '../support/gitBench';
import { keptDocument } from '../support/keptDrafts';
import { marked, markedIn } from '../support/markedSecrets';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { replaced } from '../support/replaced';
import { setSetting, setSettingOf } from '../support/setSetting';
import { someConversation } from '../support/someConversation';
import { workspaceFile } from '../support/workspaceFolder';

const extension = () => vscode.extensions.getExtension<unknown>(extensionId) ?? assert.fail('missing');

const rest = { requestTimeoutSeconds: 120, httpClient: 'bundled' } as const;

/** Runs the command, clicks this button in each notification, and returns what was shown and copied. */
async function copied(ports: DiagnosticPorts, click?: string) {
  const shown: unknown[][] = [];
  const showInformationMessage = (...given: unknown[]) => {
    shown.push(given);
    return Promise.resolve(click);
  };
  using _ = replaced(vscode.window, { showInformationMessage });
  await copyDiagnostics(ports);
  return { shown, text: await vscode.env.clipboard.readText() };
}

describe('The diagnostics', () => {
  const git = GitBench.use();
  let failures: RecentFailures;
  let ports: DiagnosticPorts;

  beforeEach(() => {
    failures = new RecentFailures();
    ports = {
      ...git.bench.ports,
      configuration: new Configuration(),
      extension: extension(),
      networkFor: straight,
      failures: () => Promise.resolve(failures),
      report: (error) => assert.fail(String(error)),
    };
  });

  it('name the kind of a remote, and not the host that a window in a browser has for it', async () => {
    for (const [remoteName, kind] of [
      ['ssh-remote', 'ssh-remote'],
      ['devbox.example:8080', 'server'],
    ] as const) {
      using _ = replaced(vscode.env, { remoteName, uiKind: vscode.UIKind.Desktop });
      using _untrusted = replaced(vscode.workspace, { isTrusted: false });
      const { text } = await copied(ports);
      assert.match(text, new RegExp(`window in the desktop app\n.*\n.*remote, \`${kind}\`\n- Trusted: no$`, 'm'));
    }
  });

  it('are neither copied nor put into a report once they are canceled', async () => {
    await vscode.env.clipboard.writeText('what was there');
    const { length } = vscode.workspace.textDocuments;
    for (const run of [copied, reportIssue]) {
      using progress = new CanceledProgress();
      await run({ ...ports, failures: () => progress.canceled.then(() => failures) });
    }
    assert.equal(vscode.workspace.textDocuments.length, length);
    assert.equal(await vscode.env.clipboard.readText(), 'what was there');
  });

  it('contain nothing of a repository, a draft or a conversation, and no key', async () => {
    const sample = await makeSampleRepository(git.folder);
    const address = `https://${marked('user')}:${marked('token')}@gitlab.com/${marked('owner')}/${marked('name')}.git`;
    await sample.git('branch', '-m', marked('branch'));
    await sample.git('remote', 'rename', 'origin', marked('remote'));
    await sample.git('remote', 'set-url', marked('remote'), address);
    const root = path.join(git.folder, marked('folder'));
    await rename(sample.path, root);
    await git.window.show(root);
    await git.bench.keys.set(git.bench.origin, marked('session-key'));
    await keptDocument(git.bench.drafts, { fields: {}, body: marked('message') });
    const { url: baseUrl } = git.bench.service;
    const call = { operation: 'startConversation', baseUrl, address: `${baseUrl}/${marked('path')}` } as const;
    failures.add(new ServiceError(call, { kind: 'status', status: 422, text: marked('words') }, { sent: true }));

    const { text } = await copied(ports);
    assert.deepEqual(markedIn(text), [], text);
    for (const place of [homedir(), git.folder]) assert.ok(!text.includes(place), text);
    for (const line of [
      `- Agent Conversations: \`${(extension().packageJSON as { version: string }).version}\``,
      `- VS Code: \`${vscode.version}\`, \`${vscode.env.appHost}\`, window in `,
      `- Runs on: \`${process.platform}\` \`${process.arch}\`, Node \`${process.versions.node}\`\n- Requests sent from: `,
      '- Trusted: yes\n- Folders: ',
      `- URL: \`${git.bench.origin}\`\n- Session key: set\n- Settings view: idle\n- Request timeout: 120 s`,
      '- Git extension: enabled\n- Git: `2.',
      '## Conversations\n\n- Read: 0\n- Older ones on disk: no',
      '- Selected by: activeEditor\n- Remote: present',
      '- Remote URL recognized: yes\n- Git provider: gitlab',
      '## Drafts\n\n- Offered in this window: 1',
      '- 1: 0 min ago, startConversation, status `422`, route direct, after sending began',
    ])
      assert.ok(text.includes(`\n${line}`), `${line} in ${text}`);
    assert.ok(!text.includes("ouldn't be read"), text);
  });

  it('are available when nothing else works', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    const { text } = await copied({
      ...ports,
      extension: { packageJSON: undefined, extensionKind: vscode.ExtensionKind.Workspace },
      networkFor: fail,
      failures: fail,
      drafts: fail,
      keys: { get: fail },
      history: { ...ports.history, load: fail },
      workspace: { ...ports.workspace, isTrusted: true, id: undefined, selectRepository: fail },
    });
    assert.match(text, /Session key: secret storage couldn't read it/);
    for (const part of ['Window', 'Network', 'Start repository', 'Conversations', 'Drafts', 'Recent failures'])
      assert.ok(text.includes(`## ${part}\n\nCouldn't be read.\n`), text);
    assert.match(text, /\n## Git\n\n- Git extension: enabled\n/);
  });

  it("don't take the conversations that were read for all", async () => {
    const history = { load: () => Promise.resolve([someConversation()]), completeSince: 1 };
    const { text } = await copied({ ...ports, history });
    assert.ok(text.includes('## Conversations\n\n- Read: 1\n- Older ones on disk: yes'), text);
  });

  it('say that there is no Git', async () =>
    assert.deepEqual(await gitLines(undefined), [['Git extension', 'not available']]));

  it("say that there is no key, or no URL that's valid", async () => {
    const none = await copied({ ...ports, keys: { get: () => Promise.resolve(undefined) } });
    assert.match(none.text, /\n- Session key: not set\n/);
    const serviceUrl = { ok: false, reason: 'scheme' } as const;
    const invalid = await copied({ ...ports, configuration: { ...rest, serviceUrl } });
    assert.match(invalid.text, /\n- URL: invalid \(scheme\)\n- Session key: none without a URL\n/);
  });

  it("don't show the beginning of a password as the host", async () => {
    const address = { baseUrl: 'http://me:12/secret@agents', origin: 'http://me:12', loopback: false, secure: false };
    const { text } = await copied({ ...ports, configuration: { ...rest, serviceUrl: { ok: true, address } } });
    assert.match(text, /URL: invalid \(unclear\)/);
    assert.ok(!text.includes('me:12'), text);
  });

  it('are copied with one notification, which can show them as a document', async () => {
    const { text, shown } = await copied(ports, 'Show');
    assert.deepEqual([shown.length, shown[0]?.slice(1)], [1, ['Show']]);
    const active = () => vscode.window.activeTextEditor?.document;
    await eventually('the document', () => active()?.getText() === text, vscode.window.onDidChangeActiveTextEditor);
    assert.deepEqual([active()?.isUntitled, active()?.languageId], [true, 'markdown']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  describe('in a report about a problem', () => {
    afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

    it('are below the questions, with the cursor at the first of them, and name no secret', async () => {
      await git.bench.keys.set(git.bench.origin, marked('session-key'));
      await reportIssue(ports);
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

    it('name the page for issues once package.json does', async () => {
      const { extensionKind, packageJSON: own } = extension() as { extensionKind: 1 | 2; packageJSON: object };
      const packageJSON = { ...own, bugs: { url: 'https://example.com/issues' } };
      await reportIssue({ ...ports, extension: { packageJSON, extensionKind } });
      const page = /\nAnswer the questions, then add this as a new issue: https:\/\/example\.com\/issues\n/;
      assert.ok(vscode.workspace.textDocuments.some((document) => page.test(document.getText())));
    });

    it("come from the extension's command, which leaves the clipboard alone", async () => {
      await vscode.env.clipboard.writeText('mine');
      await vscode.commands.executeCommand('agentConversations.reportIssue');
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /\n# Agent Conversations: diagnostics\n/);
      assert.equal(await vscode.env.clipboard.readText(), 'mine');
    });
  });
});

describe('The settings in the diagnostics', () => {
  const names = () =>
    changedSettings(
      configurationSection,
      ['httpClient', 'remote', 'templates'].map((name) => `${configurationSection}.${name}`),
    );

  afterEach(async () => {
    for (const name of ['remote', 'templates']) {
      await setSetting(name, undefined);
      await setSetting(name, undefined, vscode.ConfigurationTarget.Workspace);
    }
    // VS Code leaves an empty file, which every test of the repository would see as a change.
    await removeFolder(workspaceFile('.vscode').fsPath);
  });

  it('are those that were changed, and where', async () => {
    assert.deepEqual(names(), []);
    await setSetting('templates', { One: 'text' });
    await setSetting('remote', 'fork', vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(names(), ['`remote` (workspace)', '`templates` (user)']);
  });

  it("are the workspace's if only one of its folders has them", () => {
    const inspect = () => ({ defaultValue: '', workspaceFolderValue: 'fork' });
    using _ = replaced(vscode.workspace, { getConfiguration: () => ({ get: () => 'fork', inspect }) });
    assert.equal(names()[0], '`httpClient` (workspace)');
  });

  it("aren't those that are written down with their defaults", async () => {
    await setSetting('templates', {});
    await setSetting('remote', '');
    assert.deepEqual(names(), []);
  });
});

/** Connection without a proxy. */
const straight: NetworkFor = () => Promise.resolve(directConnection);

describe('The network in the diagnostics', () => {
  afterEach(async () => {
    for (const name of ['proxy', 'proxySupport', 'proxyStrictSSL', 'noProxy'])
      await setSettingOf('http', name, undefined);
  });

  const proxy = `http://${marked('user')}:${marked('password')}@proxy.example.com:8080`;
  const unclear = `http://${marked('user')}:12/${marked('password')}@proxy.example.com`;
  const authorities = 'Certificate authorities besides Node';
  const direct = {
    'HTTP client': '`bundled`',
    Proxy: 'none',
    'http.proxySupport': '`override`',
    'Proxy exceptions': 'not set',
    'Certificate checks': 'yes',
    [authorities]: '0',
    NODE_EXTRA_CA_CERTS: 'not set',
  };
  type Texts = Readonly<Record<string, string>>;
  // prettier-ignore
  const rows: readonly (readonly [what: string, settings: Readonly<Record<string, unknown>>, environment: Texts, lines: Texts])[] = [
    ['a direct connection', {}, {}, direct],
    ['a proxy from the settings', { proxy }, {}, { Proxy: '`proxy.example.com:8080`, from the setting' }],
    ['a proxy from the environment', {}, { HTTPS_PROXY: proxy }, { Proxy: '`proxy.example.com:8080`, from the environment' }],
    ["a proxy that can't be parsed", {}, { HTTPS_PROXY: unclear }, { Proxy: "URL couldn't be read, from the environment" }],
    ['a proxy that is turned off', { proxy, proxySupport: 'off' }, {}, { Proxy: 'none' }],
    ['hosts without a proxy', { noProxy: [marked('host')] }, {}, { 'Proxy exceptions': 'set' }],
    ['hosts without a proxy from the environment', {}, { no_proxy: marked('host') }, { 'Proxy exceptions': 'set' }],
    ['hosts without a proxy from the environment, in capitals', {}, { NO_PROXY: marked('host') }, { 'Proxy exceptions': 'set' }],
    ['certificate checks turned off', { proxyStrictSSL: false }, {}, { 'Certificate checks': 'no' }],
    ['certificate authorities from a file', {}, { NODE_EXTRA_CA_CERTS: marked('file') }, { NODE_EXTRA_CA_CERTS: 'set' }],
  ];
  for (const [what, settings, environment, expected] of rows) {
    it(`shows ${what}, without secrets`, async () => {
      for (const [name, value] of Object.entries(settings)) await setSettingOf('http', name, value);
      const network = new Network({
        settings: networkSettings,
        environment,
        systemCertificates: () => [],
        log: new RecordingLog(),
        redactor: new Redactor(),
      });
      const networkFor: NetworkFor = (...of) => network.optionsFor(...of);
      const given = ['https://service.test', 'bundled', networkFor, environment] as const;
      const lines = Object.fromEntries(await networkLines(...given));
      assert.deepEqual({ ...lines, ...expected }, lines);
      assert.deepEqual(markedIn(JSON.stringify(lines)), []);
    });
  }

  it("shows that VS Code's client chooses the proxy itself", async () => {
    const networkFor: NetworkFor = () => Promise.resolve({ ...directConnection, httpClient: 'vscode' });
    const lines = await networkLines('https://service.test', 'vscode', networkFor, {});
    const { 'HTTP client': client, Proxy: chosen, [authorities]: counted } = Object.fromEntries(lines);
    assert.deepEqual([client, chosen, counted], ['`vscode`', 'chosen by VS Code', 'unknown']);
  });
});
