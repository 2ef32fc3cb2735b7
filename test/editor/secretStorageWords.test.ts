import assert from 'node:assert/strict';
import { SecretStorageError } from '../../src/domain/secretStorageError';
import { explain } from '../../src/ui/explain';

describe('a secret storage that fails is explained', () => {
  const rows = { get: 'read', store: 'keep', delete: 'remove' } as const;
  for (const operation of ['get', 'store', 'delete'] as const) {
    it(`when it was to ${rows[operation]} the session key`, () => {
      const { sentence, remedy } = explain(new SecretStorageError(operation));
      assert.ok(sentence.startsWith(`VS Code could not ${rows[operation]} the session key: `), sentence);
      assert.match(sentence, / Check its keyring\.$/);
      assert.ok(remedy);
    });
  }
});
