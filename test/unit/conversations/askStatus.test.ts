import assert from 'node:assert/strict';
import { askState, askStatus } from '../../../src/conversations/askStatus';
import { isUnanswered } from '../../../src/conversations/reportedStatus';
import type { Conversation } from '../../../src/conversations/conversation';
import type { ConversationState } from '../../../src/client/records';
import type { Failure } from '../../../src/client/serviceError';
import type { History } from '../../../src/conversations/history';
import { failedRequest } from '../../support/failedRequest';
import { conversation } from '../../support/histories';
import { HistoryFolder } from '../../support/historyFolder';

const now = Date.now();
const { signal } = new AbortController();
const running = { status: 'RUNNING', runtimeStatus: '', reportedAt: now - 60_000 } as const;

describe('the status of conversations, once it was asked for', () => {
  let disk: HistoryFolder;
  let history: History;
  let ended: string[];
  let changed: string[];

  beforeEach(async () => {
    disk = new HistoryFolder();
    [history, ended, changed] = [disk.open(), [], []];
    // Two starts led to the same conversation, whose id another service has, too.
    for (const [id, conversationId, more] of [
      ['first', 'one', {}],
      ['again', 'one', {}],
      ['elsewhere', 'one', { baseUrl: 'http://elsewhere' }],
      ['other', 'two', {}],
    ] as const)
      await history.add(conversation(id, { conversationId, ...running, ...more }));
  });

  afterEach(() => disk.dispose());

  const ports = () => ({
    history: {
      get conversations() {
        return history.conversations;
      },
      get: (id: string) => history.get(id),
      claim: (id: string, action: string) => history.claim(id, action),
      change: (id: string, change: Parameters<History['change']>[1]) => {
        changed.push(id);
        return history.change(id, change);
      },
    },
    now: () => now,
    onEnd: ({ id }: Conversation) => ended.push(id),
    log: disk.log,
  });
  const known = (id: string) => history.get(id) ?? assert.fail(id);

  /** Asks for two conversations. `answer` is called when the service is asked. */
  const ask = (answer: (ids: readonly string[]) => readonly (ConversationState | null)[]) =>
    askStatus(
      [known('first'), known('other')],
      (of) =>
        of({
          conversations: (ids, given) => {
            assert.equal(given, signal);
            return Promise.resolve().then(() => answer(ids));
          },
        }),
      ports(),
      signal,
    );

  it('is saved for each start that led to one, and its end is told once', async () => {
    const { states, ends } = await ask((ids) => {
      assert.deepEqual(ids, ['one', 'two']);
      return [{ status: 'FINISHED' }, { status: 'RUNNING', runtime_status: 'X' }];
    });
    assert.deepEqual(
      states.map((state) => state?.status),
      ['FINISHED', 'RUNNING'],
    );
    assert.deepEqual(
      ['first', 'again', 'elsewhere', 'other'].map((id) => known(id).status),
      ['FINISHED', 'FINISHED', 'RUNNING', 'RUNNING'],
    );
    assert.deepEqual(
      [ended, ends.map(({ conversation: { id }, isFirst }) => [id, isFirst])],
      [['first'], [['first', false]]],
    );
    assert.equal(known('other').runtimeStatus, 'X');
    await ask(() => [{ status: 'RUNNING' }, { status: 'RUNNING' }]);
    await ask(() => [{ status: 'FINISHED' }, { status: 'RUNNING' }]);
    assert.deepEqual(ended, ['first', 'first'], 'another end is told again');
  });

  it('is unknown without an answer for it, for one as well', async () => {
    await ask(() => [null]);
    for (const id of ['first', 'again', 'other']) assert.equal(known(id).unknownAt, now);
    const state = await askState(
      known('other'),
      (of) => of({ conversations: () => Promise.resolve([]) }),
      ports(),
      signal,
    );
    assert.equal(state, null);
  });

  it("isn't saved again if it is the same and was saved just before", async () => {
    await ask(() => [{ status: 'RUNNING' }, { status: 'RUNNING' }]);
    assert.deepEqual(changed.sort(), ['again', 'first', 'other']);
    await ask(() => [{ status: 'RUNNING' }, { status: 'RUNNING' }]);
    assert.equal(changed.length, 3);
  });

  it('is no end if it was removed meanwhile, runs again by a later report, or another window tells of it', async () => {
    const [other, finished] = [disk.open(), [{ status: 'FINISHED' }, { status: 'FINISHED' }]];
    await history.remove('first');
    await history.remove('again');
    await other.change('other', { status: 'RUNNING', reportedAt: now + 60_000 });
    const askAgain = (...asked: readonly Conversation[]) =>
      askStatus(asked, (of) => of({ conversations: () => Promise.resolve(finished) }), ports(), signal);
    const gone = conversation('first', { conversationId: 'one', ...running });
    assert.deepEqual([(await askAgain(gone, known('other'))).ends, history.get('first')], [[], undefined]);
    assert.equal(known('other').status, 'RUNNING');
    await history.claim('elsewhere', 'end0');
    assert.deepEqual([(await askAgain(known('elsewhere'))).ends, known('elsewhere').status], [[], 'FINISHED']);
    assert.deepEqual(ended, []);
  });

  const refused = (status: number): Failure => ({ kind: 'status', status });
  for (const [what, failure, isSaved] of [
    ["the service doesn't answer", { kind: 'connectionLost' }, true],
    ['the service rejects the question', refused(401), true],
    ['the user has canceled', { kind: 'cancelled' }, false],
    ['the service has none', refused(405), false],
  ] as const)
    it(`${isSaved ? 'counts as old, from the first time on,' : 'stays as it is'} if ${what}`, async () => {
      const error = failedRequest(failure);
      for (const time of [1, 2]) {
        await assert.rejects(
          ask(() => {
            throw error;
          }),
          error,
        );
        const old = ['first', 'again', 'elsewhere', 'other'].filter((id) => isUnanswered(known(id)));
        assert.deepEqual(old, isSaved ? ['first', 'again', 'other'] : [], `time ${time}`);
      }
      assert.equal(changed.length, isSaved ? 3 : 0);
      assert.equal(disk.log.lines.filter((line) => line.includes("wasn't reported")).length, 2);
    });
});
