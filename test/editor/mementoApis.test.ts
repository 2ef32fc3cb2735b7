import assert from 'node:assert/strict';
import { parseServiceUrl, type ServiceAddress } from '../../src/client/serviceUrl';
import { MementoApis } from '../../src/service/vscode/mementoApis';
import { MemoryState } from '../support/memoryState';
import { oneMachine } from '../support/oneMachine';

describe('The APIs of services', () => {
  const otherMachine = { nonce: () => Promise.resolve('00000000-0000-4000-8000-000000000002') };
  const unknownMachine = { nonce: () => Promise.reject(new Error('nobody knows')) };
  const state = new MemoryState();
  const here = new MementoApis(state, oneMachine);
  const there = new MementoApis(state, otherMachine);
  const [local, hosted] = [addressOf('http://localhost:3000'), addressOf('https://agents.example/here')];

  it("are the interface's until something else is found out", async () => {
    assert.deepEqual([await here.get(local), await here.get(hosted)], ['v0', 'v0']);
    await here.set(local, 'v0');
    assert.deepEqual(state.keys(), []);
  });

  it('belong to a URL, and to a machine where the URL is another service on each', async () => {
    for (const address of [local, hosted]) await here.set(address, 'v1');
    assert.deepEqual([await here.get(local), await here.get(hosted)], ['v1', 'v1']);
    assert.deepEqual([await there.get(local), await there.get(hosted)], ['v0', 'v1']);
    assert.equal(await here.get(addressOf('https://agents.example')), 'v0');
    assert.equal(await new MementoApis(state, unknownMachine).get(local), 'v0');
  });

  it('are reported when they change, and only then', async () => {
    const reported: string[] = [];
    const following = here.onDidChange((origin) => reported.push(origin));
    await here.set(hosted, 'v1');
    await here.set(hosted, 'v0');
    following.dispose();
    assert.deepEqual([reported, await there.get(hosted)], [['https://agents.example'], 'v0']);
    assert.equal(await here.get(local), 'v1');
  });
});

function addressOf(text: string): ServiceAddress {
  const parsed = parseServiceUrl(text);
  assert.ok(parsed.ok);
  return parsed.address;
}
