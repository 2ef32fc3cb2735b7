import assert from 'node:assert/strict';
import type { ConversationStartRequest } from '../../src/client/common/records';
import { StartBench } from '../support/startBench';

/** Every field of interface section 2.1, with every field of the records inside it (2.2 to 2.4). */
const everything: Required<ConversationStartRequest> = {
  repository: 'group/sub-group/project',
  git_provider: 'gitlab',
  selected_branch: 'feature/größe-"1"',
  initial_user_msg: 'Fix it\n\n```ts\nconst a = `b`;\n```\n',
  image_urls: ['https://images.example.com/a.png?size=1&x=%20', 'data:image/png;base64,iVBORw0KGgo='],
  replay_json: '[\n  {"source":"user", "action":"message"}\n]\n',
  suggested_task: {
    git_provider: 'gitlab',
    task_type: 'MERGE_CONFLICTS',
    repo: 'group/sub-group/project',
    issue_number: 2 ** 31,
    title: 'Resolve the conflicts in src/a.ts',
  },
  create_microagent: { repo: 'group/agents', git_provider: 'bitbucket', title: 'Knows how to release' },
  conversation_instructions: 'Answer in German.\nKeep commits small.',
  mcp_config: {
    sse_servers: [{ url: 'https://sse.example.com/events', api_key: 'sse-key' }],
    stdio_servers: [
      { name: 'fetch', command: 'uvx', args: ['mcp-server-fetch', '--quiet'], env: { TOKEN: 'env-token' } },
    ],
    shttp_servers: [
      { url: 'https://http.example.com/mcp', api_key: 'http-key' },
      { url: 'https://open.example.com/mcp' },
    ],
  },
  conversation_id: 'conversation-of-mine',
};

describe('A request with all eleven fields', () => {
  let bench: StartBench;
  let body: Readonly<Record<string, unknown>>;

  before(async () => {
    bench = await StartBench.open({ allowConversationId: true });
    body = (await bench.receive(everything)) as Readonly<Record<string, unknown>>;
  });
  after(() => bench.dispose());

  for (const [field, value] of Object.entries(everything)) {
    it(`arrives with its ${field}`, () => assert.deepEqual(body[field], value));
  }

  it('arrives with nothing else', () => assert.deepEqual(Object.keys(body).sort(), Object.keys(everything).sort()));

  it('keeps the ID that it brought', () =>
    assert.equal(bench.history.conversations[0]?.conversationId, everything.conversation_id));
});
