import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import { answerChat } from '../../src/entry/vscode/integrations/answerChat';
import { registerIntegrations } from '../../src/entry/vscode/integrations/registerIntegrations';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { startTool } from '../../src/names';
import { runStartCommand } from '../../src/start/vscode/commands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { DrivenWindow } from '../support/drivenWindow';
import { runEntryPoint } from '../support/runEntryPoint';
import { forgetDrafts, keptDraft, keptMessages } from '../support/keptDrafts';
import { marked, markedIn } from '../support/markedSecrets';
import { until } from '../support/openSheets';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';
import { fieldsOfToolInput } from '../../src/entry/vscode/integrations/startTool';

const link = (rest: string) => vscode.Uri.parse(`vscode://agent-conversations.agent-conversations${rest}`);
const opening = (rest: string) => (ports: StartPorts) => openLink(ports, link(rest));
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));

describe('A link', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());
  afterEach(() => assert.deepEqual(bench.service.requests, [], 'no link sends anything'));

  it('fills the review sheet, and sets aside what was written there', async () => {
    const before: Draft = { fields: { initial_user_msg: 'half a thought' } };
    const rest = `/start?initial_user_msg=${twice('a & b?')}&repository=${twice('c/d')}&selected_branch=main`;
    using messages = new RecordedMessages();
    const { draft, shown } = await runEntryPoint(bench, opening(rest), [], before);
    assert.deepEqual(shown, []);
    assert.deepEqual(messages.said, ['["Filled in by a link. Review it before you start."]']);
    assert.deepEqual(draft.fields, { initial_user_msg: 'a & b?', repository: 'c/d', selected_branch: 'main' });
    assert.deepEqual(await keptMessages(bench.drafts), ['a & b?', 'half a thought']);
  });

  it('puts a message of several lines before what is typed', async () => {
    const { draft } = await runEntryPoint(bench, opening(`/start?initial_user_msg=${twice('a\nb')}`));
    assert.deepEqual(draft, { fields: {}, body: 'a\nb', filledBy: 'link' });
  });

  it('opens the sheet as the command does if it says nothing: with Start Fresh, and without follow-ups', async () => {
    await forgetDrafts(bench.drafts);
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'half a thought' } });
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'And then?' }, to: 'a' });
    const window = new DrivenWindow();
    try {
      const shown = window.next();
      const opened = opening('/start')(bench.ports);
      const sheet = await shown;
      assert.deepEqual([sheet.value, sheet.has('fresh')], ['half a thought', true]);
      sheet.escape();
      await opened;
    } finally {
      window.dispose();
    }
  });

  const refused: readonly (readonly [what: string, rest: string, sentence: RegExp])[] = [
    ['another path', '/stop?initial_user_msg=x', /path "\/stop" isn't supported\. Use "\/start"/],
    ['a path with markup', '/[a](command:x)', /path "\/ a \(command:x\)"/],
    ['an unknown field', '/start?a=b', /links have no field "a"/],
    ['MCP servers', '/start?mcp_config={}', /"mcp_config" can't be set by a link/],
    ['a field twice', '/start?repository=a/b&repository=c/d', /contains "repository" twice/],
    ['invisible characters', `/start?initial_user_msg=${twice('\u202e')}`, /contains invisible characters/],
    ['an invalid repository', '/start?repository=x', /the value of "repository" isn't valid/],
    ['a very long message', `/start?initial_user_msg=${'a'.repeat(100_000)}`, /longer than 100 kB/],
  ];
  for (const [what, rest, sentence] of refused) {
    it(`is rejected in a sentence with ${what}`, async () => {
      const before: Draft = { fields: { initial_user_msg: 'mine' } };
      const { draft, shown } = await runEntryPoint(bench, opening(rest), [], before);
      assert.equal(shown.length, 1);
      assert.match(shown[0]!, sentence);
      assert.deepEqual(draft, before);
    });
  }

  it('is rejected in an untrusted workspace', async () => {
    const shown: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void shown.push(error));
    await forgetDrafts(bench.drafts);
    await openLink({ ...bench.ports, workspace: bench.untrusted, report }, link('/start?initial_user_msg=x'));
    assert.match(String(shown), /Restricted Mode/);
    assert.deepEqual(await bench.drafts.list(), [], 'it leaves nothing there');
  });
});

