import assert from 'node:assert/strict';
import { agentSettingsNames } from '../../../../../src/client/apis/settingsNames';
import { tooManyRequests } from '../../../../service/realServers';
import { describeClients, errorOf, useService } from '../../fixture';

/** The settings that are elsewhere in this API: name in the interface, path on the service, and a value. */
const moved: readonly (readonly [name: string, path: string, value: unknown])[] = [
  ['agent', 'agent_settings.agent', 'CodeActAgent'],
  ['llm_model', 'agent_settings.llm.model', 'openai/gpt-4o'],
  ['llm_api_key', 'agent_settings.llm.api_key', 'sk-example'],
  ['llm_base_url', 'agent_settings.llm.base_url', 'https://llm.example'],
  ['enable_default_condenser', 'agent_settings.condenser.enabled', false],
  ['mcp_config', 'agent_settings.mcp_config', null],
  ['max_iterations', 'conversation_settings.max_iterations', 50],
  ['confirmation_mode', 'conversation_settings.confirmation_mode', true],
  ['security_analyzer', 'conversation_settings.security_analyzer', 'llm'],
];

const required = { llm_api_key_set: true };

describeClients('settings of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  async function loaded(record: object): Promise<object> {
    fixture.service.setRawSettings({ ...required, ...record });
    const { llm_api_key_set: isSet, ...rest } = await fixture.connect().loadSettings();
    assert.equal(isSet, true);
    return rest;
  }

  it('are those of the table', () =>
    assert.deepEqual(Object.fromEntries(moved.map(([name, path]) => [name, path])), agentSettingsNames.moved));

  for (const [name, path, value] of moved)
    it(`have ${name} under its name in the interface, and nowhere else, unless a service has it there, too`, async () => {
      const sent = (given: unknown) =>
        path.split('.').reduceRight((inner, member) => ({ [member]: inner }), given) as object;
      for (const given of [value, null, [['x']]]) assert.deepEqual(await loaded(sent(given)), { [name]: given });
      assert.deepEqual(await loaded({ [name]: value, ...sent('other') }), { [name]: value, ...sent('other') });
    });

  it('keep what is beside the moved ones where it is', async () => {
    const record = {
      agent_settings: {
        agent: 'a',
        llm: { model: 'b', timeout: 300, base_url: null },
        condenser: { enabled: true, max_size: 240 },
      },
      conversation_settings: { max_iterations: 5, schema_version: 1 },
      email: 'ada@example.com',
      theme: { dark: true },
    };
    assert.deepEqual(await loaded(record), {
      agent: 'a',
      llm_model: 'b',
      llm_base_url: null,
      enable_default_condenser: true,
      max_iterations: 5,
      agent_settings: { llm: { timeout: 300 }, condenser: { max_size: 240 } },
      conversation_settings: { schema_version: 1 },
      email: 'ada@example.com',
      theme: { dark: true },
    });
  });

  for (const value of [null, 'text', 5, [], [1], {}, { llm: null }, { llm: 'x' }, { llm: [] }])
    it(`survive that agent_settings is ${JSON.stringify(value)}`, async () =>
      assert.deepEqual(await loaded({ agent_settings: value }), { agent_settings: value }));

  it('are asked for again if the service postpones it, and the caller allows that', async () => {
    const postpones = tooManyRequests({ retryAfter: '0' });
    fixture.service.misbehave('loadSettings', postpones, { times: 2 });
    await fixture.connect({ retrySettings: true }).loadSettings();
    fixture.service.misbehave('loadSettings', postpones);
    await errorOf(fixture.connect().loadSettings());
    const paths = fixture.service.requests.map(({ path }) => path);
    assert.deepEqual(paths, Array(4).fill('/api/v1/settings'));
  });
});
