import assert from 'node:assert/strict';
import { Redactor } from '../../../src/domain/redactor';
import { readServerWords, sanitiseServerText, type ServerWords } from '../../../src/domain/serverText';

describe('sanitiseServerText', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['keeps a sentence', 'Unable to access repo a/b.', 'Unable to access repo a/b.'],
    ['makes one line of many', 'a\r\nb\n\n c', 'a b c'],
    ['drops control characters', 'a\0b\x1b[31mc\x85d', 'a b 31mc d'],
    ['drops what changes the direction of writing', 'a\u202eb\u2066c\u200fd', 'a b c d'],
    ['drops what cannot be seen', 'a\u200bb\ufeffc\u00add', 'a b c d'],
    ['drops separators of lines and paragraphs', 'a\u2028b\u2029c', 'a b c'],
    ['drops markup', '<p class="x">Not <b>found</b></p>', 'Not found'],
    ['drops scripts with what is in them', '<script>alert(1)</script>Sorry<style>p{}</style>', 'Sorry'],
    ['drops markup that does not end', 'Sorry <img src=x onerror=alert(1)', 'Sorry'],
    ['drops comments', 'a<!-- b -->c', 'a c'],
    ['keeps what compares', '1 < 2 > 0', '1 < 2 > 0'],
    ['makes no links of Markdown', '[click](command:evil)', 'click (command:evil)'],
    ['makes no code of Markdown', '`rm`', 'rm'],
    ['replaces half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['keeps other writings', 'Репозиторий 不存在 🙂', 'Репозиторий 不存在 🙂'],
    ['says nothing of nothing', '', undefined],
    ['says nothing of white space', ' \n\u200b', undefined],
    ['says nothing of bare markup', '<html><body></body></html>', undefined],
    ['keeps 300 characters', 'x'.repeat(300), 'x'.repeat(300)],
    ['cuts at 300 characters', 'x'.repeat(301), `${'x'.repeat(299)}…`],
    ['cuts no character in half', `${'x'.repeat(298)}🙂🙂`, `${'x'.repeat(298)}…`],
  ];
  for (const [title, text, expected] of rows) it(title, () => assert.equal(sanitiseServerText(text), expected));

  for (const piece of ['<', '<a', '<script>', '<!--', ' ', '[', '\u202e'])
    it(`reads ${JSON.stringify(piece)} without an end in linear time`, () => {
      const before = performance.now();
      sanitiseServerText(piece.repeat(2_000_000 / piece.length));
      assert.ok(performance.now() - before < 5000);
    });
});

describe('readServerWords', () => {
  const long = { detail: 'x'.repeat(1000) };
  const issue = {
    type: 'missing',
    loc: ['body', 'mcp_config', 'shttp_servers', 0, 'url'],
    msg: 'Field required',
    input: 'SECRET',
  };
  const field = { path: 'mcp_config.shttp_servers.0.url', type: 'missing', message: 'Field required' };
  const rows: readonly (readonly [string, unknown, ServerWords])[] = [
    ['reads "message"', { message: 'a' }, { text: 'a' }],
    ['reads "error"', { error: 'a' }, { text: 'a' }],
    ['reads "detail"', { detail: 'a' }, { text: 'a' }],
    ['reads a bare JSON string, and plain text', 'Unable to access repo a/b', { text: 'Unable to access repo a/b' }],
    ['reads a message inside "error"', { error: { message: 'a' } }, { text: 'a' }],
    ['reads a message inside "detail"', { detail: { message: 'a' } }, { text: 'a' }],
    ['prefers "message"', { detail: 'c', error: 'b', message: 'a' }, { text: 'a' }],
    ['passes over what says nothing', { message: '<br>', error: ' ', detail: 'a' }, { text: 'a' }],
    ['passes over what is no text', { message: 5, error: null, detail: 'a' }, { text: 'a' }],
    [
      'reads the code of a message',
      { message: 'a', msg_id: 'CONFIGURATION$X' },
      { text: 'a', messageId: 'CONFIGURATION$X' },
    ],
    ['cuts what is long', long, { text: `${'x'.repeat(299)}…` }],
    ["reads FastAPI's refusals", { detail: [issue] }, { refusedFields: [field] }],
    [
      'reads a refusal of the whole',
      { detail: [{ type: 't', loc: ['body'], msg: 'm' }] },
      { refusedFields: [{ path: '', type: 't', message: 'm' }] },
    ],
    [
      'reads a refusal outside the body',
      { detail: [{ type: 't', loc: ['query', 'a'], msg: 'm' }] },
      { refusedFields: [{ path: 'query.a', type: 't', message: 'm' }] },
    ],
    ['reads a refusal without anything', { detail: [{}] }, { refusedFields: [{ path: '', type: '', message: '' }] }],
    ['passes over refusals that are no records', { detail: ['a', null, 5, issue] }, { refusedFields: [field] }],
    ['finds nothing in an empty list', { detail: [] }, {}],
    ['finds nothing in a list', ['a'], {}],
    ['finds nothing in null', null, {}],
    ['finds nothing in a number', 5, {}],
    ['finds nothing in a record of nobody', { status: 'error' }, {}],
    ['finds nothing in prototypes', JSON.parse('{"__proto__":{"message":"a"}}'), {}],
  ];
  for (const [title, body, expected] of rows)
    it(title, () => assert.deepEqual(readServerWords(body, new Redactor()), expected));

  it('reads no more than twenty refusals', () => {
    const { refusedFields } = readServerWords({ detail: Array.from({ length: 100_000 }, () => issue) }, new Redactor());
    assert.equal(refusedFields?.length, 20);
  });

  const key = 'S3CR3T-[k]<e>`y`';
  const token = 'tok3n-of-the-user-0123456789';
  const repeated: readonly (readonly [string, unknown])[] = [
    ['"message"', { message: `bad ${key}` }],
    ['"error"', { error: `bad ${key}` }],
    ['"detail"', { detail: `bad ${key}` }],
    ['plain text', `bad ${key}`],
    ['the code of a message', { msg_id: `BAD ${key}` }],
    [
      'a refused field',
      { detail: [{ type: key, loc: ['body', 'env', key], msg: `${key} is bad`, input: key, ctx: { key } }] },
    ],
    ['a text that is cut at 300 characters', `${'x'.repeat(292)} ${key}`],
    ['a text that is cut before it is read', `${' '.repeat(19_990)}${key}`],
    ['a text that is cut while it is searched', `${' '.repeat(199_990)}${token}`],
    ['many copies', `${key} `.repeat(5000)],
    ['words that somebody else cut', `input_value='${token.slice(0, 14)}...${token.slice(-13)}'`],
  ];
  for (const [title, body] of repeated) {
    it(`shows no secret that is repeated in ${title}`, () => {
      const redactor = new Redactor();
      redactor.add(key);
      redactor.add(token);
      assert.doesNotMatch(JSON.stringify(readServerWords(body, redactor)), /S3CR3T|tok3n|user-0123|456789/);
    });
  }
});
