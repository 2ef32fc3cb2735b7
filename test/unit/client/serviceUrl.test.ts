import fc from 'fast-check';
import assert from 'node:assert/strict';
import {
  differsByMachine,
  isLoopback,
  parsePageUrl,
  parseServiceUrl,
  shownServiceUrl,
} from '../../../src/client/serviceUrl';
import { anyCharacter } from '../../support/anyCharacter';

describe('parseServiceUrl', () => {
  const taken: readonly (readonly [text: string, origin: string, path: string, traits: string])[] = [
    ['http://localhost:3000', 'http://localhost:3000', '', 'loopback secure'],
    ['http://localhost:3000/', 'http://localhost:3000', '', 'loopback secure'],
    ['  http://localhost:3000\n', 'http://localhost:3000', '', 'loopback secure'],
    ['HTTP://LocalHost:3000', 'http://localhost:3000', '', 'loopback secure'],
    ['http://[::1]:3000', 'http://[::1]:3000', '', 'loopback secure'],
    ['http://agents.localhost', 'http://agents.localhost', '', ''],
    ['https://agents.example.com', 'https://agents.example.com', '', 'secure'],
    ['https://agents.example.com:443', 'https://agents.example.com', '', 'secure'],
    ['https://agents.example.com/team/a', 'https://agents.example.com', '/team/a', 'secure'],
    ['https://agents.example.com/team/a///', 'https://agents.example.com', '/team/a', 'secure'],
    ['https://agents.example.com/a/../b/', 'https://agents.example.com', '/b', 'secure'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', '', 'secure'],
    ['https://\u0430gents.example.com', 'https://xn--gents-3ve.example.com', '', 'secure'],
    ['https://\uff41gents\u3002example', 'https://agents.example', '', 'secure'],
    ['https://host/%0d%0aX-Other:1', 'https://host', '/%0d%0aX-Other:1', 'secure'],
    ['http://agents.example.com', 'http://agents.example.com', '', ''],
    ['http://0.0.0.0:3000', 'http://localhost:3000', '', 'loopback, secure'],
    ['http://[::]:8000/', 'http://localhost:8000', '', 'loopback secure'],
    ['http://0.0.0.0.example.com', 'http://0.0.0.0.example.com', '', ''],
  ];
  for (const [text, origin, path, traits] of taken)
    it(`accepts ${JSON.stringify(text)}`, () => {
      const [loopback, secure] = [traits.includes('loopback'), traits.includes('secure')];
      const address = { baseUrl: `${origin}${path}`, origin, loopback, secure };
      assert.deepEqual(parseServiceUrl(text), { ok: true, address });
    });

  const refused: Readonly<Record<string, readonly string[]>> = {
    empty: ['', ' \n'],
    // prettier-ignore
    notAnAddress: [
      'localhost:3000', 'agents.example.com', '/api', 'http:localhost', 'http://', 'HTTP:///host', 'http:\\\\host',
      'http://host\\path', 'http://host name', 'http://local\thost', 'http://local\nhost', 'http://host\0',
      'http://host:99999', 'http://[::1', 'http://1.2.3.999', 'javascript:alert(1)', 'https://host\u200b.example',
      'https://ho\u00adst', 'https://host/\u202egpj.exe', 'https://\u2066host\u2069', 'https://host\ufeff.example',
      'https://host\u00a0.example', 'https://host\u2028/api', 'https://host\x85', 'https://host\r\nX-Other: 1',
      'https://host/\r\n\r\nGET / HTTP/1.1', 'https://agents.example.com\uff0fevil.example',
      'https://agents.example.com\\@evil.example', 'https://%00host', 'https://host%0d%0a', 'data:text/html,hi',
      'command:workbench.action.quit',
    ],
    scheme: ['ftp://host', 'file:///etc/passwd', 'ws://host', 'vscode://host', 'javascript://host/%0aalert(1)'],
    // prettier-ignore
    credentials: [
      'https://user:secret@host', 'https://user@host', 'https://:secret@host', 'https://@host', 'https://:@host',
      'https://agents.example.com@evil.example', 'https://agents.example.com:443@evil.example/',
      'https://agents.example.com%2f@evil.example',
    ],
    query: ['https://host?key=secret', 'https://host/a#b'],
  };
  for (const [reason, texts] of Object.entries(refused))
    for (const text of texts)
      it(`rejects ${JSON.stringify(text)}: ${reason}`, () =>
        assert.deepEqual(parseServiceUrl(text), { ok: false, reason }));

  it('rejects a copied URL with a password, whatever follows it', () =>
    assert.deepEqual(parsePageUrl('https://me:secret@host?x=1'), { ok: false, reason: 'credentials' }));
});

describe('shownServiceUrl', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['https://user:secret@h.example/a', 'https://h.example/a'],
    ['https://secret@h.example', 'https://h.example'],
    ['https://h.example/?key=secret', 'https://h.example/'],
    ['https://h.example/a#secret\nsecret', 'https://h.example/a'],
    ['h.example:3000', 'h.example:3000'],
  ];
  for (const [text, shown] of rows)
    it(`shows ${JSON.stringify(text)} as ${shown}`, () => assert.equal(shownServiceUrl(text), shown));
});

