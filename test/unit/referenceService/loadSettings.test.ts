import assert from 'node:assert/strict';
import {
  minimalSettings,
  sampleSecrets,
  sampleSettings,
  settingsWithUnknownFields,
} from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { load } from './exchange';

const fields = [
  ['llm_api_key_set', 'language', 'agent', 'max_iterations', 'security_analyzer', 'confirmation_mode', 'llm_model'],
  ['llm_api_key', 'llm_base_url', 'remote_runtime_resource_factor', 'secrets_store', 'enable_default_condenser'],
  ['enable_sound_notifications', 'enable_proactive_conversation_starters', 'enable_solvability_analysis'],
  ['user_consents_to_analytics', 'sandbox_base_container_image', 'sandbox_runtime_container_image', 'mcp_config'],
  ['search_api_key', 'sandbox_api_key', 'max_budget_per_task', 'email', 'email_verified', 'git_user_name'],
  ['git_user_email', 'provider_tokens_set', 'search_api_key_set'],
].flat();

describe('reference service: GET /api/settings', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY' });
  });

  afterEach(() => service.close());

  async function loaded(): Promise<Record<string, unknown>> {
    const { status, headers, json } = await load(service);
    assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
    return json() as Record<string, unknown>;
  }

  it('returns 404 to a user who has never saved settings', async () => {
    const { status, json } = await load(service);
    assert.deepEqual([status, json()], [404, { error: 'Settings not found' }]);
  });

  it('returns 401 for a wrong key, before it looks for settings', async () => {
    const { status, json } = await load({ url: service.url, sessionKey: 'key' });
    assert.deepEqual([status, json()], [401, { detail: 'Unauthorized' }]);
  });

  it('sends every field, null if nothing is set', async () => {
    service.setSettings({});
    const record = await loaded();
    assert.deepEqual(Object.keys(record).sort(), [...fields].sort());
    assert.deepEqual(record['secrets_store'], { provider_tokens: {} });
    assert.deepEqual(record['provider_tokens_set'], {});
    assert.equal(record['llm_api_key_set'], false);
    assert.equal(record['search_api_key_set'], false);
    assert.equal(record['enable_default_condenser'], true);
    assert.equal(record['mcp_config'], null);
  });

  it('never sends the three keys, but sends MCP secrets', async () => {
    service.setSettings(sampleSettings);
    const record = await loaded();
    assert.deepEqual([record['llm_api_key'], record['search_api_key'], record['sandbox_api_key']], [null, null, null]);
    assert.deepEqual([record['llm_api_key_set'], record['search_api_key_set']], [true, true]);
    assert.deepEqual(record['secrets_store'], { provider_tokens: {} });
    assert.deepEqual(record['mcp_config'], sampleSettings.mcp_config);
    assert.deepEqual(record['provider_tokens_set'], { github: null, gitlab: 'gitlab.example.com' });
  });

  it('has a sample with every field and every secret', () => {
    const text = JSON.stringify(sampleSettings);
    const derived = ['llm_api_key_set', 'search_api_key_set'];
    assert.deepEqual([...Object.keys(sampleSettings), ...derived].sort(), [...fields].sort());
    assert.deepEqual(
      sampleSecrets.filter((secret) => !text.includes(secret)),
      [],
    );
  });

  for (const [name, record] of [
    ['the minimum that the interface allows', minimalSettings],
    ['fields of a newer server', settingsWithUnknownFields],
    ["a response that isn't a record", [1, 'two', null]],
  ] as const) {
    it(`sends ${name} exactly as is`, async () => {
      service.setRawSettings(record);
      assert.deepEqual((await load(service)).json(), record);
    });
  }
});
