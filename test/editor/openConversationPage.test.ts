import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openConversationPage } from '../../src/conversations/vscode/openConversationPage';
import { RecordedDeeds } from '../support/recordedDeeds';

const inPath = '{base_url}/conversations/{conversation_id}';
const inQuery = '{base_url}/?id={conversation_id}';

describe('The page of a conversation', () => {
  const { asExternalUri } = vscode.env;
  const { showErrorMessage } = vscode.window;
  let deeds: RecordedDeeds;
  let said: string[];

  beforeEach(() => {
    deeds = new RecordedDeeds();
    said = [];
    vscode.window.showErrorMessage = (message: string) => {
      said.push(message);
      return Promise.resolve(undefined);
    };
  });

  afterEach(() => {
    deeds.dispose();
    Object.assign(vscode.window, { showErrorMessage });
    Object.assign(vscode.env, { asExternalUri });
  });

  /** Address that VS Code opens: a Uri without its escapes, with those that an address needs, or a text as it is. */
  async function opened(template: string, id: string, pageUrl?: string): Promise<string | undefined> {
    await openConversationPage('https://agents.example/base', id, template, pageUrl);
    const [done] = deeds.done;
    if (done === undefined) return undefined;
    const [command, text] = done.split(' ');
    return text === undefined ? encodeURI(vscode.Uri.parse(done).toString(true)) : `${command} ${text}`;
  }

  const rows: readonly (readonly [template: string, id: string, opened: string])[] = [
    [inPath, '0f3c', 'https://agents.example/base/conversations/0f3c'],
    [inPath, 'a b', 'https://agents.example/base/conversations/a%20b'],
    [inPath, 'a b/c', 'vscode.open https://agents.example/base/conversations/a%20b%2Fc'],
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
    ["is the template's, if the service names another's", 'https://evil.example/0f3c', rows[0]![2]],
  ] as const)
    it(what, async () => assert.equal(await opened(inPath, '0f3c', named), expected));

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
    assert.match(said.join(), /conversationUrlTemplate produces "\/0f3c"/);
  });

  it("isn't opened if VS Code would change it on the way to a forwarded port", async () => {
    Object.assign(vscode.env, {
      asExternalUri: (uri: vscode.Uri) => Promise.resolve(uri.with({ authority: 'other' })),
    });
    assert.equal(await opened(inPath, 'a/b'), undefined);
    assert.match(
      said.join(),
      /^https:\/\/agents\.example\/base\/conversations\/a%2Fb can't be opened: VS Code forwards/,
    );
    assert.equal(await opened(inPath, '0f3c'), 'https://agents.example/base/conversations/0f3c');
  });
});
