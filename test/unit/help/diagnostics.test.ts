import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnostics, failureLines, repositoryLines, asOneWord, type Section } from '../../../src/help/diagnostics';
import type { RecentFailure } from '../../../src/service/recentFailures';
import type { Target } from '../../../src/repository/target';
import { Redactor } from '../../../src/base/redactor';
import { redactorOf } from '../../support/redactorOf';

const at = Date.UTC(2026, 0, 1);
const minute = 60_000;
const name = 'marked-name';

const target: Target = {
  root: `/home/${name}/${name}`,
  reason: 'activeEditor',
  remote: name,
  host: `${name}.example.com`,
  repository: `${name}/${name}`,
  gitProvider: 'gitlab',
  branch: name,
  trackingRef: `refs/remotes/${name}/${name}`,
  notes: [
    { kind: 'ahead', commits: 2 },
    { kind: 'changes', files: { staged: 1, unstaged: 0, untracked: 0, conflicted: 0, total: 1 } },
    { kind: 'detached', at: name },
    { kind: 'upstreamGone', branch: name },
    { kind: 'severalRemotes', remotes: [name] },
    { kind: 'remoteMissing', remote: name },
    { kind: 'notHosted', remote: name },
    { kind: 'chosenGone', root: name },
  ],
};
// prettier-ignore
const failures: readonly RecentFailure[] = [
  { at: at - 3 * minute, operation: 'startConversation', kind: 'status', detail: '401', route: 'proxy', sent: true },
  { at: at - 180 * minute, operation: 'loadSettings', kind: 'refused', detail: undefined, route: 'direct', sent: false },
];

/** Sections whose texts all come from outside. */
const withText = (text: string): readonly Section[] => [
  { name: 'Window', lines: [['VS Code', `${asOneWord(text)}, ${asOneWord(text)}`]] },
  { name: 'Start repository', lines: repositoryLines(target) },
  {
    name: 'Recent failures',
    lines: failureLines(
      failures.map((failure) => ({ ...failure, detail: text })),
      at,
    ),
  },
];

describe('diagnostics', () => {
  it('list everything but names, and nothing in them looks like a secret', () => {
    const sections = [
      { name: 'Start repository', lines: repositoryLines(target) },
      { name: 'Recent failures', lines: failureLines(failures, at) },
      { name: 'Git', lines: undefined },
    ];
    assert.equal(
      diagnostics(sections, new Redactor()),
      `# Agent Conversations: diagnostics

## Start repository

- Selected by: activeEditor
- Remote: present
- Remote URL recognized: yes
- Git provider: gitlab
- Tracking ref: present
- Notes: ahead 2, changes, detached, upstreamGone, severalRemotes, remoteMissing, notHosted, chosenGone

## Recent failures

- 1: 3 min ago, startConversation, status \`401\`, route proxy, after sending began
- 2: 180 min ago, loadSettings, refused, route direct, before sending began

## Git

Couldn't be read.
`,
    );
  });

  it('have a line for no repository', () => {
    const lines = ['Selected by: none', 'Remote: absent', 'Remote URL recognized: no', 'Git provider: unknown'];
    assert.deepEqual(
      repositoryLines({ notes: [{ kind: 'noFolder' }] }).map((line) => line.join(': ')),
      [...lines, 'Tracking ref: absent', 'Notes: noFolder'],
    );
  });

  it('say that there are no failures', () => {
    const text = diagnostics([{ name: 'Recent failures', lines: failureLines([], at) }], new Redactor());
    assert.match(text, /\n## Recent failures\n\nNone\.\n$/);
  });

  it('have a line for a failure with a time in the future', () => {
    const [[, line] = []] = failureLines(failures, at - 60 * minute);
    assert.match(line ?? '', /^0 min ago, startConversation, status/);
  });

  it('contain no known secret, wherever it comes from', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.:/-]{24,60}$/), fc.string(), (secret, around) => {
        const redactor = redactorOf(`7${secret}`);
        assert.ok(!diagnostics(withText(`7${secret}`), redactor).includes(secret));
        assert.ok(!diagnostics(withText(`7${secret} ${around}`), redactor).includes(secret));
      }),
    );
  });

  it('keep their structure whatever the facts contain', () => {
    const shape = (report: string) => report.split('\n').map((line) => /^(?:#* |- [^:]+: )?/.exec(line)?.[0]);
    const unchanged = { redact: (given: string) => given };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (units) => {
        const report = diagnostics(withText(String.fromCharCode(...units)), unchanged);
        assert.deepEqual(shape(report), shape(diagnostics(withText('text'), unchanged)));
        assert.doesNotMatch(report, /[<>]|\]\(|[^\x20-\x7e\n]/);
        assert.ok(report.length < 4000);
      }),
    );
  });
});
