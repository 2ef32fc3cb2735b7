import assert from 'node:assert/strict';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import type { DraftFields } from '../../src/draft/draftFields';
import type { RepositorySelection } from '../../src/repository/repository';
import { CanceledProgress } from '../support/canceledProgress';
import { StartBench } from '../support/startBench';

const here = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('A start without a user', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  const rows: readonly (readonly [title: string, given: DraftFields, sent: object])[] = [
    ['repository, provider and branch from the workspace', {}, here],
    ['nothing from the workspace with another repository', { repository: 'a/sub/b' }, { repository: 'a/sub/b' }],
    ['no repository when told so', { repository: null }, {}],
  ];
  for (const [title, given, sent] of rows) {
    it(`sends ${title}`, async () => {
      const message = { initial_user_msg: 'Fix it' };
      assert.deepEqual(await bench.receive({ ...message, ...given }), { ...message, ...sent });
    });
  }

  it("rejects in a sentence if the key is rejected, and doesn't send twice", async () => {
    await bench.keys.set(bench.origin, 'another-key');
    await assert.rejects(runStartCommand({ initial_user_msg: 'x' }, bench.ports), /rejected the session key/);
    assert.equal(bench.posts.length, 1);
  });

  it('can be canceled while Git takes long, and sends nothing', async () => {
    Object.assign(bench.ports.workspace, { selectRepository: () => new Promise(() => undefined) });
    const canceled = new CanceledProgress();
    try {
      await assert.rejects(bench.receive({ initial_user_msg: 'x' }), /Not started\. You canceled while Git was asked/);
    } finally {
      canceled.dispose();
    }
    assert.deepEqual([canceled.titles, bench.service.requests], [['Waiting for Git...'], []]);
  });

  const remotes = ['fork', 'upstream'].map((name) => ({
    name,
    location: { host: 'github.com', repository: `${name}/x` },
  }));
  const changes = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 };
  const forked = { root: '/clone', head: { kind: 'branch', name: 'main', sameName: [] }, remotes, changes } as const;
  it('is rejected without a repository beside several remotes, and not when told so', async () => {
    const selection: RepositorySelection = { kind: 'repository', repository: forked, reason: 'onlyOne' };
    Object.assign(bench.ports.workspace, { selectRepository: () => Promise.resolve(selection) });
    await assert.rejects(bench.receive({ initial_user_msg: 'x' }), /has several remotes/);
    assert.deepEqual(bench.service.requests, []);
    assert.deepEqual(await bench.receive({ initial_user_msg: 'x', repository: null }), { initial_user_msg: 'x' });
  });
});
