import assert from 'node:assert/strict';
import { startService, type Service } from '../../../service/service';
import type { Event } from '../../../service/v1/events';
import { exchange, followUpExchanges, type Exchange } from '../../../service/v1/exchanges';
import { plainUuid } from '../../../service/v1/uuid';
import { exchange as send } from '../exchange';

/** Words of notes that say what state the sandbox was in. */
const sandboxes: readonly (readonly [said: RegExp, state: 'PAUSED' | 'STARTING' | 'ERROR' | 'MISSING'])[] = [
  [/PAUSED|container stopped/, 'PAUSED'],
  [/STARTING/, 'STARTING'],
  [/sandbox ERROR|process gone/, 'ERROR'],
  [/MISSING/, 'MISSING'],
];

const operations = /\/send-message$|\/events\/search|\/sandboxes\/.*\/resume$/;

describe('reference service: following up as it was recorded', () => {
  let service: Service;
  const mine = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';

  beforeEach(async () => (service = await startService({ sessionKey: 'KEY', api: 'v1' })));
  afterEach(() => service.close());

  /** A conversation that works, or is in the state that the note says. */
  function make(id: string, note: string): void {
    const task = service.startTasks.start({ conversation_id: id });
    service.startTasks.move(task.id, 'READY');
    const state = sandboxes.find(([said]) => said.test(note))?.[1] ?? 'RUNNING';
    service.startTasks.report(id, { sandbox: state, execution: state === 'RUNNING' ? 'finished' : null });
    if (/container removed/.test(note)) service.startTasks.remove(id);
  }

  function ask({ note, path, method, request }: Exchange) {
    const sessionKey = /no key/.test(note) ? '' : /wrong key/.test(note) ? 'key' : 'KEY';
    const known = service.conversations[0]?.sandboxId ?? '';
    const isUnknown = /: unknown$|a conversation id/.test(note);
    const toOurs = isUnknown ? path : path.replace(/(?<=\/sandboxes\/)[^/]+/, known);
    return send({ url: service.url, sessionKey }, toOurs, { method, body: request ?? undefined });
  }

  const recorded = followUpExchanges.filter(({ path }) => operations.test(path));

  it('has recordings of every operation', () => assert.ok(recorded.length > 80, String(recorded.length)));

  for (const one of recorded)
    it(`answers as a real server: ${one.note}`, async () => {
      const [, id = ''] = /\/conversations?\/([\da-f-]{32,36})\//.exec(one.path.replace('app-', '')) ?? [];
      const plain = plainUuid(id);
      if (plain !== undefined && !/unknown conversation/.test(one.note)) make(plain, one.note);
      else if (/\/sandboxes\//.test(one.path)) make(mine, one.note);
      const received = await ask(one);
      assert.deepEqual([received.status, received.type], [one.status, one.type]);
      const isWhole = one.status !== 200 || !one.path.includes('/events/');
      // Which of two wrong kinds of content is meant is told in other words.
      if (
        isWhole &&
        one.type === 'application/json' &&
        !/unknown field|image with url|malformed|not encoded/.test(one.note)
      )
        assert.deepEqual(withoutIds(received.json()), withoutIds(one.body));
    });

  it('finds the events that a real server found', async () => {
    const { items } = exchange('events: all of A', followUpExchanges).body as { readonly items: readonly Event[] };
    for (const event of items) service.events.keep(mine, event);
    const until = recorded.findIndex(({ note }) => note.startsWith('send: success'));
    const asked = recorded.slice(0, until).filter(({ status, path }) => status === 200 && path.includes('/events/'));
    assert.ok(asked.length > 12);
    for (const one of asked) assert.deepEqual((await ask(one)).json(), one.body, one.note);
  });
});

/** A sandbox's id is the conversation's here. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(/oh-agent-server-\w+|(?<=sandboxes\/)[\da-f]{32}/g, '<sandbox>'),
  ) as unknown;
}
