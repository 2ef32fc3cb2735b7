import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import { altersAnswer } from '../service/faults';
import { sampleSettings, settingsWithUnknownFields } from '../service/sampleSettings';
import type { Service } from '../service/service';
import { answersWithSecrets } from '../support/answersWithSecrets';
import { marked } from '../support/markedSecrets';
import type { Sheet } from './sheet';
import { benchKey, sheetBench } from './sheetBench';

const mcpFile = JSON.stringify({
  servers: {
    search: {
      command: 'npx',
      args: ['-y', 'search-server', '--token', marked('mcp-file-argument')],
      env: { SEARCH_KEY: marked('mcp-file-env') },
    },
    issues: {
      type: 'http',
      url: `https://octocat:${marked('mcp-file-password')}@issues.example.com/mcp?key=${marked('mcp-file-query')}`,
      headers: { Authorization: `Bearer ${marked('mcp-file-bearer')}`, 'X-Key': marked('mcp-file-header') },
    },
  },
});

/** One of each kind that editor/secrets.test.ts covers in full: of fields, of a text, of an address. */
const kinds = ['a 422 that repeats its input', 'a 403 in plain text', 'a redirect'];

// When the workbench is disposed of, everything shown, copied, logged or saved is searched. One story, told in order.
describe('Secrets planted wherever a service or a file can put them', () => {
  const folder = new TemporaryFolder('secrets');
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const prepare = async (begun: Service): Promise<WorkbenchOptions> => {
    const repository = await makeSampleRepository(folder.path);
    const withToken = `https://octocat:${marked('remote-token')}@github.com/octocat/Hello-World.git`;
    await repository.git('remote', 'set-url', 'origin', withToken);
    await repository.git('remote', 'add', 'mirror', `https://${marked('mirror-token')}@git.example.com/a/b.git`);
    await mkdir(path.join(repository.path, '.vscode'));
    await writeFile(path.join(repository.path, '.vscode', 'mcp.json'), mcpFile);
    begun.setRawSettings({ ...settingsWithUnknownFields, ...sampleSettings, llm_api_key_set: true });
    return {
      folder: repository.path,
      size: { width: 1280, height: 1600 },
      machineSettings: {
        'http.proxy': `http://octocat:${marked('proxy-password')}@127.0.0.1:9`,
        'http.proxyAuthorization': `Basic ${marked('proxy-authorization')}`,
        'http.noProxy': ['127.0.0.1'],
      },
    };
  };

  sheetBench({ prepare }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  after(() => folder.dispose());

  it('stay out of the settings, their tooltips and what is copied from them', async () => {
    const view = workbench.view('Settings');
    await view.waitForRow('Model');
    await view.expandAll();
    for (const label of ['Model URL', 'Model API key', 'Stored secrets', 'fetch', 'FETCH_TOKEN', 'extra_api_key'])
      await view.tooltip(label);
    // A secret has nothing to copy.
    await view.chooseFromContextMenu('Model URL', 'Copy Value');
    await workbench.patience.until(
      'the address on the clipboard',
      () => workbench.clipboard(),
      (text) => text === 'https://llm.example.com/v1',
    );
    await workbench.screenshot('secrets-1-settings');
  });

  it('stay out of the review sheet, its preview and its command', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Use them');
    await sheet.add('MCP servers');
    await workbench.quickInput.waitForTitle('MCP Servers');
    for (const name of ['search', 'issues']) {
      await workbench.quickInput.pick(name);
    }
    await workbench.screenshot('secrets-2-servers');
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('MCP servers: ');
    await workbench.screenshot('secrets-3-sheet');
    await sheet.add('Preview Request');
    await workbench.editor.waitForText('"initial_user_msg": "Use them"');
    await workbench.screenshot('secrets-4-preview');
    await workbench.runCommand('Agent: Back to Review');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.add('Copy as cURL');
    await workbench.notifications.waitFor(/^cURL command copied/);
    assert.match(await workbench.clipboard(), /^curl /);
  });

  const faults = answersWithSecrets({ sessionKey: benchKey, sent: marked('mcp-file-env') });
  for (const [what, fault] of faults.filter(([name]) => kinds.includes(name))) {
    it(`stay out of what is said about ${what}`, async () => {
      service.misbehave('startConversation', fault());
      const since = service.requests.length;
      await sheet.open();
      await workbench.quickInput.accept();
      const { body } = await service.waitForRequest('startConversation', { since });
      assert.ok(JSON.stringify(body).includes(marked('mcp-file-env')), 'the service gets what was ticked');
      await workbench.patience.until(
        'the error',
        () => workbench.notifications.all(),
        (shown) => shown.some(({ severity }) => severity !== 'info' && severity !== 'none'),
      );
      service.misbehave('loadSettings', fault());
      await workbench.runCommand('Agent: Refresh Settings');
      await workbench.view('Settings').waitForMessage(/loaded/i);
    });
  }

  it('are in one response of each kind', () => {
    assert.deepEqual(
      kinds.filter((kind) => !faults.some(([name]) => name === kind)),
      [],
    );
  });

  it('stay out of what is saved of a conversation that was started', async () => {
    const withSecrets = (value: unknown) => ({ ...(value as object), message: `Ready for ${benchKey}` });
    service.misbehave('startConversation', altersAnswer(withSecrets));
    await sheet.open();
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor(/^Conversation started/);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.view('Conversations').tooltip(/^Use them/);
    await workbench.runCommand('Agent: Show Log');
    await workbench.editor.waitForOutput(/Conversation started/);
    await workbench.screenshot('secrets-5-log');
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Conversations').waitForRow(/^Use them/);
  });

  it('stay out of the question for the URL that replaces one with a password', async () => {
    const settings = path.join(workbench.server.dataFolder, 'data', 'Machine', 'settings.json');
    const address = service.url.replace('//', `//octocat:${marked('address-password')}@`);
    const kept = JSON.parse(await readFile(settings, 'utf8')) as object;
    await writeFile(
      settings,
      JSON.stringify({ ...kept, 'agentConversations.serviceUrl': `${address}?key=${benchKey}` }),
    );
    await workbench.view('Settings').waitForWelcome(/The service URL isn't valid/);
    await workbench.runCommand('Agent: Set Service URL...');
    await workbench.quickInput.waitForTitle('Service URL');
    const [offered] = await workbench.quickInput.waitForRows();
    await workbench.screenshot('secrets-6-address');
    assert.ok(offered?.description.startsWith(service.url), offered?.description);
  });
});
