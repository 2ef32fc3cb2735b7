import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type * as undici from '../../src/client/http/undici';
import { startService } from '../service/service';
import { bothEnds } from '../support/tags';

const dispatcherKey = 'undici.globalDispatcher.1';

bothEnds('Everyone does it.').describe("The host's own fetch", () => {
  it('is untouched when undici as it is shipped has loaded and made a request', async () => {
    const shipped = shippedUndici();
    // Loaded earlier, it would hide its effect; so would the one file of undici that sets the dispatcher.
    const setsDispatcher = require.resolve('undici/lib/global.js');
    const early = Object.keys(require.cache).filter((file) => file === shipped || file === setsDispatcher);
    assert.deepEqual(early, []);
    const before = { dispatcher: dispatcher(), fetch: globalThis.fetch };
    const service = await startService({ sessionKey: 'fetch-key' });
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the file as it is shipped, in this very host
      const { Agent } = require(shipped) as typeof undici;
      const agent = new Agent();
      assert.equal(await statusOf(agent, service.url), 401);
      await agent.close();

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

function shippedUndici(): string {
  const { extensionPath } = vscode.extensions.getExtension('agent-conversations.agent-conversations')!;
  return path.join(extensionPath, 'dist', 'undici.js');
}

/** Status of the answer to a request for the settings without a key. */
function statusOf(agent: undici.Agent, origin: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  agent.dispatch(
    { origin, path: '/api/settings', method: 'GET' },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status) => resolve(status),
      onResponseData: () => undefined,
      onResponseEnd: () => undefined,
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise;
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
