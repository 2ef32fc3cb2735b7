import assert from 'node:assert/strict';
import { runStartCommand, startAgain } from '../../src/start/vscode/commands';
import type { DraftFields } from '../../src/draft/draftFields';
import type { RepositorySelection } from '../../src/repository/repository';
import { reviewAgain, startReviewed } from '../../src/start/vscode/reviewedStart';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { draftsIn } from '../support/draftsIn';
import { DrivenBench } from '../support/drivenBench';
import { answers, holds } from '../service/faults';
import { holdTime, passHumanTime } from '../support/humanTime';
import { keptDraft, keptMessages } from '../support/keptDrafts';
import { otherRepositoryActive } from '../support/knownRepository';
import { until } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';
import { bothEnds } from '../support/tags';
import { CanceledProgress } from '../support/canceledProgress';

bothEnds('Everyone does it.').describe('A start with a part of a request', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  it('opens the sheet with that part, and sets aside what was written there', async () => {
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'half a thought' } });
    const sheet = new WatchedSlot();
    const started = runStartCommand({ repository: 'octocat/Spoon-Knife' }, { ...bench.ports, openSheet: sheet });
    await sheet.filled;
    sheet.dispose();
    assert.equal(await started, undefined);
    assert.deepEqual(bench.service.requests, []);
    assert.deepEqual(await keptMessages(bench.drafts), ['', 'half a thought']);
  });

  it('closes an open sheet first, so that its last words are set aside as well', async () => {
    const last = () => opened.edit({ fields: { initial_user_msg: 'a whole thought' } });
    const sheet = new WatchedSlot({ dispose: last });
    const opened = bench.drafts.begin({ fields: { initial_user_msg: 'half a' } });
    const started = runStartCommand({ repository: 'octocat/Spoon-Knife' }, { ...bench.ports, openSheet: sheet });
    await sheet.filled;
    sheet.dispose();
    await started;
    assert.deepEqual([...(await keptMessages(bench.drafts))].sort(), ['', 'a whole thought']);
  });

  it('is sent once while its key is held down, also after the answer, and again after that', async () => {
    using _time = holdTime();
    const held = holds({ performs: true });
    bench.service.misbehave('startConversation', held);
    const press = (task = 'Fix it') =>
      runStartCommand({ initial_user_msg: task, repository: 'octocat/Hello-World' }, bench.ports);
    const presses = [press(), press(), press()];
    await held.reached;
    presses.push(press());
    held.release();
    // Begun before the answer, and prepared after it.
    presses.push(press());
    await Promise.all(presses);
    assert.equal(bench.posts.length, 1);
    const answers = [await press(), await press()];
    assert.equal(bench.posts.length, 1, 'the key is still held down');
    assert.deepEqual(answers[1], answers[0]);
    passHumanTime();
    await press();
    assert.equal(bench.posts.length, 2);
    passHumanTime();
    await Promise.all([press(), press('Another'), press()]);
    assert.equal(bench.posts.length, 4, 'whatever another extension starts in between');
  });

  for (const [field, value, sentence] of [
    ['resultBranch', 'agent/fix', /^ExplainedError: Not started\. Unknown field "resultBranch" in/],
    ['initial_user_msg', 1, /"initial_user_msg" of the request must be a string/],
    ['image_urls', 'a', /"image_urls" of the request must be an array/],
  ] as const) {
    it(`is rejected in a sentence for ${field}: ${value}`, () =>
      assert.rejects(runStartCommand({ repository: 'a/b', [field]: value }, bench.ports), sentence));
  }
});

const here = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('A start in a workspace that the user does not trust', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  it('is rejected before anything is read or sent, whoever asks for it, with nothing to go back to', async () => {
    const id = await keptDraft(bench.drafts, { fields: { initial_user_msg: 'half a thought' } });
    await bench.receive({ initial_user_msg: 'Fix it' });
    const sent = bench.service.requests.length;
    let ways: readonly unknown[] | undefined;
    const report: StartPorts['report'] = (error, ...given) => ((ways = given), bench.ports.report(error));
    const ports = { ...bench.ports, workspace: bench.untrusted, report };
    await assert.rejects(runStartCommand({ initial_user_msg: 'Test it' }, ports), /Restricted Mode/);
    await assert.rejects(startAgain(ports, { id: bench.history.conversations[0]?.id }), /Restricted Mode/);
    assert.equal(await runStartCommand(undefined, ports), undefined);
    assert.match(String(bench.reported), /Restricted Mode/);
    assert.deepEqual([ways, bench.service.requests.length], [[], sent]);
    await draftsIn(bench.draftFolder).open(id);
  });
});

