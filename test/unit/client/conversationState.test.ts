import assert from 'node:assert/strict';
import { Redactor } from '../../../src/base/redactor';
import { conversationsAnswer } from '../../../src/client/v1/answers';
import { conversationStates } from '../../../src/client/v1/operations';
import { marked } from '../../support/markedSecrets';

/** States are in capitals. */
const hasMark = (text: string) => /mark7edx/i.test(text);

const ownKey = marked('own-key');
const inside = `https://${marked('inside')}.example/api`;

/** As services of API V1 answer, with more than is shown. */
function answer(more: object): unknown {
  return {
    ...{ id: '5a0e5e1f6a0b4b3c9d1e2f3a4b5c6d7e', sandbox_status: 'RUNNING', execution_status: 'running' },
    ...{ session_api_key: ownKey, conversation_url: inside, title: 'Fix it', selected_repository: 'a/b' },
    ...more,
  };
}

function shown(more: object = {}, redactor = new Redactor()): unknown {
  const [state] = conversationStates(conversationsAnswer.parse([answer(more)]), redactor);
  return state;
}

describe('the state of a conversation in API V1', () => {
  it("has no piece of another conversation's key", () => {
    const [one, two] = [answer({ execution_status: `is ${ownKey}`, session_api_key: null }), answer({})];
    const state = JSON.stringify(conversationStates(conversationsAnswer.parse([one, two]), new Redactor()));
    assert.ok(!hasMark(state), state);
  });

  const rows: readonly (readonly [object, object])[] = [
    [{}, { status: 'RUNNING' }],
    [{ execution_status: 'waiting_for_confirmation' }, { status: 'WAITING_FOR_CONFIRMATION' }],
    [{ execution_status: null }, { status: 'SANDBOX_RUNNING' }],
    [
      { execution_status: null, sandbox_status: 'PAUSED' },
      { status: 'PAUSED', is_sandbox_paused: true },
    ],
    [{ execution_status: null, sandbox_status: null }, { status: 'UNKNOWN' }],
  ];
  for (const [given, expected] of rows)
    it(`has nothing but the state in it: ${JSON.stringify(given)}`, () => {
      assert.deepEqual(shown(given), expected);
    });

  it("has no piece of the conversation's own key, wherever the service repeats it", () => {
    for (const where of ['execution_status', 'sandbox_status']) {
      const state = JSON.stringify(shown({ execution_status: null, [where]: `failed with ${ownKey} at last` }));
      assert.ok(!hasMark(state), state);
      assert.match(state, /"status":"(?:SANDBOX_)?REDACTED"/);
    }
  });

  it("has nothing of the call's own secrets", () => {
    const redactor = new Redactor();
    redactor.add(marked('session-key'));
    const state = JSON.stringify(shown({ execution_status: marked('session-key'), session_api_key: null }, redactor));
    assert.ok(!hasMark(state), state);
  });
});
