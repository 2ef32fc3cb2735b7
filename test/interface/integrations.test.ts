import assert from 'node:assert/strict';
import { secondExtension } from '../host/secondExtension';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));
const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('Other tools', () => {
  const folder = new TemporaryFolder('integrations');
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const prepare = async () => ({
    extensions: [await secondExtension(folder.path)],
    // Tools for language models are among what the tests turn off elsewhere.
    userSettings: { 'chat.disableAIFeatures': false },
  });

  sheetBench({ prepare }, (bench) => ({ service, workbench, sheet } = bench));

  after(() => folder.dispose());

  const posts = () => service.requests.filter(({ method }) => method === 'POST');

  /** Runs a command of the second extension, and answers its question. */
  async function run(command: string, title: string, answer: string): Promise<void> {
    await workbench.runCommand(`Second Extension: ${command}`);
    await workbench.quickInput.answer(title, answer);
  }

  const openLink = (rest: string) => run('Open a Link', 'Path and query of the link', rest);
  const callTool = (input: object) => run('Call the Tool', 'Input of the tool', JSON.stringify(input));

  it('start a conversation with the API, and are told about it', async () => {
    const since = service.requests.length;
    await workbench.runCommand('Second Extension: Start a Conversation');
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { ...place, initial_user_msg: 'Say hello from the second extension' });
    const id = service.conversations.at(-1)?.id ?? '';
    const { message } = await workbench.notifications.waitFor(`The API answered ${id}.`);
    // Once more when the branches of its remote are saved.
    assert.match(message, /It told: will start Say hello from the second extension, sending(, sending)?, started\b/);
  });

  it('start a conversation with a link, once the user has reviewed the sheet', async () => {
    await sheet.open();
    await workbench.quickInput.type('Half a thought');
    await workbench.quickInput.escape();
    const since = service.requests.length;
    await openLink(
      `/start?initial_user_msg=${twice('Fix a & b')}&repository=${twice('group/name')}&git_provider=gitlab`,
    );
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Repository: group/name');
    await sheet.waitForMessage('Fix a & b');
    await workbench.notifications.waitFor('Filled in by a link. Review it before you start.');
    await workbench.screenshot('link');
    assert.equal(service.requests.length, since, 'nothing is sent by itself');
    await workbench.quickInput.accept();
    const { detail } = await workbench.dialog.waitFor('Start the conversation this link filled in?');
    await workbench.screenshot('link-question');
    for (const words of [service.url, 'group/name', 'gitlab', 'Fix a & b']) assert.ok(detail.includes(words), detail);
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Fix a & b');
    assert.equal(service.requests.length, since, 'nothing is sent by Enter alone');
    await workbench.quickInput.accept();
    await workbench.dialog.waitFor('Start the conversation this link filled in?');
    await workbench.dialog.click('Start');
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { initial_user_msg: 'Fix a & b', repository: 'group/name', git_provider: 'gitlab' });
  });

  it('ask about what a link filled in if its sheet was closed in between, and show a long text first', async () => {
    const { dialog, page, quickInput } = workbench;
    const instructions = `Be brief.\n${'And thorough.\n'.repeat(60)}Delete nothing.`;
    await openLink(`/start?conversation_instructions=${twice(instructions)}`);
    await sheet.waitForRow('Instructions: Be brief.');
    await quickInput.escape();
    await sheet.open();
    await sheet.waitForRow('Instructions: Be brief.', ({ description }) => description.endsWith('from a link'));
    await quickInput.fill('Fix it');
    const since = service.requests.length;
    await quickInput.accept();
    const before = await dialog.waitFor('Start the conversation this link filled in?');
    assert.ok(!before.buttons.includes('Start'), before.buttons.join());
    await workbench.screenshot('link-long-question');
    await dialog.click('Show Full Text');
    await workbench.editor.waitForText(/Instructions:\nBe brief\./);
    await workbench.screenshot('link-full-text');
    await page.keyboard.press('Escape');
    await dialog.waitFor('Start the conversation this link filled in?');
    assert.equal(service.requests.length, since, 'nothing is sent before the last word');
    await dialog.click('Start');
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { ...place, initial_user_msg: 'Fix it', conversation_instructions: instructions });
  });

  it('are told why a link is rejected', async () => {
    const before = posts().length;
    await openLink('/start?initial_user_msg=x&mcp_config={}');
    await workbench.notifications.waitFor('"mcp_config" can\'t be set by a link');
    await openLink('/stop');
    await workbench.notifications.waitFor('The link asks for "/stop", which isn\'t supported');
    assert.equal(posts().length, before);
  });

  it('start a conversation with the tool for language models, after a yes to everything that is sent', async () => {
    const since = service.requests.length;
    await callTool({ message: 'Fix **it**' });
    const { detail } = await workbench.dialog.waitFor('Start a conversation with a software agent?');
    await workbench.screenshot('tool-confirmation');
    for (const words of [service.url, 'octocat/Hello-World', 'main', 'Fix **it**'])
      assert.ok(detail.includes(words), detail);
    await workbench.page.keyboard.press('Enter');
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { ...place, initial_user_msg: 'Fix **it**' });
    await workbench.notifications.waitFor('The tool answered: The conversation has started.');
  });

  it('start nothing with the tool after a no, or with invalid input', async () => {
    const before = posts().length;
    await callTool({ message: 'Never' });
    await workbench.dialog.waitFor('Start a conversation with a software agent?');
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.waitFor(/It failed: .*Cancel/);
    await callTool({ message: 'Never', repository: 'x' });
    await workbench.notifications.waitFor('"repository" isn\'t valid');
    assert.equal(posts().length, before);
  });
});
