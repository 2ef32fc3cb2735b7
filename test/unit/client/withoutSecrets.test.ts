import assert from 'node:assert/strict';
import type { Settings } from '../../../src/client/records';
import { redacted } from '../../../src/base/redactor';
import { presentableSettings } from '../../../src/client/maskSettings';
import { withoutSecrets } from '../../../src/client/secrets';
import { redactorOf } from '../../support/redactorOf';

const started = { status: 'ok', conversation_id: 'a8080b', message: null, conversation_status: 'STARTING' };
const deep = (levels: number): unknown => (levels === 0 ? 'hunter22-long' : [deep(levels - 1)]);

describe('withoutSecrets', () => {
  const kept: readonly (readonly [string, readonly string[], unknown])[] = [
    ['names of the interface', ['conversation', 'status', 'message'], started],
    ['a name that is a secret', ['conversation_id', 'conversation_status'], started],
    ['a state that has a short secret', ['START'], started],
    ['a state that is a secret', ['STARTING'], started],
    ['a port number in a text', ['8080'], { message: 'listens on 8080' }],
    ['short words', ['true', 'info', 'main'], { message: 'main is true', main: 'info' }],
    ["values that aren't strings", ['12345678'], { a: 12345678, b: true, c: null }],
  ];
  for (const [what, secrets, value] of kept)
    it(`keeps ${what}`, () => assert.deepEqual(withoutSecrets(value, redactorOf(...secrets)), value));

  const hidden: readonly (readonly [string, unknown, unknown])[] = [
    ['a string', 'a hunter22-long b', redacted],
    ['the query of an address', 'see https://a.example/?t=3fA9kQz7', `see https://a.example/?${redacted}`],
    ['a message', { message: 'hunter22-long' }, { message: redacted }],
    ['a state', { conversation_status: 'hunter22-long' }, { conversation_status: redacted }],
    ['an unknown name', { 'a-hunter22-long': 1 }, { [redacted]: 1 }],
    ['a list', { a: [{ b: 'hunter22-long' }] }, { a: [{ b: redacted }] }],
    ['eight characters', { a: 'pass9876' }, { a: redacted }],
  ];
  for (const [where, value, expected] of hidden)
    it(`hides secrets in ${where}`, () =>
      assert.deepEqual(withoutSecrets(value, redactorOf('hunter22-long', 'pass9876')), expected));

  it('hides values nested too deep to be searched', () =>
    assert.doesNotMatch(JSON.stringify(withoutSecrets(deep(100), redactorOf('x'))), /hunter22/));
});

describe('settingsFitToShow', () => {
  const settings = (fields: object): Settings => ({ llm_api_key_set: true, ...fields });
  const short = ['8080', 'START', 'agent', 'enable_default_condenser', 'mcp_config', 'llm_'];

  it('keeps names of the interface, and values with a short secret', () => {
    const shown = settings({
      agent: 'CodeActAgent',
      enable_default_condenser: true,
      sandbox: 'image:8080',
      a: 'START',
    });
    assert.deepEqual(presentableSettings(shown, redactorOf(...short, 'somewhere-else')), shown);
    const mcp = settings({ agent: 'hunter22-long', mcp_config: { sse_servers: [{ url: 'http://a:8080/sse' }] } });
    assert.deepEqual(presentableSettings(mcp, redactorOf(...short, 'hunter22-long')), { ...mcp, agent: redacted });
  });

  it('keeps what a service was told where the interface has a place for it, and nowhere else', () => {
    const redactor = redactorOf('hunter22-long');
    redactor.forServiceText.add('gitlab.example.com');
    const known = {
      llm_model: 'on gitlab.example.com',
      provider_tokens_set: { gitlab: 'gitlab.example.com' },
      mcp_config: { stdio_servers: [{ name: 'a', command: 'b', args: ['--at', 'gitlab.example.com'] }] },
    };
    const shown = presentableSettings(
      settings({ ...known, agent: 'hunter22-long', 'gitlab.example.com': 1, echo: [{ a: 'to gitlab.example.com' }] }),
      redactor,
    );
    assert.deepEqual(shown, settings({ ...known, agent: redacted, [redacted]: 1, echo: [{ a: redacted }] }));
  });
});
