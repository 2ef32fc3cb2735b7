import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { portsFrom, requireFree, type Ports } from '../../sample/ports';

describe('the ports of npm start', () => {
  let other: Server;
  let ports: Ports;

  before(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    ports = { vscode: 0, service: port, git: 0 };
  });
  after(() => other.close());

  it('are the same each time, so that a key and a history belong to one service', () =>
    assert.deepEqual(portsFrom(undefined), { vscode: 8300, service: 8301, git: 8302 }));

  it('can be selected', () => assert.deepEqual(portsFrom('9000'), { vscode: 9000, service: 9001, git: 9002 }));

  for (const text of ['', '0', '-1', '65534', 'x', '1.5', '1e3'])
    it(`are refused: "${text}"`, () => assert.throws(() => portsFrom(text), /--port must be a number up to 65533/));

  it('are refused before anything is built or started if one is in use', () =>
    assert.rejects(
      requireFree(ports, 'agent'),
      /^Error: Port \d+ is in use\. If npm start is already running, stop it\. Or .*: npm start -- --port 10 --api agent$/,
    ));

  it('are taken if they are free', () => requireFree({ vscode: 0, service: 0, git: 0 }, 'agent'));
});
