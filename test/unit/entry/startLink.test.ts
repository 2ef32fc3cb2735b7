import fc from 'fast-check';
import assert from 'node:assert/strict';
import { maxLinkLength, readStartLink, type LinkRefusal } from '../../../src/entry/startLink';

/** The query as VS Code passes it: decoded once. */
const decodedOnce = (query: string) => decodeURIComponent(query);
const once = encodeURIComponent;
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));

const task = { git_provider: 'github', task_type: 'MERGE_CONFLICTS', repo: 'a/b', issue_number: 7, title: 'Merge' };
const tag = '\u{e0041}';

describe('a start link', () => {
  // prettier-ignore
  const read: readonly (readonly [what: string, query: string, fields: object])[] = [
    ['nothing', '', {}],
    ['a value that is encoded once', `initial_user_msg=${once('Fix the tests')}`, { initial_user_msg: 'Fix the tests' }],
    ['a value that is encoded twice', `initial_user_msg=${twice('a & b = 50% + c')}`, { initial_user_msg: 'a & b = 50% + c' }],
    ['a percent sign that encodes nothing', `initial_user_msg=${once('50% done')}`, { initial_user_msg: '50% done' }],
    ['plus signs as they are', `initial_user_msg=${once('C++')}`, { initial_user_msg: 'C++' }],
    ['"=" in a value', `initial_user_msg=${once('a=b')}`, { initial_user_msg: 'a=b' }],
    ['line breaks', `initial_user_msg=${twice('a\r\nb\rc')}`, { initial_user_msg: 'a\nb\nc' }],
    ['other scripts', `initial_user_msg=${twice('مرحبا 👩‍💻 日本語')}`, { initial_user_msg: 'مرحبا 👩‍💻 日本語' }],
    ['where to work', `repository=${once('group/sub/name')}&git_provider=gitlab&selected_branch=${once('fix/it')}`, { repository: 'group/sub/name', git_provider: 'gitlab', selected_branch: 'fix/it' }],
    ['instructions', 'conversation_instructions=Be%20brief', { conversation_instructions: 'Be brief' }],
    ['URLs of images', `image_urls=${twice('["https://example.com/a.png?b=1&c=2"]')}`, { image_urls: ['https://example.com/a.png?b=1&c=2'] }],
    ['a suggested task', `suggested_task=${twice(JSON.stringify(task))}`, { suggested_task: task }],
    ['a suggested task without a repository', 'suggested_task={"title":"Fix it"}', { suggested_task: { title: 'Fix it' } }],
    ['a micro-agent', `create_microagent=${twice('{"repo":"a/b"}')}`, { create_microagent: { repo: 'a/b' } }],
    ['no empty values', 'initial_user_msg=&repository=&image_urls=&suggested_task', {}],
  ];
  for (const [what, query, fields] of read)
    it(`reads ${what}`, () => assert.deepEqual(readStartLink(decodedOnce(query)), { ok: true, fields }));

  // prettier-ignore
  const refused: readonly (readonly [what: string, query: string, LinkRefusal])[] = [
    ['an unknown field', 'colour=red', { kind: 'unknown', field: 'colour' }],
    ['a field named after a JavaScript property', '__proto__=x', { kind: 'unknown', field: '__proto__' }],
    ['a service URL', 'serviceUrl=https://evil', { kind: 'unknown', field: 'serviceUrl' }],
    ['a result branch', 'resultBranch={"name":"evil"}', { kind: 'unknown', field: 'resultBranch' }],
    ['MCP servers', 'mcp_config={}', { kind: 'notFromLinks', field: 'mcp_config' }],
    ['a replay', 'replay_json=[]', { kind: 'notFromLinks', field: 'replay_json' }],
    ['a conversation id', 'conversation_id=1', { kind: 'notFromLinks', field: 'conversation_id' }],
    ['a model', 'llm_model=x', { kind: 'notFromLinks', field: 'llm_model' }],
    ['a kind of agent', 'agent_type=x', { kind: 'notFromLinks', field: 'agent_type' }],
    ['a duplicate field', 'repository=a/b&repository=c/d', { kind: 'twice', field: 'repository' }],
    ['a text that was encoded once and ends in another field', `repository=a/b&initial_user_msg=${once('hello&repository=evil/x')}`, { kind: 'twice', field: 'repository' }],
    ...['\0', '\x1b[31m', '\x7f', '\u202e', '\u2066', '\u2028', '\ufeff', tag].map(
      (unseen): [string, string, LinkRefusal] => [
        `an invisible character (${once(unseen)})`,
        `initial_user_msg=${twice(`a${unseen}b`)}`,
        { kind: 'invisible', field: 'initial_user_msg' },
      ],
    ),
    ['an invisible character, as an escape in JSON', `suggested_task=${twice('{"title":"a\\u202eb"}')}`, { kind: 'invisible', field: 'suggested_task' }],
    ...['name', '/a', 'a//b', 'a b/c', 'https://x/y/z'].map((repository): [string, string, LinkRefusal] => [
      `the repository ${repository}`,
      `repository=${twice(repository)}`,
      misfit('repository'),
    ]),
    ['a branch that is an option', 'selected_branch=--force', misfit('selected_branch')],
    ['a provider', 'git_provider=svn', misfit('git_provider')],
    ["an image that isn't a list", 'image_urls=https://a/b.png', misfit('image_urls')],
    ['null for its images', 'image_urls=null', misfit('image_urls')],
    ['a file as an image', `image_urls=${twice('["file:///etc/passwd"]')}`, misfit('image_urls')],
    ['an image with a password beside one without', `image_urls=${twice('["https://a/b","https://a:b@c/d"]')}`, misfit('image_urls')],
    ["a task that isn't JSON", 'suggested_task={', misfit('suggested_task')],
    ['a task that is a list', 'suggested_task=[]', misfit('suggested_task')],
    ['a task with a string for its number', 'suggested_task={"issue_number":"7"}', misfit('suggested_task')],
    ...['{"__proto__":1}', '{"propertyIsEnumerable":"title"}'].map((json): [string, string, LinkRefusal] => [
      `a task with a field named after a JavaScript property: ${json}`,
      `suggested_task=${json}`,
      misfit('suggested_task'),
    ]),
    ['a task with unknown fields', 'suggested_task={"x":1}', misfit('suggested_task')],
    ['a micro-agent without a repository path', 'create_microagent={"repo":1}', misfit('create_microagent')],
    ['a task whose repository is no path', 'suggested_task={"repo":"a"}', misfit('suggested_task')],
    ['more than anyone would read', `initial_user_msg=${'a'.repeat(maxLinkLength)}`, { kind: 'tooLong' }],
  ];
  for (const [what, query, refusal] of refused)
    it(`is rejected with ${what}`, () => assert.deepEqual(readStartLink(decodedOnce(query)), { ok: false, refusal }));

  it('passes on any visible text, encoded twice', () => {
    const pieces = ['a', ...' &=%+#?/\\"\'\n\t<'.split(''), '%41', 'é', '日', '👩‍💻'];
    const seen = fc.string({ unit: fc.constantFrom(...pieces), minLength: 1 });
    fc.assert(
      fc.property(seen, (text) => {
        const result = readStartLink(decodedOnce(`initial_user_msg=${twice(text)}`));
        assert.deepEqual(result, { ok: true, fields: { initial_user_msg: text } });
      }),
    );
  });
});

function misfit(field: string): LinkRefusal {
  return { kind: 'misfit', field };
}
