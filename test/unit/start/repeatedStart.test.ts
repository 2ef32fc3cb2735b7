import assert from 'node:assert/strict';
import { RepeatedStart } from '../../../src/start/repeatedStart';

describe('starts of a key that is held down', () => {
  const about = { initial_user_msg: 'Fix it' };
  let starts: RepeatedStart<number>;
  let sent: number;

  beforeEach(() => {
    starts = new RepeatedStart();
    sent = 0;
  });

  const ask = (atSeconds: number, what: object = about) =>
    starts.sendOrJoin(what, performance.now() + atSeconds * 1000, () => Promise.resolve(++sent));

  it('are one, however long after the answer it is released', async () =>
    assert.deepEqual([await ask(0), await ask(0.8), await ask(1.6), await ask(2.4)], [1, 1, 1, 1]));

  it('are one as long as it is being sent', async () => {
    const answer = Promise.withResolvers<number>();
    const first = starts.sendOrJoin(about, performance.now(), () => answer.promise);
    const later = ask(60);
    answer.resolve(7);
    assert.deepEqual([await first, await later], [7, 7]);
  });

  it('are two if it is pressed again later', async () =>
    assert.deepEqual([await ask(0), await ask(0.8), await ask(2)], [1, 1, 2]));

  it('are two if it is pressed again after the first one has failed', async () => {
    const failed = starts.sendOrJoin(about, performance.now(), () => Promise.reject(new Error('refused')));
    await assert.rejects(failed, { message: 'refused' });
    await assert.rejects(ask(0.8), { message: 'refused' }, 'the key is still held down');
    assert.equal(await ask(2), 1);
  });

  it('are two if they are about something else', async () =>
    assert.deepEqual([await ask(0), await ask(0.1, { initial_user_msg: 'Test it' }), await ask(0.2)], [1, 2, 1]));
});
