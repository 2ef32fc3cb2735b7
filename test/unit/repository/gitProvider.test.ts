import assert from 'node:assert/strict';
import { parseRemoteUrl } from '../../../src/repository/remoteUrl';
import {
  isWellKnownHost,
  providerOf,
  repositoryOn,
  withWebPort,
  type ProviderSources,
} from '../../../src/repository/gitProvider';

describe('providerOf', () => {
  const own = {
    'Git.Example.com': 'gitlab',
    'code.example.com:8443': 'bitbucket',
    'odd.example.com': 'sourcehut',
    ' spaced.example.com ': 'github',
    'https://address.example.com:8443/': 'gitlab',
    'github.com': 'enterprise_sso',
  };
  const rows: readonly (readonly [host: string, hosts: Readonly<Record<string, unknown>>, expected?: string])[] = [
    ['github.com', {}, 'github'],
    ['ssh.github.com', {}, 'github'],
    ['gitlab.com', {}, 'gitlab'],
    ['bitbucket.org', {}, 'bitbucket'],
    ['github.com:8443', {}, 'github'],
    ['git.example.com', own, 'gitlab'],
    ['git.example.com:3000', own, 'gitlab'],
    ['code.example.com:8443', own, 'bitbucket'],
    ['address.example.com:8443', own, 'gitlab'],
    ['spaced.example.com', own, 'github'],
    ['github.com', own, 'enterprise_sso'],
    ['github.com', { 'ssh.github.com': 'enterprise_sso' }, 'enterprise_sso'],
    ['[::1]:3000', { '[::1]': 'gitlab' }, 'gitlab'],
    ['github.com', { 'github.com': 'sourcehut' }, 'github'],
    ['code.example.com', own],
    ['odd.example.com', own],
    ['github.example.com', {}],
    ['constructor', {}],
    ['', { '': 'github', ' ': 'github', 'https://': 'github', '::': 'github' }],
  ];
  for (const [host, hosts, expected] of rows) {
    const told = hosts === own ? ' with the hosts in the settings' : '';
    it(`takes "${host}"${told} for ${expected ?? 'an unknown host'}`, () =>
      assert.equal(providerOf(host, hosts), expected));
  }

  const host = 'git.example.com';
  const remembered = (provider: unknown): ProviderSources => ({ rememberedProviders: { [host]: provider } });
  const reported = (providerTokens: unknown): ProviderSources => ({ providerTokens });
  // prettier-ignore
  const learned: readonly (readonly [string, string | undefined, ProviderSources, string?])[] = [
    // Each is preferred to the next one; the settings' hosts above are preferred to a well-known host.
    ['prefers a well-known host to an answer', 'github', { rememberedProviders: { 'github.com': 'gitlab' } }, 'github.com'],
    ['uses a report if the answer is invalid', 'github', { ...remembered('sourcehut'), ...reported({ github: host }) }],
    ['remembers an answer for every port', 'github', remembered('github'), `${host}:8443`],
    ['accepts only providers as answers', undefined, remembered({})],
    ['takes the URI of GitHub Enterprise for GitHub', 'github', { gitHubUri: `https://${host}/` }],
    ['takes only its host for GitHub Enterprise', undefined, { gitHubUri: 'https://other.example.com' }],
    ['takes another value for no URI', undefined, { gitHubUri: [`https://${host}`] }],
    ['prefers an answer to GitHub Enterprise', 'gitlab', { ...remembered('gitlab'), gitHubUri: `https://${host}` }],
    ['prefers GitHub Enterprise to a report', 'github', { ...reported({ gitlab: host }), gitHubUri: `https://${host}` }],
    ['reads a host', 'gitlab', reported({ gitlab: host })],
    ['reads a host in uppercase, with spaces around', 'gitlab', reported({ gitlab: ' GIT.Example.com\n' })],
    ['reads a host with a trailing dot', 'gitlab', reported({ gitlab: `${host}.` })],
    ['reads a host with a port', 'gitlab', reported({ gitlab: `${host}:8443` }), `${host}:8443`],
    ['reads a host for every port', 'gitlab', reported({ gitlab: host }), `${host}:8443`],
    ['keeps ports apart', undefined, reported({ gitlab: `${host}:8443` })],
    ['reads a URL', 'gitlab', reported({ gitlab: `https://${host}/api/v4` })],
    ['reads a URL with credentials', 'gitlab', reported({ gitlab: `https://user:SECRET@${host}` })],
    ['reads a record', 'gitlab', reported({ gitlab: { host, user_id: 5 } })],
    ["doesn't choose between two", undefined, reported({ github: host, gitlab: { host } })],
    ['prefers one of two with the right port', 'gitlab', reported({ github: host, gitlab: `${host}:1` }), `${host}:1`],
    ["doesn't guess enterprise_sso", undefined, reported({ enterprise_sso: host })],
    ['lets enterprise_sso hide no other provider', 'github', reported({ enterprise_sso: host, github: host })],
    ['reads the organization of a host', 'azure_devops', reported({ azure_devops: 'dev.azure.com/acme' }), 'dev.azure.com'],
    ['takes the usual host of a provider without one', 'azure_devops', reported({ azure_devops: null }), 'dev.azure.com'],
    ["doesn't know its host without a report", undefined, {}, 'dev.azure.com'],
    ['learns nothing about unknown providers', undefined, reported({ sourcehut: host, constructor: host })],
    ['learns nothing from an empty host', undefined, reported({ github: null, gitlab: '', bitbucket: true })],
    ['learns nothing from a record without a host', undefined, reported({ github: {}, gitlab: { host: null } })],
    ['learns nothing from a list', undefined, reported({ github: [host] })],
    ['learns nothing from an invalid URL', undefined, reported({ github: 'https://', gitlab: 'a b', bitbucket: '::' })],
    ['learns nothing from another value', undefined, reported([host])],
  ];
  for (const [title, expected, known, asked = host] of learned)
    it(title, () => assert.equal(providerOf(asked, {}, known), expected));
});

