import assert from 'node:assert/strict';
import { isGitProvider, providerOf } from '../../../src/domain/gitProvider';

describe('providerOf', () => {
  const own = {
    'Git.Example.com': 'gitlab',
    'code.example.com:8443': 'bitbucket',
    'sso.example.com': 'enterprise_sso',
    'odd.example.com': 'sourcehut',
    'number.example.com': 5,
    ' spaced.example.com ': 'github',
    work: 'github',
    'github.com': 'enterprise_sso',
  };
  const rows: readonly (readonly [host: string, hosts: Readonly<Record<string, unknown>>, expected?: string])[] = [
    ['github.com', {}, 'github'],
    ['www.github.com', {}, 'github'],
    ['ssh.github.com', {}, 'github'],
    ['gitlab.com', {}, 'gitlab'],
    ['altssh.gitlab.com', {}, 'gitlab'],
    ['bitbucket.org', {}, 'bitbucket'],
    ['altssh.bitbucket.org', {}, 'bitbucket'],
    ['github.com:8443', {}, 'github'],
    ['git.example.com', own, 'gitlab'],
    ['git.example.com:3000', own, 'gitlab'],
    ['code.example.com:8443', own, 'bitbucket'],
    ['sso.example.com', own, 'enterprise_sso'],
    ['spaced.example.com', own, 'github'],
    ['work', own, 'github'],
    ['github.com', own, 'enterprise_sso'],
    ['github.com', { 'github.com': 'sourcehut' }, 'github'],
    ['code.example.com', own],
    ['odd.example.com', own],
    ['number.example.com', own],
    ['github.example.com', {}],
    ['notgithub.com', {}],
    ['github.com.evil.example', {}],
    ['sso.github.com', {}],
    ['constructor', {}],
    ['__proto__', {}],
    ['toString', own],
    ['[::1]:3000', {}],
    ['', {}],
  ];
  for (const [host, hosts, expected] of rows) {
    const told = hosts === own ? ' with the hosts of the settings' : '';
    it(`takes "${host}"${told} for ${expected ?? 'nothing it knows'}`, () =>
      assert.equal(providerOf(host, hosts), expected));
  }

  it('never guesses enterprise_sso', () => {
    for (const host of ['enterprise_sso', 'sso.example.com', 'enterprise.example.com'])
      assert.equal(providerOf(host, {}), undefined);
  });
});

describe('isGitProvider', () => {
  for (const value of ['github', 'gitlab', 'bitbucket', 'enterprise_sso'])
    it(`takes ${value}`, () => assert.ok(isGitProvider(value)));
  for (const value of ['GitHub', '', 'azure_devops', 'length', null, undefined, 0, ['github']])
    it(`refuses ${JSON.stringify(value)}`, () => assert.ok(!isGitProvider(value)));
});
