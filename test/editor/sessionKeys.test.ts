import assert from 'node:assert/strict';
import { Redactor } from '../../src/base/redactor';
import { SecretStorageError } from '../../src/service/sessionKey';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { explain } from '../../src/start/vscode/explain';
import { BrokenSecrets } from '../support/memorySecrets';
import { oneMachine } from '../support/oneMachine';

const [here, there] = ['http://localhost:3000', 'https://agents.example.com'] as const;

describe('Session keys', () => {
  let secrets: BrokenSecrets;
  let redactor: Redactor;
  let keys: SessionKeys;

  beforeEach(() => {
    secrets = new BrokenSecrets();
    redactor = new Redactor();
    keys = new SessionKeys(secrets, redactor, oneMachine);
  });

  afterEach(() => {
    keys.dispose();
    secrets.dispose();
  });

  it('belong to one service each', async () => {
    await keys.set(here, 'key-of-here');
    assert.equal(await keys.get(there), undefined);
    await keys.set(there, 'key-of-there');
    assert.equal(await keys.get(here), 'key-of-here');
    await keys.clear(here);
    assert.equal(await keys.get(here), undefined);
    assert.equal(await keys.get(there), 'key-of-there');
  });

  it('name the service for which they changed', async () => {
    const origins: string[] = [];
    keys.onDidChange((origin) => origins.push(origin));
    await keys.set(here, 'key-of-here');
    await secrets.store('something else', 'x');
    await keys.clear(here);
    assert.deepEqual(origins, [here, here]);
  });

  it('are known to the redactor from the first moment', async () => {
    await keys.set(here, 'key-of-here');
    assert.equal(redactor.redact('It is key-of-here.'), '[redacted]');
    const another = new Redactor();
    const reopened = new SessionKeys(secrets, another, oneMachine);
    await reopened.get(here);
    reopened.dispose();
    assert.equal(another.redact('It is key-of-here.'), '[redacted]');
  });

  const calls = {
    get: () => keys.get(here),
    store: () => keys.set(here, 'key-of-here'),
    delete: () => keys.clear(here),
  };
  for (const [operation, call] of Object.entries(calls)) {
    it(`report that the storage failed to ${operation}, and why, without the key`, async () => {
      secrets.broken = 'locked';
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof SecretStorageError);
        assert.equal(error.operation, operation);
        assert.equal(error.kept, 'sessionKey');
        assert.equal(error.cause, BrokenSecrets.locked);
        assert.doesNotMatch(String(error), /key-of-here/);
        return true;
      });
    });
  }

  it("report that the storage didn't save one", async () => {
    secrets.broken = 'forgetful';
    await assert.rejects(keys.set(here, 'key-of-here'), { name: 'SecretStorageError', operation: 'store' });
  });
});

describe('A failure of the secret storage is explained', () => {
  const keyring = "Check this machine's keyring.";
  for (const [operation, kept, failed] of [
    ['get', 'sessionKey', "Couldn't read the session key from VS Code's secret storage."],
    ['store', 'sessionKey', "Couldn't save the session key in VS Code's secret storage."],
    ['delete', 'sessionKey', "Couldn't remove the session key from VS Code's secret storage."],
    ['get', 'mcpAnswers', "Couldn't read your answers about MCP servers from VS Code's secret storage."],
    ['store', 'mcpAnswers', "Couldn't save your answers about MCP servers in VS Code's secret storage."],
    ['delete', 'mcpAnswers', "Couldn't remove your answers about MCP servers from VS Code's secret storage."],
  ] as const)
    it(failed, () => {
      const { sentence, remedy } = explain(new SecretStorageError(operation, kept));
      assert.equal(sentence, `${failed} ${keyring}`);
      assert.ok(remedy);
    });
});
