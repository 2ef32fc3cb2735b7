import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnostics } from '../../../src/help/diagnostics';
import type { DiagnosticFacts, NetworkFacts, WindowFacts } from '../../../src/help/diagnostics';
import { Redactor } from '../../../src/base/redactor';

const at = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** Of a user, a folder, a repository, a branch, and so on. */
const name = 'marked-name';

const window: WindowFacts = {
  extensionVersion: '0.1.0',
  vscodeVersion: '1.104.0',
  appHost: 'desktop',
  ui: 'desktop',
  remote: 'ssh-remote',
  platform: 'linux',
  architecture: 'x64',
  nodeVersion: '20.19.0',
  isTrusted: true,
  folders: 2,
  changedSettings: [
    { name: 'serviceUrl', where: 'user' },
    { name: 'remote', where: 'workspace' },
  ],
};
const network: NetworkFacts = {
  httpClient: 'bundled',
  proxySupport: 'override',
  proxy: { from: 'setting', host: 'proxy.example.com:8080' },
  hasExceptions: true,
  strictSSL: true,
  certificates: 3,
  hasExtraCertificates: false,
};
const facts: DiagnosticFacts = {
  window,
  service: {
    address: { origin: 'https://agents.example.com:8443' },
    key: 'set',
    settings: 'loaded',
    timeoutSeconds: 120,
  },
  network,
  git: { extension: 'ready', version: '2.39.5', repositories: 3 },
  repository: {
    root: `/home/${name}/${name}`,
    reason: 'activeEditor',
    remote: name,
    host: `${name}.example.com`,
    repository: `${name}/${name}`,
    gitProvider: 'gitlab',
    branch: name,
    upstream: `${name}/${name}`,
    otherRemotes: [name],
    notes: [
      { kind: 'ahead', commits: 2 },
      { kind: 'changes', files: { staged: 1, unstaged: 0, untracked: 0, conflicted: 0 } },
      { kind: 'detached', at: name },
      { kind: 'upstreamGone', branch: name },
      { kind: 'severalRemotes', remotes: [name] },
      { kind: 'remoteMissing', remote: name },
      { kind: 'notHosted', remote: name },
      { kind: 'chosenGone', root: name },
    ],
  },
  conversations: 12,
  drafts: 1,
  failures: [
    {
      at: at - 3 * minute,
      operation: 'startConversation',
      kind: 'status',
      detail: '401',
      route: 'proxy',
      sent: true,
    },
    { at: at - 180 * minute, operation: 'loadSettings', kind: 'refused', route: 'direct', sent: false },
  ],
  at,
};

const expected = `# Agent Conversations: diagnostics

## Window

- Agent Conversations: \`0.1.0\`
- VS Code: \`1.104.0\`, \`desktop\`, window in the desktop app
- Runs on: \`linux\` \`x64\`, Node \`20.19.0\`
- Requests sent from: remote, \`ssh-remote\`
- Trusted: yes
- Folders: 2
- Changed settings: \`serviceUrl\` (user), \`remote\` (workspace)

## Service

- URL: \`https://agents.example.com:8443\`
- Session key: set
- Settings view: loaded
- Request timeout: 120 s

## Network

- HTTP client: \`bundled\`
- Proxy: \`proxy.example.com:8080\`, from the setting
- http.proxySupport: \`override\`
- Proxy exceptions: set
- Certificate checks: yes
- Certificate authorities besides Node: 3
- NODE_EXTRA_CA_CERTS: not set

## Git

- Git extension: enabled
- Git: \`2.39.5\`
- Open repositories: 3

## Start repository

- Which: active editor
- Remote: present
- Remote URL recognized: yes
- Git provider: gitlab
- Upstream: present
- Notes: ahead 2, changes, detached, upstreamGone, severalRemotes, remoteMissing, notHosted, chosenGone

## Saved on this machine

- Conversations: 12
- Drafts: 1

## Recent failures

- 1: 3 min ago, startConversation, status \`401\`, through the proxy, after sending began
- 2: 3 h ago, loadSettings, refused, direct, before sending began
`;

const reportOf = (changed: Partial<DiagnosticFacts>) => diagnostics({ ...facts, ...changed }, new Redactor());