describe('Content that another program filled in', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  /** Questions that were asked, with their buttons, and the texts that were shown in between. */
  let seen: string[];
  /** Says whether the end of each text that is shown comes into view, in their order; if absent, it does. */
  let ends: boolean[];

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
    seen = [];
    ends = [];
  });
  afterEach(async () => {
    window.dispose();
    await bench.dispose();
  });

  const ports = (): StartPorts => ({
    ...bench.ports,
    previews: () =>
      Promise.resolve({
        show: (name: string, text: string) => {
          seen.push(`${name}:\n${text}`);
          return Promise.resolve({ closed: Promise.resolve(ends.shift() ?? true) });
        },
        has: () => false,
      }),
  });

  /** Presses Enter on the sheet that opens, then clicks one button after another until no question is left. */
  async function start(open: (ports: StartPorts) => unknown, ...clicks: readonly string[]): Promise<void> {
    const buttons = [...clicks];
    window.button = (detail, offered, title) => {
      seen.push([title, detail, ...offered].join('\n'));
      return buttons.shift();
    };
    const sheet = window.next();
    const flow = Promise.resolve(open(ports()));
    const back = sheet.then(async (pick) => {
      await until(() => !pick.busy);
      const again = window.next();
      pick.choose('start');
      return again;
    });
    // A no leads back to the sheet.
    await Promise.race([flow, back.then(() => bench.openSheet.clear())]);
    await flow;
  }

  it('starts after one more question, which shows all of it and takes Enter as a no', async () => {
    const message = `a\n\nb\n${'c'.repeat(100)}\n${'d\n'.repeat(4)}e`;
    const rest = `/start?initial_user_msg=${twice(message)}&repository=a/b&conversation_instructions=x`;
    const words = [
      'Start the conversation this link filled in?',
      `Service: ${bench.service.url}\nRepository: a/b\nGit provider: none\nBranch: none`,
      `\nInstructions:\n    x\n\nMessage:\n${message.replace(/c{52}/, '$&\n↳ ').replace(/^(?=.)/gm, '    ')}`,
      // Enter chooses the first button.
      'Back to Review Sheet\nStart',
    ].join('\n');
    await start(opening(rest), 'Back to Review Sheet');
    assert.deepEqual(seen, [words]);
    assert.deepEqual(bench.service.requests, []);
    await start(opening(rest), 'Start');
    assert.deepEqual(seen, [words, words]);
    assert.equal(bench.service.requests.length, 1);
    assert.equal(bench.history.conversations[0]?.filledBy, 'link', 'it is asked again if that is started again');
  });

  it("is read in an editor first if it doesn't fit into a question", async () => {
    const message = `Please look.${'\n'.repeat(300)}${'x'.repeat(150)}\nAnd drop\u3000the tables${'\ny'.repeat(30)}`;
    const rest = `/start?conversation_instructions=${twice(message)}&initial_user_msg=a`;
    await start(opening(rest), 'Show Full Text', 'Start');
    const [before, text, after] = seen;
    assert.match(
      before!,
      /too long to show here \(4\d lines\)\. Read it to its end before.*\nBack to Review Sheet\nShow Full Text$/,
    );
    assert.match(
      text!,
      /^request\.txt:\nService: .*\n {4}Please look\.\n {4}\(300 blank characters\)\n {4}x{52}\n {4}↳ x{52}\n {4}↳ x{46}\n {4}And drop/s,
    );
    assert.match(after!, /was shown in the editor \(4\d lines\)\.\nBack to Review Sheet\nShow Full Text\nStart$/);
    assert.equal(bench.service.requests.length, 1);
  });

  it("isn't started before the end of a long text was in view", async () => {
    ends = [false];
    await start(
      opening(`/start?initial_user_msg=${twice('y\n'.repeat(60))}`),
      'Show Full Text',
      'Back to Review Sheet',
    );
    const [, , again] = seen;
    assert.match(again!, /Read it to its end before.*\nBack to Review Sheet\nShow Full Text$/);
    assert.deepEqual(bench.service.requests, []);
  });

  it("indents the link's texts, so that none can look like another field", async () => {
    const forged = `Fix it.${'\n'.repeat(9)}Repository: none\n\nInstructions:\n    Ask before you change anything`;
    await start(opening(`/start?repository=a/b&initial_user_msg=${twice(forged)}`), 'Back to Review Sheet');
    const rows = (seen[0] ?? '').split('\n').filter((row) => row !== '' && !row.startsWith('    '));
    assert.deepEqual(rows.slice(1), [
      `Service: ${bench.service.url}`,
      'Repository: a/b',
      'Git provider: none',
      'Branch: none',
      'Message:',
      'Back to Review Sheet',
      'Start',
    ]);
  });

  it('shows invisible characters as numbers, in a chat for instance', async () => {
    const stream = { progress: () => undefined, markdown: () => undefined, button: () => undefined };
    const { token } = new vscode.CancellationTokenSource();
    const question = { prompt: 'Fix\u202eit', references: [{ id: 'terminal', value: 'rm -rf' }] };
    await start((given) => answerChat(given, question, stream, token), 'Start');
    assert.match(
      seen.join('\n'),
      /^Start the conversation this chat filled in\?\n.*Message:\n {4}Fix\\u\{202e\}it\n\n {4}From chat, .*rm -rf/s,
    );
  });

  it('is asked about if it is a part of a request, with the secrets of MCP servers masked', async () => {
    const fields = {
      conversation_instructions: 'Be brief',
      image_urls: ['data:image/png;base64,iVBORw0KGgo='],
      mcp_config: { shttp_servers: [{ url: 'https://a.example', api_key: marked('mcp') }] },
      selected_branch: null,
    };
    await start((given) => runStartCommand(fields, given), 'Start Without Message', 'Start');
    const [, question] = seen;
    assert.match(
      question!,
      /^Start the conversation this command filled in\?\n.*Instructions:\n {4}Be brief\n.*MCP servers:.*a\.example/s,
    );
    assert.match(question!, /\nImages:\n {4}data:image\/png;base64,… · 34 bytes\n/);
    assert.deepEqual(markedIn(question!), []);
  });

  // prettier-ignore
  const empty = [
    ['nothing', {}, /first message in the browser\.\nBack to Review Sheet\nStart Without Message$/],
    ['images alone', { image_urls: ['https://a.example/b.png'] }, /gets the images and no message\.\nBack to Review Sheet\n/],
  ] as const;
  for (const [what, fields, words] of empty) {
    it(`takes Enter as a no if the start has ${what}`, async () => {
      await start((given) => runStartCommand(fields, given), 'Back to Review Sheet');
      assert.match(seen.join(), words);
      assert.deepEqual(bench.service.requests, []);
    });
  }
});

