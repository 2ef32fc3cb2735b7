import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/client/serviceError';
import type { AnswerOperations, MessageOperations } from '../../../src/client/client';
import { type Asking, NotConnected } from '../../../src/service/serviceConnection';
import { deliverMessage } from '../../../src/start/deliverMessage';
import { addressOf } from '../../support/addressOf';

describe('a message whose answer was lost', () => {
  const sentAt = Date.UTC(2026, 0, 2);
  const at = (milliseconds: number) => new Date(sentAt + milliseconds).toISOString().slice(0, -1);
  const address = 'https://agents.example/api/v1/app-conversations/c/send-message';
  const call = { operation: 'sendMessage', baseUrl: 'https://agents.example', address } as const;

  const lost = new ServiceError(call, { kind: 'connectionLost' }, true);
  const removed = new NotConnected({ kind: 'noKey', address: addressOf(call.baseUrl) });

  for (const [what, newest, outcome, error, zone = 'UTC'] of [
    ['was sent if the newest one has its words and is as new', at(1), 'sent', lost],
    ['may have been sent if the same words got known late', at(-1), 'mayBeSent', lost],
    [
      "was sent if the time of the newest one is another machine's, and later than those before",
      at(-500),
      'sent',
      lost,
      'unknown',
    ],
    ["wasn't sent if its key was removed just before", at(1), 'notSent', removed],
  ] as const)
    it(what, async () => {
      const client = {
        sendMessage: () => Promise.reject(error),
        newestEvents: () => Promise.resolve([{ kind: 'message', by: 'user', text: 'Go on', at: newest } as const]),
        waitingActions: () => assert.fail('nothing waits'),
        unansweredActions: () => assert.fail('nothing waits'),
      };
      const messages: Asking<MessageOperations> = (ask) => ask(client);
      const answers: Asking<AnswerOperations> = (ask) => ask(client);
      const ended = { dispose: () => undefined };
      const clock = { now: () => sentAt, after: (_: number, run: () => void) => (setImmediate(run), ended) };
      const message = { initial_user_msg: 'Go on', run: true };
      const delivery = await deliverMessage(
        'c',
        message,
        at(-1000),
        { messages, answers, clock, zone },
        new AbortController().signal,
      );
      assert.equal(delivery.outcome, outcome);
    });
});
