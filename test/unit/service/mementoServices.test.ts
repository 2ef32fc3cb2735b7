import assert from 'node:assert/strict';
import { parseServiceUrl, type ServiceAddress } from '../../../src/client/serviceUrl';
import { MementoServices } from '../../../src/service/vscode/mementoServices';
import { MemoryState } from '../../support/memoryState';

function address(baseUrl: string): ServiceAddress {
  const parsed = parseServiceUrl(baseUrl);
  assert.ok(parsed.ok, baseUrl);
  return parsed.address;
}

const [first, second] = [address('http://localhost:3000'), address('https://agents.example.com/team')];

describe('the recently used services', () => {
  let state: MemoryState;

  beforeEach(() => {
    state = new MemoryState();
  });

  /** The services as read by a window that is opened later. */
  const kept = () => new MementoServices(state).services.map(({ baseUrl, forgotten }) => [baseUrl, forgotten ?? false]);

  it('outlive the window, the last used one first, each once', async () => {
    const services = new MementoServices(state);
    await services.remember(first);
    await services.remember(second);
    await services.remember(first);
    assert.deepEqual(kept(), [
      [first.baseUrl, false],
      [second.baseUrl, false],
    ]);
  });

  it('stay forgotten after a reload, until they are used again', async () => {
    await new MementoServices(state).remember(first);
    await new MementoServices(state).forget(first);
    assert.deepEqual(kept(), [[first.baseUrl, true]]);
    await new MementoServices(state).remember(first);
    assert.deepEqual(kept(), [[first.baseUrl, false]]);
  });

  it('are limited in number: the oldest are dropped', async () => {
    const services = new MementoServices(state);
    for (let port = 1; port <= 60; port++) await services.remember(address(`http://localhost:${port}`));
    const ports = new MementoServices(state).services.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    assert.deepEqual([ports.length, ports[0], ports.at(-1)], [50, 60, 11]);
  });

  const damaged: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['something other than a list', { baseUrl: first.baseUrl, at: 1 }],
    ['entries of other kinds', ['http://localhost:3000', null, 7, { baseUrl: 7, at: 1 }, { baseUrl: 'x' }]],
  ];
  for (const [what, stored] of damaged) {
    it(`are empty if another version has stored ${what}`, async () => {
      await state.update('services', stored);
      assert.deepEqual(kept(), []);
      await new MementoServices(state).remember(second);
      assert.deepEqual(kept(), [[second.baseUrl, false]]);
    });
  }

  it('have a URL and a time, and drop anything else that was added', async () => {
    await state.update('services', [{ baseUrl: first.baseUrl, at: 1, forgotten: 'no', key: 'secret' }]);
    assert.deepEqual(new MementoServices(state).services, [{ baseUrl: first.baseUrl, at: 1 }]);
  });
});