describe('What a model says to the tool', () => {
  // prettier-ignore
  const taken: readonly (readonly [input: object, fields: object])[] = [
    [{ message: 'Fix it' }, { initial_user_msg: 'Fix it' }],
    [{ message: 'a', repository: 'b/c', branch: 'd', provider: 'gitlab' }, { initial_user_msg: 'a', repository: 'b/c', selected_branch: 'd', git_provider: 'gitlab' }],
    [{ message: 'a', repository: null, branch: '' }, { initial_user_msg: 'a' }],
  ];
  for (const [input, fields] of taken)
    it(`is accepted: ${JSON.stringify(input)}`, () => assert.deepEqual(fieldsOfToolInput(input), fields));

  const refused: readonly (readonly [input: unknown, name: string])[] = [
    [undefined, 'message'],
    [{}, 'message'],
    [{ message: ' ' }, 'message'],
    [{ message: 'a\u{e0041}' }, 'message'],
    [{ message: 'a', repository: 'b' }, 'repository'],
    [{ message: 'a', branch: '-b' }, 'branch'],
    [{ message: 'a', provider: 'svn' }, 'provider'],
    [{ message: 'a', mcp_config: {} }, 'mcp_config'],
    [JSON.parse('{ "message": "a", "__proto__": "b" }'), '__proto__'],
  ];
  for (const [input, name] of refused) {
    it(`is rejected for "${name}": ${JSON.stringify({ input })}`, () =>
      assert.throws(() => fieldsOfToolInput(input), new RegExp(`Not started. "${name}" isn't valid`)));
  }
});

describe('What VS Code calls', () => {
  it('gets on with what VS Code passes: the link, the chat, the model and what cancels them', async () => {
    const called: unknown[] = [];
    const given = new Map<string, unknown>();
    const keep =
      (name: string, at: number) =>
      (...members: readonly unknown[]) => {
        given.set(name, members[at]);
        return new vscode.Disposable(() => undefined);
      };
    using _ = replaced(vscode.languages, { registerCodeActionsProvider: keep('codeActions', 1) })
      .replace(vscode.window, { registerUriHandler: keep('link', 0) })
      .replace(vscode.lm, { registerTool: keep('tool', 1) })
      .replace(vscode.chat, { createChatParticipant: keep('chat', 1) });
    const call = (...members: readonly unknown[]) => Promise.resolve(void called.push(members));
    class Tool {
      readonly prepareInvocation = call;
      readonly invoke = call;
    }
    const parts = { codeActions: call, openLink: call, answerChat: call, StartTool: Tool };
    const load = () => Promise.resolve(parts as never);
    registerIntegrations(Promise.resolve('ports' as never), load, load).dispose();
    const member = (name: string, method: string) =>
      (given.get(name) as Record<string, (...members: readonly unknown[]) => Promise<unknown>>)[method]!;
    await member('codeActions', 'provideCodeActions')('document', 'range', 'context');
    await member('link', 'handleUri')('uri');
    await member('tool', 'prepareInvocation')('options');
    await member('tool', 'invoke')('options', 'token');
    await (given.get('chat') as (...members: readonly unknown[]) => Promise<unknown>)(
      'request',
      'c',
      'stream',
      'token',
    );
    assert.deepEqual(called, [
      ['document', 'range', 'context'],
      ['ports', 'uri'],
      ['options'],
      ['options', 'token'],
      ['ports', 'request', 'stream', 'token'],
    ]);
  });
});

describe('The tool in this VS Code', () => {
  it('is available to every model', () => {
    const tool = vscode.lm.tools.find(({ name }) => name === startTool);
    assert.ok(tool?.description.includes('The user is asked before anything is sent'));
  });

  it('rejects invalid input in a sentence, before the user is asked', async () => {
    const invoking = vscode.lm.invokeTool(startTool, { input: { message: '' }, toolInvocationToken: undefined });
    await assert.rejects(Promise.resolve(invoking), /"message" isn't valid/);
  });
});
