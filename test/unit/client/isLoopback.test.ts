import assert from 'node:assert/strict';
import { differsByMachine, isLoopback } from '../../../src/client/common/serviceUrl';

const hostOf = (host: string) => new URL(`http://${host}:3000`).hostname;

describe('a host', () => {
  const loopback = ['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '127.8.9.1', '2130706433', '[::1]', '[0:0::0:1]'];
  const likely = [
    ...['agents.localhost', 'localhost.', '0.0.0.0', '0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:0.0.0.0]'],
    ...['host.docker.internal', 'gateway.docker.internal', 'host.containers.internal'],
  ];
  const elsewhere = [
    ...['localhost.example.com', 'mylocalhost', '128.0.0.1', '10.0.0.1', '127.0.0.1.nip.io', '[::2]', '[fe80::1]'],
    ...['[::ffff:8.8.8.8]', 'docker.internal', 'agents.example.com'],
  ];

  it('is the machine that calls, or may be taken for it there, or is neither', () => {
    const kinds = (hosts: readonly string[]) =>
      hosts.map((host) => [host, isLoopback(hostOf(host)), differsByMachine(hostOf(host))]);
    assert.deepEqual(
      kinds(loopback),
      loopback.map((host) => [host, true, true]),
    );
    assert.deepEqual(
      kinds(likely),
      likely.map((host) => [host, false, true]),
    );
    assert.deepEqual(
      kinds(elsewhere),
      elsewhere.map((host) => [host, false, false]),
    );
  });
});
