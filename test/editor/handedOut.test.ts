import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from '../../src/api';
import type { ConversationStartRequest } from '../../src/client/records';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { altersAnswer, answers } from '../service/faults';
import { DrivenWindow } from '../support/drivenWindow';
import { marked, markedIn } from '../support/markedSecrets';
import { StartBench } from '../support/startBench';

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
    const window = new DrivenWindow();
    try {
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
    } finally {
      window.dispose();
    }
  });
});

describe('Enter on the review sheet', () => {
  it('takes the row that the user goes to while typing leaves all rows as they are', async () => {
    const bench = await StartBench.open();
    const window = new DrivenWindow();
    try {
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
    } finally {
      window.dispose();
      await bench.dispose();
    }
  });

  it("isn't lost while the rows are replaced", async () => {
    const bench = await StartBench.open();
    const window = new DrivenWindow();
    try {
      const shown = window.next();
      window.button = (_, buttons) => buttons.findLast((button) => !button.startsWith('Back'));
      const started = runStartCommand({ repository: 'a/b' }, bench.ports);
      (await shown).acceptBetween();
      await started;
      assert.equal(bench.service.conversations.length, 1);
    } finally {
      window.dispose();
      await bench.dispose();
    }
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
