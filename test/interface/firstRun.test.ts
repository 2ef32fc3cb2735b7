import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { endInWindow, hasPassed, sharedWindow } from './leftWindow';
import { ScreenReader } from './screenReader';
import { sheetFields } from './sheetFields';
import { bothEnds } from '../support/tags';

const sessionKey = marked('session-key');
const message = 'Fix the failing test in the parser';

const settingsOf = (url: string) => ({
  'agentConversations.serviceUrl': url,
  'agentConversations.conversationUrlTemplate': `${url}/{conversation_id}`,
  'agentConversations.httpClient': 'vscode',
  'http.proxy': url,
  'http.proxyAuthorization': 'Basic Zm9yZWlnbg==',
  'http.proxyStrictSSL': false,
});

// One story, told in order: each step depends on the one before.
bothEnds('Everyone does it.').describe('The first run', () => {
  let service: Service;
  /** Accepts every key, and would serve as a kind of proxy: the open folder wants requests to go there. */
  let foreign: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    foreign = await startService({ sessionKey: '', settings: sampleSettings });
    const arrange = async (folder: string) => {
      await mkdir(path.join(folder, '.vscode'));
      await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settingsOf(foreign.url)));
      await writeFile(path.join(folder, '.git', 'info', 'exclude'), '.vscode\n');
    };
    // In the browser host, pages of 127.0.0.1 open through the host's own proxy, those of another name as they are.
    const template = `${service.url.replace('127.0.0.1', 'agents.localhost')}/conversations/{conversation_id}`;
    const machineSettings = { 'agentConversations.conversationUrlTemplate': template };
    workbench = await Workbench.open({ ...sharedWindow, arrange, machineSettings });
    await workbench.openContainer('Agent Conversations');
  });

  after(async function () {
    await workbench.server.setMachineSettings({ 'agentConversations.serviceUrl': service.url });
    await endInWindow(workbench, service, { isFit: hasPassed(this), changesRepository: true });
    await foreign.close();
  });

  it('welcomes with the one thing to do in each view, and requests nothing from the service', async () => {
    await workbench.view('Service Settings').waitForWelcome(/session key/);
    await workbench.view('Conversations').waitForWelcome(/Start an OpenHands software agent/);
    const settings = await workbench.view('Service Settings').welcome();
    const conversations = await workbench.view('Conversations').welcome();
    await workbench.screenshot('first-run-1-welcome');
    assert.deepEqual(settings.buttons, ['Set Session Key']);
    assert.deepEqual(settings.links, ['Set the service URL', 'Take the tour']);
    assert.deepEqual(conversations.buttons, ['Start Conversation']);
    assert.equal((await workbench.statusBarItem().waitFor('Agent')).text, 'Agent');
    assert.equal(service.requests.length, 0);
  });

  it('tells a screen reader what to do in each view', async () => {
    const reader = new ScreenReader(workbench);
    // The actions of a view's title are there while the view has the focus.
    await workbench.runCommand('Agent Conversations: Focus on Conversations View');
    const actions = await reader.names(reader.view('Conversations'), 'button', 'Start Conversation...');
    assert.ok(actions.includes('Start Conversation'));
    assert.deepEqual(actions.slice(0, 2), ['Conversations - localhost:3000 Section', 'Start Conversation...']);
    // To a screen reader, links that run commands are buttons.
    const buttons = await reader.names(reader.view('Service Settings'), 'button', 'Set Session Key');
    assert.deepEqual(buttons.slice(-3), ['Set Session Key', 'Set the service URL', 'Take the tour']);
  });

  it('takes the service URL, and rejects an invalid one', async () => {
    await workbench.view('Service Settings').clickWelcome('Set the service URL');
    await workbench.quickInput.waitForTitle('Service URL');
    await workbench.quickInput.fill('service.example.com');
    await workbench.quickInput.waitForMessage(/This isn't a valid URL/);
    await workbench.quickInput.fill(`${service.url}/`);
    await workbench.quickInput.accept();
    const { password } = await workbench.quickInput.waitForTitle(`Session Key for ${service.url}`);
    assert.ok(password, 'the key is hidden while it is typed');
  });

  it('rejects a wrong key where it was typed', async () => {
    await workbench.quickInput.fill(marked('wrong-key'));
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForMessage(/rejected the session key.*SESSION_API_KEY/);
    await workbench.screenshot('first-run-2-wrong-key');
  });

  it('shows the settings as soon as the key is right', async () => {
    await workbench.quickInput.fill(sessionKey);
    await workbench.quickInput.accept();
    await workbench.view('Service Settings').waitForRow('Model');
    await workbench.view('Service Settings').waitForMessage(/^Loaded just now/);
    await workbench.screenshot('first-run-3-settings');
  });

  it('starts with palette, message and Enter, and sends exactly what the sheet showed', async () => {
    await workbench.runCommand('Agent: Start Conversation...');
    await workbench.quickInput.waitForTitle(`Start Conversation · ${service.url}`);
    await workbench.quickInput.type(message);
    await workbench.patience.until(
      'the repository on the sheet',
      () => workbench.quickInput.rows(),
      (rows) => rows.some(({ description }) => description.startsWith('Repository: octocat/')),
    );
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('first-run-4-sheet');
    await workbench.quickInput.accept();

    const request = await service.waitForRequest('startConversation');
    const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };
    assert.deepEqual([rows[0]?.label, sheetFields(rows)], ['Start', place]);
    assert.deepEqual(request.body, { ...place, initial_user_msg: message });
    assert.equal(request.headers['x-session-api-key'], sessionKey);
  });

  it('says that it started, in the status bar, the view and one notification', async () => {
    await workbench.notifications.waitFor('Conversation started in octocat/Hello-World on main.');
    await workbench.statusBarItem().waitFor('Agent: Starting');
    const shown = () => workbench.view('Conversations').text();
    const row = 'Fix the failing test in… · just now';
    await workbench.patience.until('the conversation in its view', shown, (text) => text === row);
    // VS Code shows the progress a little longer than it takes.
    const notifications = () => workbench.notifications.all();
    await workbench.patience.until('one notification', notifications, ({ length }) => length === 1);
    await workbench.screenshot('first-run-5-started');
  });

  it('opens the page of the conversation in the browser', async () => {
    await workbench.notifications.click('Conversation started', 'Open in Browser');
    const [conversation] = service.conversations;
    assert.equal(
      await workbench.waitForOpenedPage(),
      `${service.url.replace('127.0.0.1', 'agents.localhost')}/conversations/${conversation?.id}`,
    );
  });

  it('offers from the status bar what can be done with the conversation', async () => {
    await workbench.statusBarItem().click();
    await workbench.quickInput.waitForTitle(/^Starting · reported .* · Fix the failing test/);
    await workbench.quickInput.waitForRow('Show Log');
    await workbench.screenshot('first-run-6-status-menu');
    await workbench.quickInput.pick('Copy Conversation ID');
    await workbench.quickInput.waitForClosed();
    const [conversation] = service.conversations;
    const copied = () => workbench.clipboard();
    await workbench.patience.until('the id on the clipboard', copied, (text) => text === conversation?.id);
  });

  it('still has everything after the window was reloaded', async () => {
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Conversations').waitForRow(message);
    await workbench.view('Service Settings').waitForRow('Model');
    await workbench.statusBarItem().waitFor('Agent: Starting');
    await workbench.screenshot('first-run-7-reloaded');
  });

  it('has sent nothing to where the settings of the workspace lead', () => assert.deepEqual(foreign.requests, []));

  it('has sent nothing in all this time but the two kinds of requests of the interface', () => {
    const sent = service.requests.filter(({ headers, path }) => 'x-session-api-key' in headers || /api/.test(path));
    const kinds = new Set(sent.map(({ method, path }) => `${method} ${path}`));
    assert.deepEqual([...kinds].sort(), ['GET /api/settings', 'POST /api/conversations']);
  });

  // The workbench searches the log when it's disposed of, too.
  it('has all of it in the log, without the session key', async () => {
    await workbench.runCommand('Agent: Show Log');
    await workbench.editor.waitForOutput(/Settings loaded/);
    await workbench.screenshot('first-run-8-log');
  });
});
