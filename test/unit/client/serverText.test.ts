import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../src/base/redactor';
import { readServerMessage, sanitizeServerText, type ServerMessage } from '../../../src/client/serverText';
import { hostileText } from '../../support/hostileText';
import { redactorOf } from '../../support/redactorOf';

describe('sanitizeServerText', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['keeps a sentence', 'Unable to access repo a/b.', 'Unable to access repo a/b.'],
    ['makes one line of several', 'a\r\nb\n\n c', 'a b c'],
    ['drops scripts with their content', '<script>alert(1)</script>Sorry<style>p{}</style>', 'Sorry'],
    ['drops a script inside another', '<script>a<script>b</script>c', 'c'],
    ['drops a script after an unclosed title', '<title>a<script>b</script>c<title>d', 'a c d'],
    ['drops a script inside an unclosed tag', 'a<title <script>b</script>c', 'a'],
    ['drops a script in uppercase, with spaces in its end tag', '<SCRIPT x=1>a</script \n>b', 'b'],
    ['drops two scripts', '<script>a</script>b<script>c</script>d', 'b d'],
    ['keeps what starts like the name of a script', '<scripts>a</scripts>b', 'a b'],
    ['drops comments', 'a<!-- b -->c', 'a c'],
    ['keeps comparison signs', '1 < 2 > 0', '1 < 2 > 0'],
    ['makes no icons of removed brackets', '$[](bug)', '$ (bug)'],
    ['drops stacked combining marks', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
    ['replaces half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['keeps other scripts', 'Репозиторий 不存在 🙂', 'Репозиторий 不存在 🙂'],
    ['returns nothing for nothing', '', undefined],
    ['returns nothing for bare markup', '<html><body></body></html>', undefined],
    ['keeps 300 characters', 'x'.repeat(300), 'x'.repeat(300)],
    ['cuts at 300 characters', 'x'.repeat(301), `${'x'.repeat(299)}…`],
    ['cuts no character in half', `${'x'.repeat(298)}🙂🙂`, `${'x'.repeat(298)}…`],
  ];
  for (const [title, text, expected] of rows) it(title, () => assert.equal(sanitizeServerText(text), expected));
});

