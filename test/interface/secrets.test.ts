import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitIn } from '../host/sampleRepository';
import type { Workbench } from '../host/workbench';
import { sampleSettings, settingsWithUnknownFields } from '../service/sampleSettings';
import type { Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

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

// When the workbench is disposed of, everything shown, copied, logged or saved is searched. One story, told in order.
describe('Secrets planted wherever a service or a file can put them', () => {
  let workbench: Workbench;
  let sheet: Sheet;

  const arrange = async (begun: Service, { folder, recorder, server }: Workbench) => {
    const planted = [
      path.join(folder!, '.git', 'config'),
      path.join(folder!, '.vscode', 'mcp.json'),
      server.machineFile,
    ];
    for (const file of planted) recorder.expectIn(file);
    const git = gitIn(folder!);
    const withToken = `https://octocat:${marked('remote-token')}@github.com/octocat/Secrets.git`;
    await git('remote', 'set-url', 'origin', withToken);
    await git('remote', 'add', 'mirror', `https://${marked('mirror-token')}@git.example.com/a/b.git`);
    await mkdir(path.join(folder!, '.vscode'));
    await writeFile(path.join(folder!, '.vscode', 'mcp.json'), mcpFile);
    await server.setMachineSettings({
      'agentConversations.serviceUrl': begun.url,
      'agentConversations.conversationInstructions': 'Be brief',
      'http.proxy': `http://octocat:${marked('proxy-password')}@127.0.0.1:9`,
      'http.proxyAuthorization': `Basic ${marked('proxy-authorization')}`,
      'http.noProxy': ['127.0.0.1'],
    });
    begun.setRawSettings({ ...settingsWithUnknownFields, ...sampleSettings, llm_api_key_set: true });
  };

  sheetBench(
    { arrange, size: { width: 1280, height: 1600 }, isGuest: 'last' },
    (bench) => ({ workbench, sheet } = bench),
  );

  before(async () => {
    await workbench.openContainer('Agent Conversations');
    // A window hears a while later of what was written.
    await workbench.patience.until(
      'what has the secrets in it on the sheet',
      async () => (await sheet.glance()).map(({ description }) => description).join('\n'),
      (rows) => rows.includes('Repository: octocat/Secrets') && rows.includes('Instructions: Be brief'),
    );
    await workbench.runCommand('Agent: Refresh Settings');
    await workbench.view('Service Settings').waitForRow('Model');
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
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('MCP servers: ');
    await workbench.screenshot('secrets-3-sheet');
    await sheet.add('Preview Request');
    await workbench.editor.waitForText('"initial_user_msg": "Use them"');
    await workbench.screenshot('secrets-4-preview');
    await workbench.runCommand('Agent: Back to Review Sheet');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.add('Copy as cURL');
    await workbench.notifications.waitFor(/^cURL command copied/);
    assert.match(await workbench.clipboard(), /^curl /);
  });
});