describe('repositoryOn', () => {
  for (const [provider, repository, expected] of [
    ['bitbucket', 'scm/~user/repo', '~user/repo'],
    ['bitbucket', 'context/scm/proj/repo', 'proj/repo'],
    ['bitbucket', 'scm/scm/repo', 'scm/repo'],
    ['bitbucket', 'proj/repo', 'proj/repo'],
    ['bitbucket', 'team-scm/proj/repo', 'team-scm/proj/repo'],
    ['gitlab', 'scm/team/app', 'scm/team/app'],
  ] as const)
    it(`is ${expected} for ${repository} on ${provider}`, () =>
      assert.equal(repositoryOn(provider, { host: 'git.example.com', repository }).repository, expected));
});

/** URL of a remote, the settings' hosts or what the service reports, then provider, repository and its pages. */
// prettier-ignore
const remotes: readonly (readonly [url: string, settings: object, tokens: object, expected: string])[] = [
  ['https://git.example.com/gitlab/group/sub/demo.git', {}, { gitlab: { host: 'https://git.example.com/gitlab/api/v4/' } }, 'gitlab group/sub/demo https://git.example.com/gitlab'],
  ['git@git.example.com:group/demo.git', {}, { gitlab: 'https://git.example.com/gitlab' }, 'gitlab group/demo https://git.example.com/gitlab'],
  ['https://git.example.com/gitlab/demo.git', {}, { gitlab: 'git.example.com/gitlab' }, 'gitlab gitlab/demo https://git.example.com/gitlab'],
  ['https://git.example.com/gitlabs/group/demo.git', { 'git.example.com/gitlab': 'gitlab' }, {}, 'gitlab gitlabs/group/demo https://git.example.com/gitlab'],
  ['https://git.example.com/gitea/octo/demo.git', { 'https://git.example.com/gitea/': 'forgejo' }, {}, 'forgejo octo/demo https://git.example.com/gitea'],
  ['http://gitlab.example.com/group/demo.git', { 'gitlab.example.com': 'gitlab' }, {}, 'gitlab group/demo http://gitlab.example.com'],
  ['git@gitlab.example.com:group/demo.git', {}, { gitlab: 'http://gitlab.example.com' }, 'gitlab group/demo http://gitlab.example.com'],
  ['http://github.com/octo/demo.git', {}, {}, 'github octo/demo https://github.com'],
  ['https://gitlab.com/acme/sub/demo', {}, { gitlab: 'gitlab.com/acme' }, 'gitlab acme/sub/demo https://gitlab.com'],
  ['https://stash.example.com/bitbucket/scm/ppp/demo.git', { 'stash.example.com': 'bitbucket' }, {}, 'bitbucket ppp/demo https://stash.example.com/bitbucket'],
  [
    'ssh://git@stash.example.com:7999/ppp/demo.git',
    {},
    { bitbucket_data_center: 'https://stash.example.com/bitbucket' },
    'bitbucket_data_center ppp/demo https://stash.example.com/bitbucket',
  ],
  ['git@forge.example.com:me/demo.git', { 'http://forge.example.com:3000': 'forgejo' }, {}, 'forgejo me/demo http://forge.example.com:3000'],
  ['ssh://git@git.example.com:2222/a/demo.git', {}, { gitlab: 'git.example.com:8443' }, 'gitlab a/demo https://git.example.com:8443'],
  ['git@git.example.com:a/demo.git', { 'git.example.com': 'gitlab' }, { gitlab: 'git.example.com:8443' }, 'gitlab a/demo https://git.example.com:8443'],
  ['git@git.example.com:a/demo.git', {}, { gitlab: 'git.example.com', forgejo: 'git.example.com:3000' }, 'gitlab a/demo https://git.example.com'],
  ['git@git.example.com:a/demo.git', {}, { forgejo: 'git.example.com:3000', gitlab: 'git.example.com' }, 'gitlab a/demo https://git.example.com'],
  ['git@git.example.com:a/demo.git', { 'git.example.com': 'gitlab' }, { forgejo: 'other.example.com:3000' }, 'gitlab a/demo https://git.example.com'],
  ['git@git.example.com:a/demo.git', { 'git.example.com:8443': 'gitlab' }, { github: null }, 'gitlab a/demo https://git.example.com:8443'],
  ['git@git.example.com:a/demo.git', {}, {}, '-'],
  ['https://git.example.com:8443/a/demo.git', { 'git.example.com:8443': 'gitlab', 'http://git.example.com/forge': 'forgejo' }, {}, 'gitlab a/demo https://git.example.com:8443'],
  ['https://git.example.com/a/demo.git', {}, { gitlab: 'git.example.com:8443' }, '-'],
  ['git@github.com:octo/demo.git', { 'github.com:8443': 'gitlab' }, {}, 'github octo/demo https://github.com'],
  ['https://octocorp.ghe.com/octo/demo.git', {}, {}, 'github octo/demo https://octocorp.ghe.com'],
  ['https://ghe.com/octo/demo.git', {}, {}, '-'],
  ['https://api.octocorp.ghe.com/octo/demo.git', {}, {}, '-'],
  ['git@ssh.dev.azure.com:v3/org/my%20project/repo', {}, { azure_devops: 'dev.azure.com/org' }, 'azure_devops org/my project/repo https://dev.azure.com'],
];

describe('The repository on its provider', () => {
  for (const [url, settings, providerTokens, expected] of remotes)
    it(`is ${expected} for ${url} with ${JSON.stringify({ ...settings, ...providerTokens })}`, () => {
      const hosts = settings as Readonly<Record<string, unknown>>;
      const location = withWebPort(parseRemoteUrl(url)?.location ?? assert.fail(), hosts, { providerTokens });
      const provider = providerOf(location.host, hosts, { providerTokens });
      const found = provider && repositoryOn(provider, location, hosts, { providerTokens });
      assert.equal(found ? `${provider} ${found.repository} ${found.webUrl}` : '-', expected);
    });
});

describe('isWellKnownHost', () => {
  for (const host of ['github.com', 'GitHub.com', 'ssh.github.com', 'gitlab.com', 'bitbucket.org'])
    it(`knows ${host}`, () => assert.ok(isWellKnownHost(host)));
  for (const host of ['work', 'git.example.com', 'constructor', ''])
    it(`doesn't know "${host}"`, () => assert.ok(!isWellKnownHost(host)));
});
