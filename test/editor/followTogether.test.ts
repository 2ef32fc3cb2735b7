import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../src/client/createClient';
import { apis } from '../../src/client/apis/registry';
import type { Connection, ServiceAccess } from '../../src/service/serviceConnection';
import { Emitter } from '../../src/base/event';
import { DisposableStore } from '../../src/base/lifecycle';
import { followConversation } from '../../src/conversations/vscode/conversationActions';
import { FollowedServices } from '../../src/conversations/vscode/followedServices';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { followStatuses } from '../../src/conversations/vscode/statusFollower';
import { eventually } from '../support/eventually';
import { MemoryState } from '../support/memoryState';
import { marked } from '../support/markedSecrets';
import { oneMachine } from '../support/oneMachine';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/skippingClock';
import { StartBench } from '../support/startBench';

type Said = string | null;

const focused = { state: { focused: true }, onDidChangeWindowState: new Emitter<void>().event };

/** The one operation of a service of API V1 that asks for states. */
class States {
  readonly server: Server;
  readonly asked: (readonly string[])[] = [];
  readonly said = new Map<string, Said>();
  readonly #received = new Emitter<void>();
  readonly onDidReceive = this.#received.event;

  constructor() {
    this.server = createServer(({ url = '', headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://here');
      const ids = searchParams.getAll('ids');
      this.asked.push(ids);
      const isOurs = pathname === '/api/v1/app-conversations' && headers['x-session-api-key'] === marked('session-key');
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isOurs ? ids.map((id) => this.#answer(id)) : { detail: pathname }));
      this.#received.fire();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #answer(id: string): unknown {
    const said = this.said.get(id) ?? null;
    return (
      said && {
        id: id.replaceAll('-', ''),
        sandbox_status: 'RUNNING',
        execution_status: said,
        session_api_key: marked('own-key'),
        conversation_url: `http://${marked('inside')}/`,
      }
    );
  }
}

describe('The status of conversations on a service of API V1', () => {
  let bench: StartBench;
  let states: States;
  let store: DisposableStore;
  let followed: FollowedServices;
  let messages: RecordedMessages;

  const ids = [1, 2, 3].map((digit) => `5a0e5e1f-6a0b-4b3c-9d1e-2f3a4b5c6d${digit}e`);
  const rowOf = (id: string) => bench.history.get(id) ?? assert.fail(id);

  beforeEach(async () => {
    bench = await StartBench.open();
    states = new States();
    await new Promise<void>((resolve) => states.server.listen(0, '127.0.0.1', resolve));
    store = new DisposableStore();
    followed = store.add(new FollowedServices(new MemoryState(), oneMachine));
    messages = new RecordedMessages('Follow');
    const at = Date.now();
    for (const id of ids) {
      const request = { initial_user_msg: `Task ${id.at(-2)}` };
      const sent = { id, baseUrl: states.url, request, outcome: 'started', sentAt: at, deadline: at } as const;
      await bench.history.add({ ...sent, conversationId: id, workspace: 'here' });
      states.said.set(id, 'running');
    }
  });

  afterEach(async () => {
    store.dispose();
    messages.dispose();
    await new Promise((resolve) => states.server.close(resolve));
    await bench.dispose();
  });

  function ports() {
    const { url: baseUrl } = states;
    const connect = (): Promise<Connection> => {
      const client = createClient({ baseUrl, sessionKey: marked('session-key'), api: 'v1', timeoutSeconds: 10 });
      const address = { baseUrl, origin: baseUrl, loopback: true, secure: true };
      return Promise.resolve({ kind: 'ready', address, client, api: apis.v1, timeoutSeconds: 10 });
    };
    const service = Object.assign(Object.create(bench.ports.service) as ServiceAccess, {
      connect,
      api: () => Promise.resolve(apis.v1),
    });
    return { ...bench.ports, service, followed };
  }

  const isIn = (id: string, status: string) =>
    eventually(`${id} is ${status}`, () => rowOf(id).status === status, bench.history.onDidChange);
  const ends = () => messages.said.filter((words) => /has ended|no longer knows|waiting for you/.test(words));

  it('is agreed to with the address that is asked, and how often', async () => {
    await followConversation(ports(), { id: ids[0] });
    const [question = ''] = messages.said;
    for (const words of [
      `GET ${states.url}/api/v1/app-conversations with IDs of conversations you started from this machine`,
      'every 3 seconds during a start, then every 30, for up to a day',
      'and your session key',
      'To stop, run Agent: Stop Following',
    ])
      assert.ok(question.includes(words), question);
    assert.equal(await followed.has(states.url), true);
  });

  it('is asked for with one request for all, says each end once, and nothing of the keys in the answer', async () => {
    const [first = '', second = '', third = ''] = ids;
    await followed.add(states.url);
    store.add(followStatuses(ports(), focused, new SkippingClock()));
    await Promise.all(ids.map((id) => isIn(id, 'RUNNING')));
    assert.deepEqual([...(states.asked[0] ?? [])].sort(), [...ids].sort());
    states.said.set(first, 'finished');
    states.said.set(second, 'waiting_for_confirmation');
    states.said.set(third, null);
    await eventually('three ends', () => ends().length >= 3, messages.onDidSay);
    states.said.set(second, 'error');
    await eventually('another end', () => ends().length >= 4, messages.onDidSay);
    const before = states.asked.length;
    await eventually('it goes on', () => states.asked.length > before + 3, states.onDidReceive);
    assert.deepEqual(
      ends()
        .map((words) => words.replace(/","(?:Review|Open).*/, ''))
        .sort(),
      [
        '["The conversation \\"Task 1\\" has ended. Its service reports: Finished.',
        '["The conversation \\"Task 2\\" is waiting for you. Its service reports: Agent error.',
        '["The conversation \\"Task 2\\" is waiting for you. Its service reports: Waiting for confirmation.',
        '["The service no longer knows the conversation \\"Task 3\\". It may have been deleted.',
      ],
    );
    assert.deepEqual([...(states.asked.at(-1) ?? [])].sort(), [first, second], 'what is gone is asked for no more');
    const kept = JSON.stringify([bench.history.conversations, bench.log.lines, messages.said]);
    assert.ok(kept.includes('WAITING_FOR_CONFIRMATION'), 'nothing was searched');
    assert.doesNotMatch(kept, /mark7edx/i);
  });

  it("is asked for although one has an id that the service's API doesn't have", async () => {
    const at = Date.now() + 1;
    const sent = { id: 'old', baseUrl: states.url, request: {}, outcome: 'started', sentAt: at, deadline: at } as const;
    await bench.history.add({ ...sent, conversationId: 'from-another-time' });
    await followed.add(states.url);
    store.add(followStatuses(ports(), focused, new SkippingClock()));
    await Promise.all(ids.map((id) => isIn(id, 'RUNNING')));
    assert.ok(states.asked.every((asked) => !asked.includes('from-another-time')));
    assert.equal(await followed.has(states.url), true);
  });

  it('is refreshed for the one that was clicked', async () => {
    const [, second = ''] = ids;
    await refreshStatus(ports(), { id: second });
    assert.deepEqual(states.asked, [[second]]);
    assert.deepEqual([rowOf(second).status, rowOf(second).runtimeStatus], ['RUNNING', '']);
  });
});