it('parseServiceUrl accepts only plain URLs, whatever it reads', () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    // prettier-ignore
    fc.constantFrom(
      'http://', 'https://', '@', ':', '/', '\\', '..', '%0d%0a', '\r\n', '\0', '[::1]', 'h.example', '?', '#',
    ),
  );
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  let taken = 0;
  const prefixed = text.map((rest) => `http://h${rest}`);
  const property = fc.property(fc.oneof(text, prefixed), (typed) => {
    const result = parseServiceUrl(typed);
    if (!result.ok) return;
    taken++;
    const { baseUrl, origin } = result.address;
    const url = new URL(`${baseUrl}/api/settings`);
    assert.equal(url.href, `${baseUrl}/api/settings`);
    assert.equal(url.origin, origin);
    assert.match(baseUrl, /^https?:\/\/[!-~]+$/);
    assert.deepEqual([url.username, url.password, url.search, url.hash], ['', '', '', '']);
  });
  fc.assert(property, { numRuns: 2000 });
  assert.ok(taken > 100, `${taken} taken`);
});

describe('parsePageUrl', () => {
  const pageOf = (text: string) => {
    const parsed = parsePageUrl(text);
    return parsed.ok ? parsed.address.baseUrl : parsed.reason;
  };

  // prettier-ignore
  const kept = [
    'https://host', 'http://localhost:3000', 'https://agents.example.com/team/a', 'https://conversations',
    'https://settings/a', 'https://agents.example.com/our-settings', 'https://agents.example.com/our-canvas/a',
    'https://agents.example.com/conversationsx/1', 'https://agents.example.com/login-free', 'https://login.example.com',
  ];
  for (const text of kept) it(`keeps ${text}`, () => assert.equal(pageOf(text), text));

  // prettier-ignore
  const shortened: Readonly<Record<string, readonly string[]>> = {
    'https://host/path': ['https://host/path?x=1#y'],
    'https://host': ['https://host/#/conversations/a'],
    'http://localhost:3000': [
      'http://localhost:3000/conversations/0123abcd?tab=1', 'http://localhost:3000/conversations',
      'http://localhost:3000/conversations/', 'http://localhost:3000/settings',
      'http://localhost:3000/settings/integrations', 'http://localhost:3000/api/settings',
      'http://localhost:3000/api/v1/settings', 'http://localhost:3000/api/v1/app-conversations/start-tasks',
      'http://0.0.0.0:3000/conversations/1', 'http://0.0.0.0:3000',
    ],
    'https://agents.example.com/team/a': [
      'https://agents.example.com/team/a/conversations/1',
      'https://agents.example.com/team/a/canvas/conversations/1/panel?tab=2#x',
    ],
    'http://localhost:8000': [
      'http://localhost:8000/canvas', 'http://localhost:8000/canvas/',
      'http://localhost:8000/canvas/conversations/0123abcd', 'http://localhost:8000/canvas/settings/api-keys',
      'http://localhost:8000/conversations/0123abcd/panel', 'http://localhost:8000/settings/integrations/github',
      'http://[::]:8000/canvas', 'http://localhost:8000//canvas',
    ],
    'https://agents.example.com': [
      'https://agents.example.com/shared/conversations/1', 'https://agents.example.com/public/conversations/1',
      'https://agents.example.com/login?returnTo=%2Fsettings', 'https://agents.example.com/accept-tos',
      'https://agents.example.com/launch?plugins=a', 'https://agents.example.com/onboarding',
      'https://agents.example.com/microagent-management', 'https://agents.example.com/oauth/device/verify',
    ],
  };
  for (const [service, texts] of Object.entries(shortened))
    for (const text of texts) it(`shortens ${text}`, () => assert.equal(pageOf(text), service));
});

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
