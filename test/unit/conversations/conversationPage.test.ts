import fc from 'fast-check';
import assert from 'node:assert/strict';
import { conversationPage, namedPage } from '../../../src/conversations/conversationPage';
import { anyCharacter } from '../../support/anyCharacter';

const baseUrl = 'https://h/p';
const inPath = '{base_url}/conversations/{conversation_id}';
const inQuery = '{base_url}/page?id={conversation_id}&tab=chat#top';
const inFragment = '{base_url}/#/conversations/{conversation_id}?tab=chat';
const inHost = 'https://{conversation_id}.agents.example/';

describe('namedPage', () => {
  const service = 'https://agents.example/base';
  const rows: readonly (readonly [
    title: string,
    page: string,
    service: string,
    isOnServiceOrigin: boolean | undefined,
  ])[] = [
    ["is the service's own page", 'https://agents.example/canvas/conversations/0f3c', service, true],
    ['may be on this machine', 'http://127.0.0.1:3000/conversations/0f3c', 'http://127.0.0.1:3000/base', true],
    ["isn't one that is missing", '', service, undefined],
    ['may be on another host', 'https://canvas.example/conversations/0f3c', service, false],
    ['may be on another port', 'https://agents.example:8443/conversations/0f3c', service, false],
    ["isn't unencrypted", 'http://agents.example/conversations/0f3c', 'http://agents.example', undefined],
    ["isn't less encrypted than the service", 'http://agents.example/conversations/0f3c', service, undefined],
    ['has no password', 'https://me:pw@agents.example/conversations/0f3c', service, undefined],
    ["has no user that looks like the service's host", 'https://agents.example@evil.example/0f3c', service, undefined],
    ['has no query, which may have a key', 'https://agents.example/?tkn=SECRET', service, undefined],
    ['is no command', 'command:workbench.action.quit', service, undefined],
    ['is no path', '/conversations/0f3c', service, undefined],
    ['has no backslash', 'https://agents.example\\@evil.example/', service, undefined],
  ];
  for (const [title, page, of, isOnServiceOrigin] of rows)
    it(title, () => {
      const { origin = '' } = page === '' || isOnServiceOrigin === undefined ? {} : new URL(page);
      assert.deepEqual(
        namedPage(page, of),
        isOnServiceOrigin === undefined ? undefined : { url: page, origin, isOnServiceOrigin },
      );
    });
});

