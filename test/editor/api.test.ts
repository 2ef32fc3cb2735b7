import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from '../../src/api';

/** No key was ever stored for it, and nothing listens there. */
const address = 'http://127.0.0.1:9';

describe('the API for other extensions', () => {
  let api: AgentConversationsApi;

  before(async () => {
    const extension = vscode.extensions.getExtension<AgentConversationsApi>('agent-conversations.agent-conversations');
    api = await extension!.activate();
    await setServiceUrl(address);
  });

  after(() => setServiceUrl(undefined));

  it('rejects a start without a key in a sentence fit to show', async () => {
    await assert.rejects(api.startConversation({ initial_user_msg: 'Fix it' }), (error) => {
      assert.ok(error instanceof Error);
      assert.equal(error.message, `No session key is set for ${address}.`);
      return true;
    });
  });

  it('rejects a request that does not fit in a sentence fit to show', async () => {
    const misfit = { initial_user_msg: 'Fix it', image_urls: 'one' } as never;
    await assert.rejects(api.startConversation(misfit), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^[A-Z](?!rror)[^\n]*"image_urls"[^\n]*\.$/);
      return true;
    });
  });

  it('has no settings without a key', async () => {
    assert.equal(await api.loadSettings(), undefined);
  });

  it('has a list of conversations, and says when it changes', () => {
    const { conversations } = api;
    assert.equal(Array.isArray(conversations), true);
    assert.deepEqual(
      conversations.filter(({ request }) => request.initial_user_msg === 'Fix it'),
      [],
      'what was not sent is not remembered',
    );
    const subscription = api.onDidChangeConversations(() => undefined);
    assert.doesNotThrow(() => subscription.dispose());
  });
});

/** The setting of this machine: workspaces cannot set it. */
async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
