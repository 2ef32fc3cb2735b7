import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
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
  const folder = new TemporaryFolder('secrets');
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

  sheetBench({ prepare }, (bench) => ({ workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  after(() => folder.dispose());

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
