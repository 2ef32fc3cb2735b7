import assert from 'node:assert/strict';
import { isIn } from '../../service/realServers';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { ask, exchange, start } from './exchange';

describe('reference service: GET /api/conversations/{id}', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings, allowConversationId: true });
  });

  afterEach(() => service.close());

  async function record(id: string): Promise<Record<string, unknown>> {
    const { status, headers, json } = await ask(service, id);
    assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
    return json() as Record<string, unknown>;
  }

  it('answers with the record of real servers', async () => {
    const request = { repository: 'a/b', git_provider: 'github', selected_branch: 'main', conversation_id: 'abc-123' };
    await start(service, request);
    const { created_at: created, ...others } = await record('abc-123');
    assert.equal(created, service.conversations[0]?.startedAt);
    assert.deepEqual(others, {
      conversation_id: 'abc-123',
      title: 'Conversation abc-1',
      last_updated_at: null,
      status: 'STARTING',
      runtime_status: null,
      selected_repository: 'a/b',
      selected_branch: 'main',
      git_provider: 'github',
      trigger: 'gui',
      num_connections: 0,
      url: '/api/conversations/abc-123',
      session_api_key: null,
      pr_number: [],
    });
  });

  it('follows the conversation through its states', async () => {
    await start(service, { conversation_id: 'a b' });
    const seen: unknown[] = [];
    while (seen.length < 3) {
      const { status, runtime_status: runtime, url } = await record('a b');
      seen.push([status, runtime, url !== null]);
      service.advance('a b');
    }
    assert.deepEqual(seen, [
      ['STARTING', null, true],
      ['RUNNING', 'STATUS$READY', true],
      ['STOPPED', null, false],
    ]);
  });

  it("responds with null for one that it doesn't know", async () => {
    const { status, json } = await ask(service, 'nobodys');
    assert.deepEqual([status, json()], [200, null]);
  });

  it('answers 401 to a wrong key, and does not say what there is', async () => {
    await start(service, { conversation_id: 'mine' });
    for (const id of ['mine', 'nobodys']) {
      const { status, json } = await ask({ url: service.url, sessionKey: 'key' }, id);
      assert.deepEqual([status, json()], [401, { detail: 'Unauthorized' }]);
    }
  });

  it('answers with its page where there is no id, or more than one', async () => {
    for (const path of ['/api/conversations/', '/api/conversations/a/b', '/api/conversations/%E0%A4%A']) {
      const { headers } = await exchange(service, path);
      assert.match(headers['content-type'] ?? '', /^text\/html/, path);
    }
  });

  it('can be in any state, for one answer', async () => {
    await start(service, { conversation_id: 'a' });
    service.misbehave('conversation', isIn('ERROR', 'STATUS$ERROR_LLM_AUTHENTICATION'));
    const { status, runtime_status: runtime } = await record('a');
    assert.deepEqual([status, runtime], ['ERROR', 'STATUS$ERROR_LLM_AUTHENTICATION']);
    assert.equal((await record('a'))['status'], 'STARTING');
  });
});
