import assert from 'node:assert/strict';
import { differsByMachine, isLoopback } from '../../../src/client/serviceUrl';

const hostOf = (host: string) => new URL(`http://${host}:3000`).hostname;

describe('a host', () => {
  const loopback = ['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '127.8.9.1', '2130706433', '[::1]', '[0:0::0:1]'];
  // prettier-ignore
  const likely = [
    'agents.localhost', 'localhost.', '0.0.0.0', '0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:0.0.0.0]',
    'host.docker.internal', 'gateway.docker.internal', 'host.containers.internal', 'localhost.localdomain',
    'LOCALHOST4', 'localhost4.localdomain4', 'localhost6', 'localhost6.localdomain6.', 'ip6-localhost',
    'ip6-loopback', 'kubernetes.docker.internal', 'vm.docker.internal', 'docker.for.mac.host.internal',
    'docker.for.mac.localhost', 'docker.for.win.host.internal', 'host.lima.internal', 'host.orb.internal',
    '169.254.0.1', '169.254.169.254', '2851995649', '[fe80::1]', '[FE80:0:0:1::2]', '[febf::1]',
    '[::ffff:169.254.1.2]', 'host.minikube.internal', 'host.rancher-desktop.internal', 'host.a.b.internal',
    '_gateway', '_localdnsstub', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[64:ff9b::169.254.1.2]',
    '[::127.0.0.1]', '[::ffff:0:127.0.0.1]',
  ];
  // prettier-ignore
  const elsewhere = [
    'localhost.example.com', 'mylocalhost', '128.0.0.1', '10.0.0.1', '127.0.0.1.nip.io', '[::2]', '[fec0::1]',
    '[fe7f::1]', '169.253.0.1', '169.254.example.com', 'localhost5', 'localdomain',
    'localhost.localdomain.example.com', 'ip6-localhost.example.com', 'host.lima.internal.example.com',
    'lima.internal', 'mydocker.internal', '[::ffff:8.8.8.8]', 'docker.internal', 'agents.example.com',
    '[64:ff9b::8.8.8.8]', '[2001:db8::7f00:1]', 'host.internal.example.com', 'ghost.lima.internal',
    '_gateway.example.com', '[64:ff9b::7f00:1:2]',
  ];

  it('is this machine, could be this machine, or is neither', () => {
    for (const [hosts, isIt, couldBe] of [
      [loopback, true, true],
      [likely, false, true],
      [elsewhere, false, false],
    ] as const)
      for (const host of hosts)
        assert.deepEqual([host, isLoopback(hostOf(host)), differsByMachine(hostOf(host))], [host, isIt, couldBe]);
  });
});
