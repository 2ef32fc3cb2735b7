import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConversationStartRequest } from '../../../../../src/client/records';
import { ServiceError } from '../../../../../src/client/serviceError';
import { describeClients, useService } from '../../fixture';
import { startOn } from '../../../../support/startOn';

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' });
const provider = fc.constantFrom('github', 'gitlab', 'bitbucket', 'enterprise_sso');
const server = fc.constant({ url: 'https://mcp.example/sse' });
const digits = fc.stringMatching(/^[\da-f]{32}$/);

const taken = {
  repository: fc.constantFrom('octocat/Hello-World', 'group/sub/name'),
  git_provider: provider,
  selected_branch: text,
  conversation_instructions: text,
  conversation_id: fc.oneof(digits, fc.uuid(), fc.constant('my-conversation')),
};
const said = { initial_user_msg: text, image_urls: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }) };
const task = {
  suggested_task: fc
    .tuple(provider, fc.constantFrom('MERGE_CONFLICTS', 'OPEN_ISSUE'), fc.integer({ min: 1, max: 99 }), text)
    .map(([git_provider, task_type, issue_number, title]) => ({
      git_provider,
      task_type,
      repo: 'a/b',
      issue_number,
      title,
    })),
};
const unsupportedField = {
  replay_json: fc.constant('[]'),
  create_microagent: fc.constant({ repo: 'octocat/Hello-World' }),
  mcp_config: fc.array(server, { maxLength: 2 }).map((sse_servers) => ({ sse_servers })),
};

/** Requests with any of the fields, which both APIs or one of them take; most are taken by both. */
const requests = fc.oneof(
  ...[
    { ...taken, ...said },
    { ...taken, ...task },
    { ...taken, ...said, ...task, ...unsupportedField },
  ].map(
    (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
      fc.record(fields, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<ConversationStartRequest>,
  ),
);

const ids = fc.array(fc.oneof(digits, fc.uuid()), { minLength: 1, maxLength: 3 });

describeClients('bodies of one API', (httpClient) => {
  const fixture = useService({ httpClient, api: 'both', allowConversationId: true });

  async function arrivals(call: Promise<unknown>, since = fixture.service.requests.length) {
    await call.catch((error: unknown) => assert.ok(error instanceof ServiceError, String(error)));
    return fixture.service.requests.slice(since);
  }

  it('never go to a path of the other, and arrive whole or not at all', async () => {
    const clients = { v0: fixture.connect({ api: 'v0' }), v1: fixture.connect({ api: 'v1' }) };
    const arrived = { v0: 0, v1: 0 };
    const property = fc.asyncProperty(requests, async (request) => {
      for (const api of ['v0', 'v1'] as const) {
        const sent = await arrivals(startOn(clients[api], request));
        arrived[api] += sent.length;
        assert.equal(sent.length, api === 'v0' || isTakenByV1(request) ? 1 : 0);
        for (const { path, body } of sent) {
          assert.equal(path, api === 'v0' ? '/api/conversations' : '/api/v1/app-conversations');
          const names = Object.keys(body as object).filter((name) => !namesOf[api].includes(name));
          assert.deepEqual(names, []);
          assert.deepEqual(api === 'v0' ? body : asInterface(body as V1Body), request);
        }
      }
    });
    await fc.assert(property, { numRuns: 150, seed: 20261122 });
    assert.equal(arrived.v0, 150);
    assert.ok(arrived.v1 > 10 && arrived.v1 < 140, `${arrived.v1} of 150: the property is blind`);
  });

  it('have neither reads on a path of the other', async () => {
    const clients = { v0: fixture.connect({ api: 'v0' }), v1: fixture.connect({ api: 'v1' }) };
    const property = fc.asyncProperty(ids, async (some) => {
      for (const api of ['v0', 'v1'] as const) {
        const sent = [
          ...(await arrivals(clients[api].status.conversations(some))),
          ...(await arrivals(clients[api].preparation?.startTask(some[0]!) ?? Promise.resolve())),
          ...(await arrivals(clients[api].loadSettings())),
        ];
        const paths = sent.map(({ path }) => path);
        const wrong = paths.filter((path) => path.startsWith('/api/v1/') !== (api === 'v1'));
        assert.deepEqual(wrong, []);
        assert.equal(paths.length, api === 'v0' ? some.length + 1 : 3);
      }
    });
    await fc.assert(property, { numRuns: 20, seed: 20261122 });
  });
});

/** Every name that a body of the API may have. */
const namesOf: Readonly<Record<'v0' | 'v1', readonly string[]>> = {
  // prettier-ignore
  v0: [
    'repository', 'git_provider', 'selected_branch', 'initial_user_msg', 'image_urls', 'replay_json',
    'suggested_task', 'create_microagent', 'conversation_instructions', 'mcp_config', 'conversation_id',
  ],
  v1: [
    'selected_repository',
    'git_provider',
    'selected_branch',
    'initial_message',
    'suggested_task',
    'system_message_suffix',
    'conversation_id',
  ],
};

interface V1Body {
  readonly initial_message?: { readonly content: readonly Readonly<Record<string, unknown>>[] };
  readonly selected_repository?: string;
  readonly system_message_suffix?: string;
  readonly [same: string]: unknown;
}

/** The request from which a body of API V1 was made: nothing may have been lost. */
function asInterface(body: V1Body): object {
  const { initial_message: message, selected_repository, system_message_suffix, ...same } = body;
  const parts = (message?.content ?? []).map(({ type, ...part }) => ({ [String(type)]: part }));
  const { text: said, image } = Object.assign({}, ...parts) as Partial<Record<string, Record<string, unknown>>>;
  return {
    ...same,
    ...(selected_repository !== undefined && { repository: selected_repository }),
    ...(system_message_suffix !== undefined && { conversation_instructions: system_message_suffix }),
    ...(said && { initial_user_msg: said['text'] }),
    ...image,
  };
}

function isTakenByV1(request: ConversationStartRequest): boolean {
  const has = (name: keyof ConversationStartRequest) => request[name] !== undefined;
  if (has('replay_json') || has('create_microagent') || has('mcp_config')) return false;
  if (has('suggested_task') && (has('initial_user_msg') || has('image_urls'))) return false;
  return request.conversation_id !== 'my-conversation';
}