describe('diagnostics', () => {
  it('include everything but names, and nothing in them looks like a secret', () => {
    assert.equal(reportOf({}), expected);
    assert.ok(!expected.includes(name));
  });

  const { remote, ...besideWindow } = window;
  assert.ok(remote);
  const withProxy = (proxy: NetworkFacts['proxy']) => ({ network: { ...network, proxy } });
  const withService = (changed: Partial<DiagnosticFacts['service']>) => ({ service: { ...facts.service, ...changed } });
  const rows: readonly (readonly [what: string, changed: Partial<DiagnosticFacts>, line: string])[] = [
    ['no remote', { window: besideWindow }, "- Requests sent from: VS Code's machine"],
    ['a browser', { window: { ...window, ui: 'browser' } }, '- VS Code: `1.104.0`, `desktop`, window in a browser'],
    ['no changed settings', { window: { ...window, changedSettings: [] } }, '- Changed settings: none'],
    ['no trust', { window: { ...window, isTrusted: false } }, '- Trusted: no'],
    ['no URL', withService({ address: { refused: 'scheme' } }), '- URL: invalid (scheme)'],
    ['no key', withService({ key: 'notSet' }), '- Session key: not set'],
    [
      "a keyring that can't be read",
      withService({ key: 'unreadable' }),
      "- Session key: secret storage couldn't read it",
    ],
    ['a key without a URL', withService({ key: undefined }), '- Session key: none without a URL'],
    ['no proxy', withProxy({ from: 'none' }), '- Proxy: none'],
    ['a proxy that only VS Code knows', withProxy({ from: 'vscode' }), '- Proxy: chosen by VS Code'],
    [
      "a proxy that can't be parsed",
      withProxy({ from: 'environment' }),
      "- Proxy: URL couldn't be read, from the environment",
    ],
    ['no certificate checks', { network: { ...network, strictSSL: false } }, '- Certificate checks: no'],
    ['extra certificates', { network: { ...network, hasExtraCertificates: true } }, '- NODE_EXTRA_CA_CERTS: set'],
    ['no Git', { git: { extension: 'noProgram', repositories: 0 } }, "- Git extension: enabled, but Git wasn't found"],
    ['Git disabled', { git: { extension: 'disabled', repositories: 0 } }, '- Git extension: disabled'],
    ['no Git version', { git: { extension: 'missing', repositories: 0 } }, '- Git: unknown'],
    ['unreadable drafts', { drafts: undefined }, "- Drafts: couldn't be read"],
    ['no repository', { repository: { notes: [{ kind: 'noFolder' }] } }, '- Which: none\n- Remote: absent'],
    ['no failures', { failures: [] }, '## Recent failures\n\nNone.\n'],
    ['an unreadable section', { git: undefined }, "## Git\n\nCouldn't be read.\n"],
    ['a failure with a time in the future', { at: at - 60 * minute }, '- 1: just now, startConversation, status'],
  ];
  for (const [what, changed, line] of rows) {
    it(`have a line for ${what}`, () => {
      const report = reportOf(changed);
      assert.ok(report.includes(`\n${line}`), report);
    });
  }

  /** Facts whose texts all come from outside. */
  const withTexts = (text: string): DiagnosticFacts => ({
    ...facts,
    window: {
      ...window,
      extensionVersion: text,
      vscodeVersion: text,
      appHost: text,
      remote: text,
      platform: text,
      architecture: text,
      nodeVersion: text,
      changedSettings: [{ name: text, where: 'user' }],
    },
    service: { ...facts.service, address: { origin: text } },
    network: { ...network, httpClient: text, proxySupport: text, proxy: { from: 'setting', host: text } },
    git: { extension: 'ready', version: text, repositories: 1 },
    failures: facts.failures!.map((failure) => ({ ...failure, detail: text })),
  });

  it('contain no known secret, wherever it comes from', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.:/-]{24,60}$/), fc.string(), (secret, around) => {
        const redactor = new Redactor();
        redactor.add(`7${secret}`);
        assert.ok(!diagnostics(withTexts(`7${secret}`), redactor).includes(secret));
        assert.ok(!diagnostics(withTexts(`7${secret} ${around}`), redactor).includes(secret));
      }),
    );
  });

  it('keep their structure whatever the facts contain', () => {
    const shape = (report: string) => report.split('\n').map((line) => /^(?:#* |- [^:]+: )?/.exec(line)?.[0]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (units) => {
        const text = String.fromCharCode(...units);
        const report = diagnostics(withTexts(text), { redact: (given) => given });
        assert.deepEqual(shape(report), shape(expected));
        assert.doesNotMatch(report, /[<>]|\]\(|[^\x20-\x7e\n]/);
        assert.ok(report.length < 4000);
      }),
    );
  });
});
