import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/client/client';
import { mayHaveStarted } from '../../../../../src/client/serviceError';
import { agentExchanges } from '../../../../service/agent/exchanges';
import { answers } from '../../../../service/faults';
import type { Operation } from '../../../../service/recording';
import type { Exchange } from '../../../../service/v1/exchanges';
import { startOn } from '../../../../support/startOn';
import { errorOf, useService } from '../../fixture';

const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';

/** Rejected in this way, a start has told which API the service has. Its own starts always name a workspace. */
const withoutWorkspace = ['start: empty body', 'start: no workspace', 'start: V1 app-server body', 'start: V0 body'];

interface ConversationBody {
  readonly id: string;
  readonly execution_status: string;
}
interface EventsBody {
  readonly items: readonly { readonly kind: string }[];
}

/** The states that the product knows, by the service's words. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  // A new one that was sent a message is about to run.
  idle: ['IDLE', 'STARTING'],
  running: ['RUNNING'],
  paused: ['AGENT_PAUSED'],
  finished: ['FINISHED'],
  stuck: ['STUCK'],
  error: ['AGENT_ERROR'],
  waiting_for_confirmation: ['WAITING_FOR_CONFIRMATION'],
};

/** The product's reaction to an answer to the same request, and its reading of an answer that isn't an error. */
interface Reading {
  readonly matches: RegExp;
  readonly operation: Operation;
  readonly call: (client: Client, recorded: Exchange) => Promise<unknown>;
  /** How the service says the same about several conversations, if only that is asked for. */
  readonly wrap?: (body: unknown) => unknown;
  readonly check: (result: unknown, recorded: Exchange) => void;
}

const readings: readonly Reading[] = [
  {
    matches: /^POST \/api\/conversations$/,
    operation: 'startConversation',
    call: (client) => startOn(client, { conversation_id: id, initial_user_msg: 'Fix it' }),
    check: (result, { status, body }) =>
      assert.deepEqual(result, {
        status: 'ok',
        conversation_id: (body as ConversationBody).id.replaceAll('-', ''),
        ...(status === 200 && { conversation_status: 'RUNNING' }),
      }),
  },
  {
    matches: /^GET \/api\/conversations\/[\da-f-]{32,36}$/,
    operation: 'conversation',
    call: (client, { body }) => client.status.conversations([(body as Partial<ConversationBody>).id ?? id]),
    wrap: (body) => [body],
    check: (result, { body }) => {
      const [state] = result as readonly { readonly status: string }[];
      const known = statuses[(body as ConversationBody).execution_status] ?? [];
      assert.ok(state && known.includes(state.status), JSON.stringify(state));
    },
  },
  {
    matches: /^GET \/api\/conversations\/[\da-f-]{32,36}\/events\/search/,
    operation: 'events',
    call: (client) => client.answers!.newestMessages(id),
    check: (result, { body }) => {
      const messages = (body as EventsBody).items.filter(({ kind }) => kind === 'MessageEvent');
      assert.equal((result as readonly unknown[]).length, messages.length);
    },
  },
  {
    matches: /^POST \/api\/conversations\/[\da-f-]{32,36}\/events$/,
    operation: 'sendMessage',
    call: (client) => client.messages!.sendMessage(id, { initial_user_msg: 'Go on', run: true }),
    check: (result) => assert.equal(result, undefined),
  },
  {
    matches: /\/events\/respond_to_confirmation$/,
    operation: 'respondToAction',
    call: (client) => client.confirmation!.respondToAction(id, true),
    check: (result) => assert.equal(result, undefined),
  },
  {
    matches: /^GET \/api\/settings$/,
    operation: 'loadSettings',
    call: (client) => client.loadSettings(),
    check: (result, { body }) => {
      const { llm_api_key_is_set: isSet } = body as { readonly llm_api_key_is_set: boolean };
      assert.equal((result as { readonly llm_api_key_set: boolean }).llm_api_key_set, isSet);
    },
  },
];

describe('client: recorded answers of an agent server', () => {
  const fixture = useService({ api: 'agent' });

  // A wrong key and an unknown path have tests of their own.
  const isOfItsOwn = ({ note, path }: Exchange) => /without a key|wrong key|no key/.test(note) || /nope/.test(path);
  const recorded = agentExchanges.filter((one) => !isOfItsOwn(one));
  const all = recorded.flatMap((exchange) => {
    const reading = readings.find(({ matches }) => matches.test(`${exchange.method} ${exchange.path}`));
    return reading ? [{ ...reading, exchange }] : [];
  });

  it('are of every operation', () => {
    for (const { operation } of readings)
      assert.ok(
        all.some((one) => one.operation === operation),
        operation,
      );
    assert.ok(all.length > 60, String(all.length));
  });

  for (const { operation, call, wrap, check, exchange } of all)
    it(`are understood: ${exchange.note}`, async () => {
      const { note, status, type, body } = exchange;
      const isOk = status < 400;
      const answer = answers(status, isOk && wrap ? wrap(body) : body, { 'content-type': type });
      fixture.service.misbehave(operation, answer);
      const outcome = call(fixture.connect(), exchange);
      if (isOk) {
        check(await outcome, exchange);
        return;
      }
      const error = await errorOf(outcome);
      const kind = withoutWorkspace.includes(note) ? 'otherApi' : 'status';
      assert.deepEqual([error.failure.kind, 'status' in error.failure && error.failure.status], [kind, status]);
      if (operation === 'startConversation') assert.equal(mayHaveStarted(error), status >= 500);
    });
});