describe('a text from the service', () => {
  const never: readonly (readonly [string, RegExp])[] = [
    ['more than one line, or invisible characters', /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u],
    ['half a surrogate pair', /\p{Surrogate}/u],
    ['a Markdown link, or code', /[[\]`]/],
    ['a link made of a URL', /:\/\//],
    ['an icon', /\$\(/],
    ['markup', /<\/?[a-z!]/i],
    ['stacked combining marks', /\p{M}{5}/u],
    ['consecutive or surrounding spaces', /\s\s|^\s|\s$/],
  ];
  for (const [what, pattern] of never)
    it(`never has ${what}`, () => {
      const property = fc.property(hostileText, (text) => assert.doesNotMatch(sanitizeServerText(text) ?? '', pattern));
      fc.assert(property, { numRuns: 2000 });
    });

  it('is never longer than 300 characters, and stays the same when sanitized again', () => {
    const property = fc.property(hostileText, (text) => {
      const plain = sanitizeServerText(text);
      assert.ok((plain ?? '').length <= 300);
      if (plain !== undefined) assert.equal(sanitizeServerText(plain), plain);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('is just as clean in any record', () => {
    const field = fc.constantFrom('message', 'error', 'detail', 'title', 'msg', 'msg_id', 'loc', 'type', '__proto__');
    const inside = fc.array(fc.dictionary(field, hostileText, { maxKeys: 4 }), { maxLength: 3 });
    const records = fc.dictionary(field, fc.oneof(hostileText, fc.integer(), inside));
    const property = fc.property(records, (body) => {
      const { text, messageId, rejectedFields = [] } = readServerMessage(body, new Redactor());
      const shown = [text, messageId, ...rejectedFields.flatMap(({ path, type }) => [path, type])];
      for (const words of shown.filter(Boolean)) assert.equal(sanitizeServerText(words ?? ''), words);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('readServerWords', () => {
  const loc = ['body', 'mcp_config', 'shttp_servers', 0, 'url'];
  const issue = { type: 'missing', loc, msg: 'Field required', input: 'SECRET' };
  const field = { path: 'mcp_config.shttp_servers.0.url', type: 'missing' };
  // prettier-ignore
  const rows: readonly (readonly [string, unknown, ServerMessage])[] = [
    ...['message', 'error', 'detail', 'title', 'msg', 'error_description'].map(
      (name) => [`reads "${name}"`, { type: 'about:blank', error: null, [name]: 'a', status: 400 }, { text: 'a' }] as const,
    ),
    ['reads a bare JSON string, and plain text', 'Unable to access repo a/b', { text: 'Unable to access repo a/b' }],
    ['reads a message inside "error"', { error: { message: 'a' } }, { text: 'a' }],
    ['reads a list of strings in "detail"', { detail: ['a', 'b'] }, { text: 'a' }],
    ['reads a list of errors in "error"', { error: [{ code: 5 }, { message: 'a' }] }, { text: 'a' }],
    ['reads an error inside an error', { error: { error: { message: 'a' } } }, { text: 'a' }],
    ['reads no deeper than that', { error: { error: { error: { error: 'a' } } } }, {}],
    ['prefers "message"', { detail: 'c', error: 'b', message: 'a' }, { text: 'a' }],
    ['skips blank values', { message: '<br>', error: ' ', detail: 'a' }, { text: 'a' }],
    ["skips values that aren't strings", { message: 5, error: null, detail: 'a' }, { text: 'a' }],
    ['reads the code of a message', { message: 'a', msg_id: 'CONFIGURATION$X' }, { text: 'a', messageId: 'CONFIGURATION$X' }],
    ['cuts long texts', { detail: 'x'.repeat(1000) }, { text: `${'x'.repeat(299)}…` }],
    ["reads FastAPI's validation errors", { detail: [issue] }, { rejectedFields: [field] }],
    ['reads a validation error of the whole body', { detail: [{ type: 't', loc: ['body'], msg: 'm' }] }, { rejectedFields: [{ path: '', type: 't' }] }],
    ['reads a validation error outside the body', { detail: [{ type: 't', loc: ['query', 'a'], msg: 'm' }] }, { rejectedFields: [{ path: 'query.a', type: 't' }] }],
    ['reads an empty validation error', { detail: [{}] }, { rejectedFields: [{ path: '', type: '' }] }],
    ["skips validation errors that aren't records", { detail: ['a', null, 5, issue] }, { rejectedFields: [field] }],
    ['finds nothing in an empty list', { detail: [] }, {}],
    ['finds nothing in null', null, {}],
    ['finds nothing in an unknown record', { status: 'error' }, {}],
    ['finds nothing in prototypes', JSON.parse('{"__proto__":{"message":"a"}}'), {}],
  ];
  for (const [title, body, expected] of rows)
    it(title, () => assert.deepEqual(readServerMessage(body, new Redactor()), expected));

  it('reads no more than twenty validation errors', () => {
    const detail = Array.from({ length: 100_000 }, () => issue);
    assert.equal(readServerMessage({ detail }, new Redactor()).rejectedFields?.length, 20);
  });

  const nothing = '<title '.repeat(2000);
  const nested = (levels: number): unknown => {
    if (levels === 0) return nothing;
    const fields = ['message', 'error', 'title', 'msg', 'error_description'];
    return levels % 2 === 0
      ? Array.from({ length: 20 }, () => nested(levels - 1))
      : Object.fromEntries(fields.map((field) => [field, nested(levels - 1)]));
  };
  // prettier-ignore
  const endless: readonly (readonly [string, unknown])[] = [
    ['long strings in lists in records', nested(3)],
    ['short strings in lists in records', JSON.parse(JSON.stringify(nested(3)).replaceAll(nothing, ' '))],
    ['long validation errors', { detail: Array.from({ length: 20 }, () => ({ type: nothing, loc: [nothing], msg: nothing })) }],
    ['one string', nothing.repeat(1000)],
  ];
  for (const [what, body] of endless)
    it(`limits how much text it searches for secrets: ${what}`, () => {
      const counting = new CountingRedactor();
      readServerMessage(body, counting);
      assert.ok(counting.texts > 0 && counting.texts <= 41, `${counting.texts} texts`);
      assert.ok(counting.characters <= 41 * 20_000, `${counting.characters} characters`);
    });

  it('shows no query of an address, and nothing that has the shape of a secret', () => {
    const said = 'refused https://a.example/?t=3fA9kQz7 with api_key=another-key-0123456789';
    assert.doesNotMatch(JSON.stringify(readServerMessage({ detail: said }, new Redactor())), /3fA9kQz7|another-key/);
  });

  const key = 'S3CR3T-[k]<e>`y`';
  const token = 'tok3n-of-the-user-0123456789';
  const repeated: readonly (readonly [string, unknown])[] = [
    ['a text that is cut at 300 characters', `${'x'.repeat(292)} ${key}`],
    ['a text that is cut in the middle of it', `${' '.repeat(9_990)}${token}`],
    ['a text that the service has cut', `bad ${token.slice(0, 14)}`],
    ['many copies', `${key} `.repeat(5000)],
    ['words cut by the service', `input_value='${token.slice(0, 14)}...${token.slice(-13)}'`],
  ];
  for (const [title, body] of repeated)
    it(`shows no secret that is repeated in ${title}`, () => {
      const shown = JSON.stringify(readServerMessage(body, redactorOf(key, token)));
      assert.doesNotMatch(shown, /S3CR3T|tok3n|user-0123|456789/);
    });
});

/** Amount of searched text. */
class CountingRedactor extends Redactor {
  texts = 0;
  characters = 0;

  override withhold(text: string): string {
    this.texts++;
    this.characters += text.length;
    return super.withhold(text);
  }
}
