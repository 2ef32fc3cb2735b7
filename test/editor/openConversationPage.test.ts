import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runStartCommand } from '../../src/start/vscode/commands';
import { answers } from '../service/faults';
import type { History } from '../../src/conversations/history';
import { openConversation, type ConversationPorts } from '../../src/conversations/vscode/conversationActions';
import { openConversationPage } from '../../src/conversations/vscode/openConversationPage';
import { SkippingClock } from '../support/clocks';
import { DrivenWindow } from '../support/drivenWindow';
import { setServiceUrl } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { MemoryState } from '../support/memoryState';
import { RecordedActions } from '../support/recordedActions';
import { replaced } from '../support/replaced';
import { someConversation } from '../support/someConversation';

const inPath = '{base_url}/conversations/{conversation_id}';
const inQuery = '{base_url}/?id={conversation_id}';

describe('The page of a conversation', () => {
  let actions: RecordedActions;
  let said: string[];
  let state: MemoryState;

  beforeEach(() => {
    state = new MemoryState();
    actions = new RecordedActions();
    said = [];
    actions.replace(vscode.window, {
      showErrorMessage: (...words: readonly string[]) => Promise.resolve(void said.push(words.join(' | '))),
    });
  });

  afterEach(() => actions.dispose());

  /** Address that VS Code opens: a Uri without its escapes, with those that an address needs, or a text as it is. */
  async function opened(template: string, id: string, pageUrl?: string): Promise<string | undefined> {
    const conversation = { baseUrl: 'https://agents.example/base', conversationId: id, ...(pageUrl && { pageUrl }) };
    await openConversationPage(conversation, { configuration: { conversationUrlTemplate: template }, state });
    const [done] = actions.done;
    if (done === undefined) return undefined;
    const [command, text] = done.split(' ');
    return text === undefined ? encodeURI(vscode.Uri.parse(done).toString(true)) : `${command} ${text}`;
  }

  const rows: readonly (readonly [template: string, id: string, opened: string])[] = [
    [inPath, '0f3c', 'https://agents.example/base/conversations/0f3c'],
    [inPath, 'a b', 'https://agents.example/base/conversations/a%20b'],
    [inPath, 'x?y#z', 'vscode.open https://agents.example/base/conversations/x%3Fy%23z'],
    [inQuery, '0f3c', 'https://agents.example/base/?id=0f3c'],
    [inQuery, 'x&admin=1#f', 'vscode.open https://agents.example/base/?id=x%26admin%3D1%23f'],
  ];
  for (const [template, id, expected] of rows)
    it(`is opened as is for ${id} in ${template}`, async () => assert.equal(await opened(template, id), expected));

  for (const [what, named, expected] of [
    [
      "is the service's own, if it names one",
      'https://agents.example/canvas/0f3c',
      'https://agents.example/canvas/0f3c',
    ],
    ["is the template's, if the service names one that isn't encrypted", 'http://agents.example/0f3c', rows[0]![2]],
  ] as const)
    it(what, async () => assert.equal(await opened(inPath, '0f3c', named), expected));

  for (const [button, there] of [
    ['Open on https://canvas.example', true],
    ['Open on https://agents.example', false],
  ] as const)
    it(`is on another origin only if the user agrees, who is asked once: ${button}`, async () => {
      const window = new DrivenWindow();
      const questions: (readonly string[])[] = [];
      window.button = (detail, buttons, title) => {
        questions.push([title, detail, ...buttons]);
        return questions.length === 1 ? undefined : button;
      };
      const named = 'https://canvas.example/c/0f3c';
      assert.equal(await opened(inPath, '0f3c', named), undefined);
      for (const _ of [1, 2]) {
        actions.done.length = 0;
        assert.equal(await opened(inPath, '0f3c', named), there ? named : rows[0]![2]);
      }
      window.dispose();
      const question = [
        'https://agents.example says that the pages of its conversations are on https://canvas.example.',
        'Open them there only if you trust https://canvas.example. Your answer is remembered until you forget the service.',
        'Open on https://agents.example',
        'Open on https://canvas.example',
      ];
      assert.deepEqual(questions, [question, question]);
    });

  it('is said to be opened, and counts as looked at, only if it is opened', async () => {
    const ended = someConversation({ baseUrl: 'https://agents.example', status: 'STOPPED', endedAt: 3 });
    const looked: string[] = [];
    const progress: string[] = [];
    // It ends while it is opened.
    const endedAt = () => (progress.length > 0 ? ended.endedAt : undefined);
    const history = {
      get: (id: string) => ({ ...ended, conversationId: id, endedAt: endedAt() }),
      change: (id: string) => Promise.resolve(void looked.push(id)),
    } as unknown as History;
    const ports = {
      history,
      state,
      configuration: { conversationUrlTemplate: inPath },
    } as unknown as ConversationPorts;
    actions.replace(vscode.window, {
      setStatusBarMessage: (text: string) => {
        progress.push(text);
        return new vscode.Disposable(() => undefined);
      },
    });
    for (const id of ['../login', '0f3c']) await openConversation(ports, { id });
    assert.deepEqual([actions.done, looked], [['https://agents.example/conversations/0f3c'], ['a']]);
    assert.deepEqual(progress, ['$(link-external) Opening "(no message)" in the browser']);
  });

  it("isn't opened if the ID leads to another page, and says so", async () => {
    assert.equal(await opened(inPath, '../../login'), undefined);
    assert.match(said.join(), /^The conversation page can't be opened: with the ID "\.\.\/\.\.\/login"/);
  });

  it('shows no more of an ID than fits into a notification, and no link from it', async () => {
    await opened(inPath, `../[here](command:workbench.action.quit)${'x'.repeat(900)}`);
    assert.ok(said[0]!.length < 300 && !said[0]!.includes(']('), said[0]);
  });

  it("says if the template isn't a valid address", async () => {
    assert.equal(await opened('/{conversation_id}', '0f3c'), undefined);
    assert.match(said.join(), /conversationUrlTemplate produces "\/0f3c"\. \| Open Settings$/);
  });

  it("isn't opened if VS Code would change it on the way to a forwarded port", async () => {
    actions.replace(vscode.env, {
      asExternalUri: (uri: vscode.Uri) => Promise.resolve(uri.with({ authority: 'other' })),
    });
    assert.equal(await opened(inPath, 'a?b'), undefined);
    assert.match(
      said.join(),
      /^https:\/\/agents\.example\/base\/conversations\/a%3Fb can't be opened: VS Code forwards/,
    );
    assert.equal(await opened(inPath, '0f3c'), 'https://agents.example/base/conversations/0f3c');
  });
});

describe('Open in Browser, directly after a start', () => {
  for (const [isNamed, hasKey, title] of [
    [true, true, 'opens the page that the service names, and saves it'],
    [false, true, "opens the template's, if the service can't be asked"],
    [false, false, "opens the template's, and asks nothing, if the key was removed meanwhile"],
  ] as const)
    it(title, async () => {
      await using bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() });
      const { service, origin, history, keys } = bench;
      service.startTasks.goThrough('READY');
      const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
      const page = `${origin}/canvas/${id}`;
      const state = { id, sandbox_status: 'RUNNING', execution_status: 'running', conversation_ui_url: page };
      service.misbehave('conversation', isNamed ? answers(200, [state]) : answers(403, {}));
      const opened = Promise.withResolvers<vscode.Uri>();
      const click = async (_: string, button: string) => {
        if (!hasKey) await keys.clear(origin);
        if (isNamed) await setServiceUrl('http://localhost:1');
        return button;
      };
      using _ = replaced(vscode.window, { showInformationMessage: click }).replace(vscode.env, {
        openExternal: (uri: vscode.Uri) => {
          opened.resolve(uri);
          return Promise.resolve(true);
        },
      });
      await runStartCommand({ initial_user_msg: 'Fix it' }, { ...bench.ports, newId: () => id });
      assert.equal((await opened.promise).toString(), isNamed ? page : `${origin}/conversations/${id}`);
      assert.equal(
        service.requests.filter(({ path }) => path.startsWith('/api/v1/app-conversations?')).length,
        +hasKey,
      );
      assert.equal(history.conversations[0]?.pageUrl, isNamed ? page : undefined);
      assert.equal(history.conversations[0]?.runtimeStatus, isNamed ? '' : undefined, 'as any other report');
    });
});
