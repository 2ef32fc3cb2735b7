import assert from 'node:assert/strict';
import { knownServices, ServiceMemory, type RememberedService } from '../../../src/service/serviceMemory';
import { addressOf } from '../../support/addressOf';
import { MemoryState } from '../../support/memoryState';
import { oneMachine } from '../../support/oneMachine';

const memoryOf = (state: MemoryState) => new ServiceMemory(state, oneMachine);

const [first, second] = [addressOf('http://localhost:3000'), addressOf('https://agents.example.com/team')];

describe('the recently used services', () => {
  let state: MemoryState;

  beforeEach(() => (state = new MemoryState()));

  /** The services as read by a window that is opened later. */
  const kept = () => memoryOf(state).services.map(({ baseUrl, forgotten }) => [baseUrl, forgotten ?? false]);

  it('outlive the window, the last used one first, each once', async () => {
    const services = memoryOf(state);
    await services.remember(first);
    await services.remember(second);
    await services.remember(first);
    const urls = kept().map(([baseUrl]) => baseUrl);
    assert.deepEqual(urls, [first.baseUrl, second.baseUrl]);
  });

  it('stay forgotten after a reload, until they are used again', async () => {
    await memoryOf(state).remember(first);
    await memoryOf(state).forget(first);
    assert.deepEqual(kept(), [[first.baseUrl, true]]);
    await memoryOf(state).remember(first);
    assert.deepEqual(kept(), [[first.baseUrl, false]]);
  });

  const damaged: readonly (readonly [string, unknown])[] = [
    ['entries of other kinds', ['http://localhost:3000', null, 7, { baseUrl: 7, at: 1 }, { baseUrl: 'x' }]],
  ];
  for (const [what, stored] of damaged)
    it(`are empty if another version has stored ${what}`, async () => {
      await state.update('services', stored);
      assert.deepEqual(kept(), []);
      await memoryOf(state).remember(second);
      assert.deepEqual(kept(), [[second.baseUrl, false]]);
    });

  it('have a URL and a time, and drop anything else that was added', async () => {
    await state.update('services', [{ baseUrl: first.baseUrl, at: 1, forgotten: 'no', key: 'secret' }]);
    assert.deepEqual(memoryOf(state).services, [{ baseUrl: first.baseUrl, at: 1 }]);
  });
});

const [here, there] = [first.baseUrl, second.baseUrl];
const used = (baseUrl: string, at: number): RememberedService => ({ baseUrl, at });
const forgotten = (baseUrl: string, at: number): RememberedService => ({ baseUrl, at, forgotten: true });
const started = (baseUrl: string, sentAt: number) => ({ baseUrl, sentAt });

describe('known services', () => {
  // prettier-ignore
  const rows: readonly (readonly [
    title: string, remembered: readonly RememberedService[], starts: readonly ReturnType<typeof started>[], known: readonly string[],
  ])[] = [
    ['are none at first', [], [], []],
    ['are listed with the last used first', [used(here, 1), used(there, 2)], [], [there, here]],
    ['include those of conversations', [used(here, 2)], [started(there, 1)], [here, there]],
    ['are listed once each, by their last use', [used(here, 1), used(there, 2)], [started(here, 3), started(here, 1)], [here, there]],
    ["don't include forgotten ones", [forgotten(here, 5), used(there, 1)], [], [there]],
    ['stay forgotten with their conversations', [forgotten(here, 5)], [started(here, 4)], []],
    ['come back once they are used', [forgotten(here, 5)], [started(here, 6)], [here]],
    ['include only valid URLs', [used('javascript:alert(1)', 3), used('https://user:pass@agents.example.com', 2)], [started('', 1)], []],
  ];
  for (const [title, remembered, starts, known] of rows)
    it(title, () => {
      const urls = knownServices(remembered, starts).map(({ baseUrl }) => baseUrl);
      assert.deepEqual(urls, known);
    });

  it('are at most ten', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ baseUrl: `https://${at}.example.com`, at }));
    const known = knownServices(many, []);
    assert.deepEqual([known.length, known[0]?.origin], [10, 'https://11.example.com']);
    const others = many.map(({ baseUrl }) => forgotten(baseUrl.replace('example', 'forgotten'), 20));
    assert.deepEqual(knownServices([...many, ...others], []), known, 'forgotten ones take no place');
  });
});

describe('the APIs of services', () => {
  const otherMachine = { nonce: () => Promise.resolve('00000000-0000-4000-8000-000000000002') };
  const unknownMachine = { nonce: () => Promise.reject(new Error('nobody knows')) };
  let state: MemoryState;
  let here: ServiceMemory;
  let there: ServiceMemory;
  beforeEach(() => {
    state = new MemoryState();
    here = new ServiceMemory(state, oneMachine);
    there = new ServiceMemory(state, otherMachine);
  });
  const [local, hosted] = [addressOf('http://localhost:3000'), addressOf('https://agents.example/here')];

  it("are the interface's until something else is found out", async () => {
    assert.deepEqual([await here.apiOf(local), await here.apiOf(hosted)], ['v0', 'v0']);
    await here.setApi(local, 'v0');
    assert.deepEqual(state.keys(), []);
  });

  it('belong to a URL, and to a machine where the URL is another service on each', async () => {
    for (const address of [local, hosted]) await here.setApi(address, 'v1');
    assert.deepEqual([await here.apiOf(local), await here.apiOf(hosted)], ['v1', 'v1']);
    assert.deepEqual([await there.apiOf(local), await there.apiOf(hosted)], ['v0', 'v1']);
    assert.equal(await here.apiOf(addressOf('https://agents.example')), 'v0');
    assert.equal(await new ServiceMemory(state, unknownMachine).apiOf(local), 'v0');
  });

  it('are reported when they change, and only then', async () => {
    for (const address of [local, hosted]) await here.setApi(address, 'v1');
    const reported: string[] = [];
    const following = here.onDidChange((origin) => reported.push(origin));
    await here.setApi(hosted, 'v1');
    await here.setApi(hosted, 'v0');
    following.dispose();
    assert.deepEqual([reported, await there.apiOf(hosted)], [['https://agents.example'], 'v0']);
    assert.equal(await here.apiOf(local), 'v1');
  });
});

describe('the agreement to use a service without a verified certificate', () => {
  it('is for one origin, in all windows, and reported once', async () => {
    const state = new MemoryState();
    const memory = memoryOf(state);
    const reported: string[] = [];
    memory.onDidChange((origin) => reported.push(origin));
    await memory.agree(second.origin);
    await memory.agree(second.origin);
    assert.deepEqual([memoryOf(state).isAgreed(second.origin), memory.isAgreed(first.origin)], [true, false]);
    assert.deepEqual(reported, [second.origin]);
  });

  it('is asked for again once the service was forgotten', async () => {
    const memory = memoryOf(new MemoryState());
    for (const { origin } of [first, second]) await memory.agree(origin);
    const reported: string[] = [];
    memory.onDidChange((origin) => reported.push(origin));
    for (const _ of [1, 2]) await memory.forgetAgreement(first.origin);
    assert.deepEqual([memory.isAgreed(first.origin), memory.isAgreed(second.origin)], [false, true]);
    assert.deepEqual(reported, [first.origin]);
  });
});