describe('conversationPage', () => {
  const pages: readonly (readonly [title: string, template: string, id: string, url: string])[] = [
    ['fills in the URL and the id', inPath, 'abc', 'https://h/p/conversations/abc'],
    ['works without either', 'https://x/', 'a', 'https://x/'],
    ['keeps a placeholder within a segment', '{base_url}/c-{conversation_id}.html', 'a', 'https://h/p/c-a.html'],
    ["prefers the template's own host", 'https://conversation/{conversation_id}', 'a', 'https://conversation/a'],
    ['makes one segment of query and fragment', inPath, 'a?b#c&d', 'https://h/p/conversations/a%3Fb%23c%26d'],
    ['adds no parameter', inQuery, 'x&admin=1#f', 'https://h/p/page?id=x%26admin%3D1%23f&tab=chat#top'],
    ['keeps a plus and a quote in a query', inQuery, "a+b'c", 'https://h/p/page?id=a%2Bb%27c&tab=chat#top'],
    ['keeps to its placeholder in a fragment', inFragment, 'x&y?z', 'https://h/p/#/conversations/x%26y%3Fz?tab=chat'],
    ['takes a percent sign literally', inPath, '%2e%2e', 'https://h/p/conversations/%252e%252e'],
    ["doesn't read an id as a template", inPath, '{base_url}', 'https://h/p/conversations/%7Bbase_url%7D'],
    ["doesn't read an id as a pattern", inPath, '$&$1', 'https://h/p/conversations/%24%26%241'],
    ['accepts a scheme in uppercase', 'HTTPS://x/{conversation_id}', 'a', 'https://x/a'],
    ['accepts an id as a host name', inHost, 'abc-1', 'https://abc-1.agents.example/'],
    ['keeps escapes in the template', '{base_url}/a%2Fb/{conversation_id}', 'c', 'https://h/p/a%2Fb/c'],
  ];
  for (const [title, template, id, url] of pages)
    it(title, () => assert.deepEqual(conversationPage(template, baseUrl, id), { ok: true, url }));

  const refused: readonly (readonly [title: string, template: string, id: string])[] = [
    ['a path upward', inPath, '../../login'],
    ['two dots', inPath, '..'],
    ['one dot', inPath, '.'],
    ['an upward path in a fragment', inFragment, '../settings'],
    ['a letter that completes an escape in the template', '{base_url}/%{conversation_id}', '41'],
    ['the second letter of an escape', '{base_url}/%4{conversation_id}', '1'],
    ['a slash', inPath, 'a b/c'],
    ['dots in a query', inQuery, '../..'],
    ['two dots within a name', inPath, 'a..b'],
    ['no id', inPath, ''],
    ['half a surrogate pair', inPath, 'a\ud800'],
    ['another host', inHost, 'evil.example/'],
    ["a host that isn't in the template", 'https://{conversation_id}/', 'evil.example'],
    ['the end of a single-label host', 'https://agents{conversation_id}/', 'evil'],
    ['a part of an IP address', 'https://1.2.{conversation_id}/', '3'],
    ['a host name in uppercase', inHost, 'ABC'],
    ['a host name after a user', 'https://me@{conversation_id}.agents.example/', 'abc'],
    ['a host name that ends with it again', 'https://{conversation_id}.agents.e{conversation_id}/', 'abc'],
    ['a subdomain', inHost, 'a.b'],
    ['a user name', 'https://{conversation_id}@agents.example/', 'somebody'],
    ['a port', 'https://agents.example:{conversation_id}/', '8080'],
  ];
  for (const [title, template, id] of refused)
    it(`rejects ${title}`, () => {
      const page = conversationPage(template, baseUrl, id);
      assert.ok(!page.ok, 'url' in page ? page.url : '');
    });

  it("reports a template that doesn't make a valid URL", () =>
    assert.deepEqual(conversationPage('{conversation_id}#{base_url}', baseUrl, 'a/b'), {
      ok: false,
      reason: 'template',
      text: 'a%2Fb#https://h/p',
    }));

  for (const template of [
    'vscode://x/{conversation_id}',
    'vscode://x/https://h/{conversation_id}',
    'javascript:{conversation_id}',
    'http:h/{conversation_id}',
    'https://x/%\n{conversation_id}',
  ])
    it(`makes no page from ${template}`, () => {
      const page = conversationPage(template, baseUrl, 'a');
      assert.equal(!page.ok && page.reason, 'template');
    });

  it('returns every id that it accepts, and keeps the rest of the URL', () => {
    let taken = 0;
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', '.', '..', '%', '%2f', '%2e', '?', '#', '&', '=', '+', ' ', ';', '@', ':', "'", '\n'),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    );
    const ids = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(ids, (id) => {
        const path = conversationPage(inPath, baseUrl, id);
        if (path.ok) {
          taken++;
          const [, p, conversations, segment, ...rest] = new URL(path.url).pathname.split('/');
          assert.deepEqual([p, conversations, decodeURIComponent(segment!), rest], ['p', 'conversations', id, []]);
          assert.equal(path.url, `https://h/p/conversations/${segment}`);
          assert.doesNotMatch(`/${id}/`, /[/\\]\.{1,2}[/\\]/);
        }
        const query = conversationPage(inQuery, baseUrl, id);
        assert.equal(query.ok, path.ok);
        if (!query.ok) return;
        const url = new URL(query.url);
        assert.deepEqual([...url.searchParams], Object.entries({ id, tab: 'chat' }));
        assert.equal(url.origin + url.pathname + url.hash, 'https://h/p/page#top');
      }),
    );
    assert.ok(taken > 20, `${taken} taken`);
  });
});
