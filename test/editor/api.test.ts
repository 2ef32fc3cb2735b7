import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from '../../src/api';
import type { DraftFields } from '../../src/draft/draftFields';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { runStartCommand } from '../../src/start/vscode/commands';
import type { ConversationStartRequest } from '../../src/client/records';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import type { SecondExtension } from '../secondExtension/extension';
import { runEntryPoint } from '../support/runEntryPoint';
import { setServiceUrl } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { altersAnswer, answers } from '../service/faults';
import { DrivenWindow } from '../support/drivenWindow';
import { marked, markedIn } from '../support/markedSecrets';

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
    const { draft } = await runEntryPoint(bench, (ports) => runStartCommand(undefined, ports));
    assert.deepEqual(draft.fields, {});
    const [, text = ''] = /`(vscode:[^`]*)`/.exec(readme) ?? [];
    const link = vscode.Uri.parse(text);
    assert.equal(link.authority, 'agent-conversations.agent-conversations');
    const opened = await runEntryPoint(bench, (ports) => openLink(ports, link));
    assert.deepEqual(opened.draft.fields, { initial_user_msg: 'Fix the build' });
  });
});

type Changeable = { -readonly [Field in keyof ConversationStartRequest]: ConversationStartRequest[Field] };

describe('What other extensions get or pass', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  const secret = marked('mcp-secret');
  const server = { name: 'search', command: 'npx', args: ['--token', secret], env: { SEARCH_KEY: secret } };
  const place = { repository: 'a/b', git_provider: 'github', selected_branch: 'main' } as const;
  const body = () => bench.service.requests.at(-1)?.body;

  it('at a start changes nothing that is sent, and has no secret of an MCP server', async () => {
    const request = { ...place, initial_user_msg: 'Mine', mcp_config: { stdio_servers: [server] } };
    const heard: string[] = [];
    const onWillStart: StartPorts['onWillStart'] = (start) => {
      heard.push(JSON.stringify(start));
      assert.throws(() => ((start.request as Changeable).initial_user_msg = 'Theirs'), TypeError);
      assert.throws(() => (start.request.mcp_config?.stdio_servers as unknown[]).pop(), TypeError);
      assert.throws(() => (start.warnings as unknown[]).push('x'), TypeError);
    };
    await runStartCommand(request, { ...bench.ports, onWillStart });
    assert.deepEqual(body(), request);
    assert.equal(heard.length, 1);
    assert.match(heard[0]!, /"initial_user_msg":"Mine".*"name":"search"/);
    assert.deepEqual(markedIn(heard[0]!), []);
  });

  it('as a request is sent as it was at the time of the call', async () => {
    const request: Changeable & { image_urls: string[] } = {
      ...place,
      initial_user_msg: 'As agreed',
      image_urls: ['https://example.com/a.png'],
    };
    const started = runStartCommand(request, bench.ports);
    request.initial_user_msg = 'Something else';
    request.image_urls.push('https://example.com/b.png');
    await started;
    assert.deepEqual(body(), {
      ...place,
      initial_user_msg: 'As agreed',
      image_urls: ['https://example.com/a.png'],
    });
  });

  it("is rejected in a sentence if it isn't plain data", () =>
    assert.rejects(
      runStartCommand({ initial_user_msg: 'x', suggested_task: { title: () => 'y' } }, bench.ports),
      /^ExplainedError: Not started\. The request contains values that can't be sent as JSON\.$/,
    ));

  it("as a response can't be changed, and repeats no secret", async () => {
    const { redactor } = bench;
    redactor.add(secret);
    const more = { mcp_config: { api_key: 'unknown-9d' }, echo: [`with ${secret}`], [secret]: true };
    bench.service.misbehave(
      'startConversation',
      altersAnswer((answer) => ({ ...(answer as object), ...more, message: `Took ${secret}` })),
    );
    const response = await runStartCommand({ ...place, initial_user_msg: 'x' }, bench.ports);
    assert.ok(response && Object.isFrozen(response) && Object.isFrozen(response['echo']));
    assert.equal(response.conversation_id, bench.service.conversations[0]?.id);
    assert.equal(response.conversation_status, 'STARTING');
    assert.deepEqual(markedIn(JSON.stringify(response)), []);
    assert.doesNotMatch(JSON.stringify(response), /unknown-9d/);
  });

  it('after a failed start is its sentence, without the draft and where it is saved', async () => {
    using window = new DrivenWindow();
    bench.service.misbehave('startConversation', answers(400, { message: 'No' }));
    window.button = (_, buttons) => buttons.findLast((button) => !button.startsWith('Back'));
    const shown = window.next();
    const failed = assert.rejects(runStartCommand({ repository: 'a/b' }, bench.ports), (error: object) => {
      assert.deepEqual(Object.keys(error).sort(), ['name', 'remedy']);
      assert.equal((error as { remedy?: unknown }).remedy, undefined);
      return true;
    });
    (await shown).choose('start');
    await failed;
  });
});

describe('Enter on the review sheet', () => {
  it('takes the row that the user goes to while typing leaves all rows as they are', async () => {
    await using bench = await StartBench.open();
    using window = new DrivenWindow();
    const shown = window.next();
    const started = runStartCommand(undefined, bench.ports);
    const pick = await shown;
    while (pick.busy) await new Promise((resolve) => setImmediate(resolve));
    pick.type('F');
    const { items } = pick;
    pick.type('Fix');
    assert.equal(pick.items, items, 'VS Code would go to the first row');
    bench.openSheet.clear();
    await started;
    assert.deepEqual(bench.service.conversations, []);
  });

  it("isn't lost while the rows are replaced", async () => {
    await using bench = await StartBench.open();
    using window = new DrivenWindow();
    const shown = window.next();
    window.button = (_, buttons) => buttons.findLast((button) => !button.startsWith('Back'));
    const started = runStartCommand({ repository: 'a/b' }, bench.ports);
    (await shown).acceptBetween();
    await started;
    assert.equal(bench.service.conversations.length, 1);
  });
});

describe('The API object', () => {
  const extension = vscode.extensions.getExtension<AgentConversationsApi>('agent-conversations.agent-conversations');

  it('is the same for every extension, and none can replace a part of it', async () => {
    const api = await extension!.activate();
    const theirs = () => Promise.resolve(undefined);
    assert.throws(() => ((api as { startConversation: unknown }).startConversation = theirs), TypeError);
    assert.throws(() => (api.conversations as unknown[]).push({}), TypeError);
  });
});
