import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type * as client from '../../src/client';
import { startService } from '../service/service';

const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

describe("the host's own fetch", () => {
  it('is untouched when the client has loaded and called', async () => {
    const before: unknown = Reflect.get(globalThis, dispatcherKey);
    const fetchBefore = globalThis.fetch;
    const service = await startService({ sessionKey: 'fetch-key' });
    try {
      const { extensionPath } = vscode.extensions.getExtension('agent-conversations.agent-conversations')!;
      const chunks = path.join(extensionPath, 'dist', 'chunks');
      const name = readdirSync(chunks).find((file) => file.startsWith('client-'))!;
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the chunk as it is shipped, in this very host
      const { createClient } = require(path.join(chunks, name)) as typeof client;
      const opened = createClient({ baseUrl: service.url, sessionKey: 'fetch-key', timeoutSeconds: 10 });
      await assert.rejects(opened.loadSettings(), /status 404/);
      await opened.close();

      assert.equal(globalThis.fetch, fetchBefore);
      const response = await fetch(`${service.url}/api/settings`, { headers: { 'x-session-api-key': 'fetch-key' } });
      assert.equal(response.status, 404);
      const after: unknown = Reflect.get(globalThis, dispatcherKey);
      // Node makes its own dispatcher on first use of fetch: that one, or the one that was there, but none of ours.
      if (before !== undefined) assert.equal(after, before);
      assert.equal(agentSource(after), agentSource(before ?? after));
    } finally {
      await service.close();
    }
  });
});

/** A bundled agent is a class of its own. */
function agentSource(dispatcher: unknown): string {
  return dispatcher === undefined
    ? ''
    : (Object.getPrototypeOf(dispatcher) as { constructor: { name: string } }).constructor.name;
}
