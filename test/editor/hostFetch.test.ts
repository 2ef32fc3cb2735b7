import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type * as client from '../../src/client/createClient';
import { startService } from '../service/service';
import { bothEnds } from '../support/tags';

const dispatcherKey = 'undici.globalDispatcher.1';

bothEnds('Everyone does it.').describe("The host's own fetch", () => {
  it('is untouched when the client has loaded and made a call', async () => {
    const chunk = clientChunk();
    // Loaded earlier, it would hide its effect; so would the one file of undici that sets the dispatcher. Tests share
    // the others, which the client has copies of.
    const setsDispatcher = require.resolve('undici/lib/global.js');
    const early = Object.keys(require.cache).filter((file) => file === chunk || file === setsDispatcher);
    assert.deepEqual(early, []);
    const before = { dispatcher: dispatcher(), fetch: globalThis.fetch };
    const service = await startService({ sessionKey: 'fetch-key' });
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the chunk as it is shipped, in this very host
      const { createClient } = require(chunk) as typeof client;
      const opened = createClient({ baseUrl: service.url, sessionKey: 'fetch-key', timeoutSeconds: 10 });
      await assert.rejects(opened.loadSettings(), /status 404/);
      await opened.close();

      assert.equal(globalThis.fetch, before.fetch);
      // Node creates its dispatcher when its fetch is first accessed, which may be now.
      if (before.dispatcher) assert.equal(dispatcher(), before.dispatcher);
      else assert.equal(sourceOf(dispatcher()), await sourceOfNodes());
      const response = await fetch(`${service.url}/api/settings`, { headers: { 'x-session-api-key': 'fetch-key' } });
      assert.equal(response.status, 404);
    } finally {
      await service.close();
    }
  });
});

function clientChunk(): string {
  const { extensionPath } = vscode.extensions.getExtension('agent-conversations.agent-conversations')!;
  const chunks = path.join(extensionPath, 'dist', 'chunks');
  return path.join(
    chunks,
    readdirSync(chunks).find((file) => file.startsWith('createClient-'))!,
  );
}

function dispatcher(): object | undefined {
  return Reflect.get(globalThis, Symbol.for(dispatcherKey)) as object | undefined;
}

/** Source of the class of an instance. A bundled agent has a class, and so a source, of its own. */
function sourceOf(instance: object | undefined): string {
  return String(instance?.constructor);
}

/** Source of the dispatcher that this Node creates for itself. */
async function sourceOfNodes(): Promise<string> {
  const program = `Headers; process.stdout.write(String(globalThis[Symbol.for('${dispatcherKey}')].constructor))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
  });
  return stdout;
}
