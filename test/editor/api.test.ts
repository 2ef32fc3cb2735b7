import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from '../../src/api';
import type { DraftFields } from '../../src/draft/draftFields';
import type { SecondExtension } from '../secondExtension/extension';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { handedOver } from '../support/handedOver';
import { setServiceUrl } from '../support/setSetting';
import { StartBench } from '../support/startBench';

/** Address without a stored key and without a listener. */
const address = 'http://127.0.0.1:9';

describe('The API for other extensions', () => {
  let api: AgentConversationsApi;

  before(async () => {
    const extension = vscode.extensions.getExtension<AgentConversationsApi>('agent-conversations.agent-conversations');
    api = await extension!.activate();
    await setServiceUrl(address);
  });

  after(() => setServiceUrl(undefined));

  it('rejects an invalid request, in a sentence that can be shown', async () => {
    const misfit = { initial_user_msg: 'Fix it', image_urls: 'one' } as never;
    await assert.rejects(api.startConversation(misfit), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^[A-Z](?!rror)[^\n]*"image_urls"[^\n]*\.$/);
      return true;
    });
  });

  it('takes a request as it is at the time of the call', async () => {
    const request = { initial_user_msg: 'Fix it', image_urls: 'one' as unknown as string[] };
    const started = api.startConversation(request);
    request.image_urls = [];
    await assert.rejects(started, /"image_urls"/);
  });

  it('returns no settings without a key', async () => assert.equal(await api.loadSettings(), undefined));

  it('has a list of conversations, and an event for its changes', () => {
    const { conversations } = api;
    assert.equal(Array.isArray(conversations), true);
    assert.deepEqual(
      conversations.filter(({ request }) => request.initial_user_msg === 'Fix it'),
      [],
      'what was not sent is not remembered',
    );
    const subscription = api.onDidChangeConversations(() => undefined);
    assert.doesNotThrow(() => subscription.dispose());
    assert.doesNotThrow(() => api.onDidEndConversation(() => undefined).dispose());
  });
});

describe('Another extension', () => {
  const activate = () => vscode.extensions.getExtension<SecondExtension>('example.second-extension')!.activate();

  it('gets the API by the extension ID, and is told what went wrong in a sentence', async () => {
    const { api, told } = await activate();
    await setServiceUrl(address);
    try {
      await assert.rejects(api.startConversation({ initial_user_msg: 'x' }), (error) => {
        assert.equal((error as Error).message, `Not started. No session key is set for ${address}.`);
        return true;
      });
    } finally {
      await setServiceUrl(undefined);
    }
    assert.deepEqual(told, [], 'what is not sent is not announced');
  });
});

describe("The README's examples", () => {
  const readme = readFileSync(path.join(PROJECT_ROOT, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```json\n([^]*?)```/g)].flatMap(([, text = '']) =>
    text.startsWith('{') ? [JSON.parse(text) as { command: string; args: DraftFields }] : [],
  );
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  it('include a keybinding that starts at once', async () => {
    const { args } = examples.find(({ command }) => command === 'agentConversations.startConversation')!;
    assert.deepEqual(await bench.receive(args), {
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
      ...args,
    });
  });

  it('include a link that opens the sheet, as a command without a request does', async () => {
    const { draft } = await handedOver(bench, (ports) => runStartCommand(undefined, ports));
    assert.deepEqual(draft.fields, {});
    const [, text = ''] = /`(vscode:[^`]*)`/.exec(readme) ?? [];
    const link = vscode.Uri.parse(text);
    assert.equal(link.authority, 'agent-conversations.agent-conversations');
    const opened = await handedOver(bench, (ports) => openLink(ports, link));
    assert.deepEqual(opened.draft.fields, { initial_user_msg: 'Fix the build' });
  });
});
