import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Draft } from '../../src/domain/draft';
import { fieldsOfToolInput } from '../../src/ui/integrations/toolInput';
import { openLink } from '../../src/ui/integrations/openLink';
import { startTool } from '../../src/names';
import type { StartPorts } from '../../src/ui/startPorts';
import { handedOver } from '../support/handedOver';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';

const link = (rest: string) => vscode.Uri.parse(`vscode://agent-conversations.agent-conversations${rest}`);
const opening = (rest: string) => (ports: StartPorts) => openLink(ports, link(rest));
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));

describe('a link', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());
  afterEach(() => assert.deepEqual(bench.service.requests, [], 'no link sends anything'));

  it('fills the review sheet, and sets aside what was written there', async () => {
    const before: Draft = { fields: { initial_user_msg: 'half a thought' } };
    const rest = `/start?initial_user_msg=${twice('a & b?')}&repository=${twice('c/d')}&selected_branch=main`;
    const { draft, shown } = await handedOver(bench, opening(rest), [], before);
    assert.deepEqual(shown, []);
    assert.deepEqual(draft.fields, { initial_user_msg: 'a & b?', repository: 'c/d', selected_branch: 'main' });
    const bodies = (await bench.drafts.documents()).map(async (document) => (await document.load()).body);
    assert.deepEqual(await Promise.all(bodies), ['half a thought']);
  });

  it('puts a message of several lines before what is typed', async () => {
    const { draft } = await handedOver(bench, opening(`/start?initial_user_msg=${twice('a\nb')}`));
    assert.deepEqual(draft, { fields: {}, body: 'a\nb' });
  });

  it('that says nothing opens the sheet as it is', async () => {
    const before: Draft = { fields: { initial_user_msg: 'half a thought' } };
    const { draft } = await handedOver(bench, opening('/start'), [], before);
    assert.deepEqual(draft, before);
  });

  const refused: readonly (readonly [what: string, rest: string, sentence: RegExp])[] = [
    ['another path', '/stop?initial_user_msg=x', /asks for "\/stop", which this extension does not know/],
    ['a path with markup', '/[a](command:x)', /asks for "\/ a \(command:x\)"/],
    ['a field that nobody knows', '/start?a=b', /there is no field "a" for links/],
    ['MCP servers', '/start?mcp_config={}', /"mcp_config" is not taken from links/],
    ['a field twice', '/start?repository=a/b&repository=c/d', /has "repository" twice/],
    ['what cannot be seen', `/start?initial_user_msg=${twice('\u202e')}`, /characters in it that you would not see/],
    ['a repository that is none', '/start?repository=x', /"repository" should be a repository's path/],
    ['a very long message', `/start?initial_user_msg=${'a'.repeat(100_000)}`, /longer than 100 kB/],
  ];
  for (const [what, rest, sentence] of refused) {
    it(`is refused in a sentence with ${what}`, async () => {
      const before: Draft = { fields: { initial_user_msg: 'mine' } };
      const { draft, shown } = await handedOver(bench, opening(rest), [], before);
      assert.equal(shown.length, 1);
      assert.match(shown[0]!, sentence);
      assert.deepEqual(draft, before);
    });
  }

  it('is refused in a workspace that is not trusted', async () => {
    const { ports } = bench;
    const untrusted = Object.create(ports.workspace, { isTrusted: { value: false } }) as typeof ports.workspace;
    const shown: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void shown.push(error));
    await openLink({ ...ports, workspace: untrusted, report }, link('/start?initial_user_msg=x'));
    assert.match(String(shown), /Restricted Mode/);
  });
});

describe('what a link filled in', () => {
  it('starts after one more question, which Enter answers with a no', async () => {
    const bench = await StartBench.open();
    const { showWarningMessage } = vscode.window;
    const asked: string[] = [];
    const click = (title: string, options: unknown, ...buttons: readonly string[]) => {
      if (title !== 'Start what a link filled in?') return Promise.resolve(undefined);
      asked.push([(options as vscode.MessageOptions).detail, ...buttons].join('\n'));
      // The first button is the one that Enter chooses.
      return Promise.resolve(buttons[asked.length - 1]);
    };
    vscode.window.showWarningMessage = click;
    try {
      const message = `a\n\nb\n${'c'.repeat(200)}\n${'d\n'.repeat(9)}`;
      const rest = `/start?initial_user_msg=${twice(message)}&repository=a/b&conversation_instructions=x`;
      const openSheet = new WatchedSlot();
      const started = openLink({ ...bench.ports, openSheet }, link(rest));
      await openSheet.filled;
      const sent = bench.service.waitForRequest('startConversation');
      // Nothing tells that a quick pick is open. An Enter where there is none does no harm.
      const enter = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      while (!(await Promise.race([sent.then(() => true), enter().then(() => false)])));
      await started;
      const words = [
        `Service: ${bench.service.url}\nRepository: a/b\nProvider: none\nBranch: none\nSent, too: Instructions\n`,
        `a\nb\n${'c'.repeat(119)}…\nd\nd\nd\nd\nd\n…\nBack to the Sheet\nStart`,
      ].join('\n');
      assert.deepEqual(asked, [words, words]);
      assert.equal(bench.service.requests.length, 1);
    } finally {
      vscode.window.showWarningMessage = showWarningMessage;
      await bench.dispose();
    }
  });
});

describe('what a model says to the tool', () => {
  const taken: readonly (readonly [input: object, fields: object])[] = [
    [{ message: 'Fix it' }, { initial_user_msg: 'Fix it' }],
    [
      { message: 'a', repository: 'b/c', branch: 'd', provider: 'gitlab' },
      { initial_user_msg: 'a', repository: 'b/c', selected_branch: 'd', git_provider: 'gitlab' },
    ],
    [{ message: 'a', repository: null, branch: '' }, { initial_user_msg: 'a' }],
  ];
  for (const [input, fields] of taken)
    it(`is taken: ${JSON.stringify(input)}`, () => assert.deepEqual(fieldsOfToolInput(input), fields));

  const refused: readonly (readonly [input: unknown, name: string])[] = [
    [undefined, 'message'],
    [[], 'message'],
    [{}, 'message'],
    [{ message: ' ' }, 'message'],
    [{ message: 1 }, 'message'],
    [{ message: 'a\u{e0041}' }, 'message'],
    [{ message: 'a', repository: 'b' }, 'repository'],
    [{ message: 'a', branch: '-b' }, 'branch'],
    [{ message: 'a', provider: 'svn' }, 'provider'],
    [{ message: 'a', mcp_config: {} }, 'mcp_config'],
    [JSON.parse('{ "message": "a", "__proto__": "b" }'), '__proto__'],
  ];
  for (const [input, name] of refused) {
    it(`is refused for "${name}": ${JSON.stringify({ input })}`, () =>
      assert.throws(() => fieldsOfToolInput(input), new RegExp(`Nothing was started: "${name}" does not fit`)));
  }
});

describe('the tool in this VS Code', () => {
  it('is there for every model', () => {
    const tool = vscode.lm.tools.find(({ name }) => name === startTool);
    assert.ok(tool?.description.includes('The user is asked before anything is sent'));
  });

  it('answers what does not fit in a sentence, before anybody is asked', async () => {
    const invoking = vscode.lm.invokeTool(startTool, { input: { message: '' }, toolInvocationToken: undefined });
    await assert.rejects(Promise.resolve(invoking), /"message" does not fit/);
  });
});