describe('A start without a user', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open({ asksGit: true })));
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
      assert.equal(bench.history.conversations[0]?.filledBy, 'command');
    });
  }

  it("rejects in a sentence if the key is rejected, and doesn't send twice", async () => {
    await bench.keys.set(bench.origin, 'another-key');
    await assert.rejects(runStartCommand({ initial_user_msg: 'x' }, bench.ports), /rejected the session key/);
    assert.equal(bench.posts.length, 1);
  });

  it('can be canceled while Git takes long, and sends nothing', async () => {
    Object.assign(bench.ports.workspace, { selectRepository: () => new Promise(() => undefined) });
    using canceled = new CanceledProgress();
    await assert.rejects(bench.receive({ initial_user_msg: 'x' }), /Not started\. You canceled while Git was asked/);
    assert.deepEqual([canceled.titles, bench.service.requests], [['Waiting for Git...'], []]);
  });

  const remotes = ['fork', 'upstream'].map((name) => ({
    name,
    location: { host: 'github.com', repository: `${name}/x` },
  }));
  const changes = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 };
  const forked = { root: '/clone', head: { kind: 'branch', name: 'main', sameName: [] }, remotes, changes } as const;
  const unclear: readonly (readonly [where: string, RepositorySelection, sentence: RegExp])[] = [
    ['several remotes', { kind: 'repository', repository: forked, reason: 'onlyOne' }, /has several remotes/],
    ['several repositories', { kind: 'several' }, /^ExplainedError: Not started\. Several repositories are open/],
    ["another user's repository", { kind: 'none', reason: 'unsafe' }, /Git couldn't read the repository/],
  ];
  for (const [where, selection, sentence] of unclear)
    it(`is rejected without a repository in ${where}, and not when told so`, async () => {
      Object.assign(bench.ports.workspace, { selectRepository: () => Promise.resolve(selection) });
      await assert.rejects(bench.receive({ initial_user_msg: 'x' }), sentence);
      assert.deepEqual(bench.service.requests, []);
      assert.deepEqual(await bench.receive({ initial_user_msg: 'x', repository: null }), { initial_user_msg: 'x' });
    });
});

describe('Start Again', () => {
  const its = DrivenBench.use();

  it('has one draft if it is run twice at once, or again after its sheet was closed', async () => {
    // With a repository, its clone would be saved in between.
    await its.bench.receive({ initial_user_msg: 'Fix it', repository: null });
    const [{ id } = assert.fail()] = its.bench.history.conversations;
    const shown = its.window.next();
    const both = [1, 2].map(() => startAgain(its.bench.ports, { id }));
    await shown;
    await Promise.race(both);
    its.bench.openSheet.clear();
    await Promise.all(both);
    assert.deepEqual(await keptMessages(its.bench.drafts), ['Fix it']);
    (await its.shownBy((ports) => startAgain(ports, { id }))).escape();
    await its.running;
    assert.deepEqual(await keptMessages(its.bench.drafts), ['Fix it']);
  });
});

describe('A start that has failed', () => {
  const its = DrivenBench.use();

  it('is shown again for the repository that it was sent for, whichever file is active by then', async () => {
    its.bench.service.misbehave('startConversation', answers(400, {}));
    const sheet = await its.shownBy((ports) => startReviewed(its.bench.drafts.begin(), ports));
    sheet.type('Fix it');
    await until(() => !sheet.busy);
    sheet.choose('start');
    await its.running;
    assert.equal(its.bench.posts.length, 1);
    Object.assign(its.bench.ports.workspace, otherRepositoryActive());
    const [{ id } = assert.fail()] = await its.bench.drafts.list();
    const again = await its.shownBy((ports) => reviewAgain(id, ports));
    await until(() => !again.busy);
    assert.match(again.descriptions.join('\n'), /^Repository: octocat\/Hello-World /m);
  });
});
