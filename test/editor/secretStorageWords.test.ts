import assert from 'node:assert/strict';
import { SecretStorageError } from '../../src/service/keyErrors';
import { explain } from '../../src/start/vscode/explain';

describe('A failure of the secret storage is explained', () => {
  const verbs = { get: 'read', store: 'save', delete: 'remove' } as const;
  const things = { sessionKey: 'the session key', mcpAnswers: 'your answers about MCP servers' } as const;
  for (const kept of ['sessionKey', 'mcpAnswers'] as const) {
    for (const operation of ['get', 'store', 'delete'] as const) {
      it(`when it was asked to ${verbs[operation]} ${things[kept]}`, () => {
        const { sentence, remedy } = explain(new SecretStorageError(operation, kept));
        const preposition = operation === 'store' ? 'in' : 'from';
        const failed = `Couldn't ${verbs[operation]} ${things[kept]} ${preposition} VS Code's secret storage.`;
        assert.equal(sentence, `${failed} Check this machine's keyring.`);
        assert.ok(remedy);
      });
    }
  }
});
