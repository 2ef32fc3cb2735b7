import assert from 'node:assert/strict';
import { forgetDecided, isDecided, saveDecided } from '../../../src/answer/vscode/decide/decidedActions';
import type { WaitingAction } from '../../../src/client/client';
import type { Conversation } from '../../../src/conversations/conversation';

const conversation = (id: string): Conversation => ({
  id,
  baseUrl: 'http://h',
  request: {},
  outcome: 'started',
  sentAt: 1,
  deadline: 2,
});
const actionAt = (at: string): WaitingAction => ({ at, kind: 'action', tool: 'terminal', details: [] });

/** The state that VS Code keeps for all windows, as it's written and read. */
class SharedState {
  readonly #texts: Record<string, string> = {};
  get(key: string): unknown {
    const text = this.#texts[key];
    return text === undefined ? undefined : JSON.parse(text);
  }
  update(key: string, value: unknown): Promise<void> {
    this.#texts[key] = JSON.stringify(value);
    return Promise.resolve();
  }
}

describe('an action that was confirmed or rejected', () => {
  const [first, second] = [actionAt('2026-01-02T03:04:05'), actionAt('2026-01-02T03:04:06')];
  const a = conversation('a');
  let state: SharedState;
  beforeEach(async () => {
    state = new SharedState();
    await saveDecided(state, a, first);
  });

  it('is known to every window, and after a reload', () => {
    assert.equal(isDecided(state, a, first), true);
    assert.equal(isDecided(state, conversation('b'), first), false);
  });

  it('is not the one that waits next', async () => {
    assert.equal(isDecided(state, a, second), false);
    await saveDecided(state, a, second);
    assert.equal(isDecided(state, a, second), true);
  });

  it('can be answered again if the answer certainly was not given', async () => {
    await forgetDecided(state, a);
    assert.equal(isDecided(state, a, first), false);
  });

  it('is forgotten after a hundred others', async () => {
    for (let other = 0; other < 99; other++) await saveDecided(state, conversation(`other-${other}`), first);
    assert.equal(isDecided(state, a, first), true);
    await saveDecided(state, conversation('another'), first);
    assert.equal(isDecided(state, a, first), false);
  });

  it('is not known from a state of another form', async () => {
    await state.update('decidedActions', ['a']);
    assert.equal(isDecided(state, a, first), false);
  });
});
