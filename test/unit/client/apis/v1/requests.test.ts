import assert from 'node:assert/strict';
import { apis } from '../../../../../src/client/apis/registry';
import { proposedId } from '../../../../../src/client/apis/serviceApi';
import { mayHaveStarted } from '../../../../../src/client/serviceError';
import type { ConversationStartRequest } from '../../../../../src/client/records';
import { describeClients, errorOf, useService } from '../../fixture';
import { startOn } from '../../../../support/startOn';

const image_urls = ['https://example.com/a.png', 'data:image/png;base64,iVBORw0KGgo='];
const suggested_task = {
  git_provider: 'gitlab',
  task_type: 'OPEN_ISSUE',
  repo: 'octocat/Hello-World',
  issue_number: 7,
  title: '',
} as const;
const conversation_id = '67EA7eaf-bc37-42ea-81f2-c50fc8120dfe';

/** Fields that have the same name in this API. */
const plain = { selected_branch: 'feature/ünïcode', git_provider: 'enterprise_sso', conversation_id } as const;

/** Each field of the interface that this API takes, and the body of a start with nothing else. */
const carried: readonly (readonly [ConversationStartRequest, object])[] = [
  [{}, {}],
  [{ git_provider: 'forgejo' }, { git_provider: 'forgejo' }],
  [{ initial_user_msg: 'Fix "this"\n\u0000 😀' }, said({ type: 'text', text: 'Fix "this"\n\u0000 😀' })],
  [{ image_urls }, said({ type: 'image', image_urls })],
  [{ suggested_task }, { suggested_task }],
  [
    { llm_model: 'gpt', agent_type: 'plan' },
    { llm_model: 'gpt', agent_type: 'plan' },
  ],
  [
    { ...plain, repository: 'a/sub/b', initial_user_msg: 'Hi', image_urls, conversation_instructions: 'Be brief' },
    {
      ...plain,
      selected_repository: 'a/sub/b',
      ...said({ type: 'text', text: 'Hi' }, { type: 'image', image_urls }),
      system_message_suffix: 'Be brief',
    },
  ],
  [
    { suggested_task, repository: 'octocat/Hello-World', git_provider: 'gitlab', selected_branch: 'main' },
    { suggested_task, selected_repository: 'octocat/Hello-World', git_provider: 'gitlab', selected_branch: 'main' },
  ],
  [{ initial_user_msg: 'cut \ud83d' }, said({ type: 'text', text: 'cut \ufffd' })],
  [{ repository: undefined, initial_user_msg: undefined } as unknown as ConversationStartRequest, {}],
];

function said(...content: readonly object[]) {
  return { initial_message: { content } };
}

describeClients('sending to API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  for (const [request, body] of carried)
    it(`carries ${Object.keys(request).join(', ') || 'nothing'} as ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const client = fixture.connect();
      const prepared = await client.prepare(request);
      assert.equal(fixture.service.requests.length, 0);
      await client.startConversation(prepared);
      const sent = fixture.service.requests.map((sent) => [sent.method, sent.path, sent.body]);
      assert.deepEqual(sent, [['POST', '/api/v1/app-conversations', body]]);
      assert.equal(fixture.service.startTasks.all.length, 1);
    });

  it('has an id of ours unless the request has one, where the API takes one', () => {
    const [v1, v0] = [apis.v1.start, apis.v0.start];
    const proposed = [proposedId(v1, {}, conversation_id), proposedId(v1, { conversation_id }, conversation_id)];
    assert.deepEqual(proposed, [conversation_id.replaceAll('-', ''), undefined]);
    assert.equal(proposedId(v0, {}, conversation_id), undefined);
  });

  const mcp_config = { sse_servers: [{ url: 'https://a.example/sse' }] };
  // prettier-ignore
  const unsupportedField: readonly (readonly [ConversationStartRequest, object])[] = [
    [{ replay_json: '[]' }, { field: 'replay_json' }],
    [{ create_microagent: { repo: 'a/b' } }, { field: 'create_microagent' }],
    [{ mcp_config: {} }, { field: 'mcp_config' }],
    [{ initial_user_msg: 'Hello', replay_json: '[]', mcp_config }, { field: 'replay_json' }],
    [{ suggested_task, initial_user_msg: 'Hello' }, { field: 'suggested_task', conflictsWith: 'initial_user_msg' }],
    [{ suggested_task, image_urls }, { field: 'suggested_task', conflictsWith: 'image_urls' }],
  ];
  for (const [request, problem] of unsupportedField)
    it(`refuses ${Object.keys(request).join(', ')} before anything is sent`, () =>
      refuses(request, { kind: 'unsupportedField', ...problem }));

  // prettier-ignore
  const invalid: readonly (readonly [string, unknown, string, string])[] = [
    ['an id that is no UUID', { conversation_id: 'my-conversation' }, 'conversation_id', 'a UUID'],
    ['a UUID with a hyphen too few', { conversation_id: conversation_id.replace('-', '') }, 'conversation_id', 'a UUID'],
    ['a UUID and a line', { conversation_id: `${conversation_id}\n` }, 'conversation_id', 'a UUID'],
    ['a field of this API', { selected_repository: 'a/b' }, 'selected_repository', 'absent'],
    [
      'a provider that no service has',
      { git_provider: 'sourcehut' },
      'git_provider',
      'github, gitlab, bitbucket, enterprise_sso, bitbucket_data_center, forgejo, azure_devops',
    ],
  ];
  for (const [what, request, field, expected] of invalid)
    it(`refuses ${what} before anything is sent`, () =>
      refuses(request as ConversationStartRequest, { kind: 'invalidRequest', field, expected }));

  async function refuses(request: ConversationStartRequest, failure: object): Promise<void> {
    const client = fixture.connect();
    const error = await errorOf(client.prepare(request));
    assert.deepEqual([error.failure, error.sent, mayHaveStarted(error)], [failure, false, false]);
    assert.equal(fixture.service.requests.length, 0);
  }

  for (const id of [conversation_id.toLowerCase(), conversation_id.replaceAll('-', '')])
    it(`takes ${id} for a UUID`, async () => {
      await startOn(fixture.connect(), { conversation_id: id });
      assert.deepEqual(fixture.service.requests[0]?.body, { conversation_id: id });
    });

  describe('below a base path', () => {
    const behindProxy = useService({ httpClient, api: 'v1', basePath: '/agent' });

    it('keeps it in front of every path', async () => {
      const client = behindProxy.connect();
      await client.loadSettings();
      await startOn(client, {});
      await client.preparation!.startTask(conversation_id);
      await client.status.conversations([conversation_id]);
      assert.deepEqual(
        behindProxy.service.requests.map(({ path }) => path),
        [
          '/agent/api/v1/settings',
          '/agent/api/v1/app-conversations',
          `/agent/api/v1/app-conversations/start-tasks?ids=${conversation_id}`,
          `/agent/api/v1/app-conversations?ids=${conversation_id}`,
        ],
      );
    });
  });
});
