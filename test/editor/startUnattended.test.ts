import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { Slot } from '../../src/base/common/lifecycle';
import { systemClock } from '../../src/base/node/systemClock';
import { Redactor } from '../../src/base/common/redactor';
import { Configuration } from '../../src/service/vscode/configuration';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { DraftFolder } from '../../src/draft/vscode/drafts';
import { ServiceConnection } from '../../src/service/vscode/serviceConnection';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { SettingsStore } from '../../src/settings/vscode/settingsStore';
import { VscodeWorkspace } from '../../src/repository/vscode/workspace';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { drops } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { MementoFollowed } from '../../src/conversations/vscode/mementoFollowed';
import { MemoryState } from '../support/memoryState';
import { MemorySecrets } from '../support/memorySecrets';
import { oneMachine } from '../support/oneMachine';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

const sessionKey = 'unattended-key-9d';

describe('A start without a user', () => {
  let service: Service;
  let folder: string;
  let configuration: Configuration;
  let access: ServiceConnection;
  let keys: SessionKeys;
  let settings: SettingsStore;
  let history: ConversationJournal;
  let ports: StartPorts;

  beforeEach(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    await setServiceUrl(service.url);
    folder = await mkdtemp(path.join(tmpdir(), 'unattended-'));
    configuration = new Configuration();
    keys = new SessionKeys(new MemorySecrets(), new Redactor(), oneMachine);
    // Imported as late as the extension does: hostFetch.test.ts checks its effect on the host.
    access = new ServiceConnection(configuration, keys, async (options) =>
      (await import('../../src/client/node/client')).createClient(options),
    );
    const log = new RecordingLog();
    settings = new SettingsStore(access, log, new Redactor());
    history = new ConversationJournal(folder, log);
    let ids = 0;
    ports = {
      service: access,
      clock: systemClock,
      keys,
      workspace: new VscodeWorkspace(configuration, log),
      drafts: () => Promise.resolve(new DraftFolder(folder, log)),
      templates: () => Promise.reject(new Error('nobody asked for templates')),
      mcp: () => Promise.reject(new Error('nobody asked for MCP servers')),
      previews: () => Promise.reject(new Error('nothing is previewed')),
      rememberStart: () => undefined,
      redactor: new Redactor(),
      openSheet: new Slot(),
      providers: { providers: {}, remember: () => Promise.resolve() },
      settings,
      report: () => Promise.resolve(),
      onWillStart: () => undefined,
      history,
      followed: new MementoFollowed(new MemoryState(), oneMachine),
      log,
      newId: () => `start-${ids++}`,
      processId: process.pid,
      configuration,
    };
    await keys.set(new URL(service.url).origin, sessionKey);
  });

  afterEach(async () => {
    await access.dispose();
    settings.dispose();
    history.dispose();
    keys.dispose();
    configuration.dispose();
    await setServiceUrl(undefined);
    await service.close();
    await removeFolder(folder);
  });

  it('takes repository, provider and branch from the workspace, and returns what the service said', async () => {
    const response = await runStartCommand({ initial_user_msg: 'Fix it' }, ports);
    const [conversation] = service.conversations;
    assert.equal(response?.conversation_id, conversation?.id);
    assert.equal(response?.conversation_status, 'STARTING');
    assert.deepEqual(service.requests.at(-1)?.body, {
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
      initial_user_msg: 'Fix it',
    });
  });

  it('sends what it was given, and nothing from the workspace with another repository', async () => {
    await runStartCommand({ initial_user_msg: 'Fix it', repository: 'group/sub/other' }, ports);
    assert.deepEqual(service.requests.at(-1)?.body, { repository: 'group/sub/other', initial_user_msg: 'Fix it' });
  });

  it('sends no repository when told so', async () => {
    await runStartCommand({ initial_user_msg: 'Think', repository: null }, ports);
    assert.deepEqual(service.requests.at(-1)?.body, { initial_user_msg: 'Think' });
  });

  it('is remembered with what the service reported', async () => {
    await runStartCommand({ initial_user_msg: 'Remember me' }, ports);
    const [entry] = await history.load();
    assert.equal(entry?.outcome, 'started');
    assert.equal(entry.status, 'STARTING');
    assert.equal(entry.conversationId, service.conversations[0]?.id);
    assert.equal(entry.baseUrl, service.url);
  });

  it("rejects a field that the interface doesn't have, and sends nothing", async () => {
    await assert.rejects(runStartCommand({ initial_user_msg: 'x', colour: 'red' }, ports), /unknown field "colour"/);
    assert.equal(service.requests.length, 0);
  });

  it('rejects in a sentence if no key is set', async () => {
    await keys.clear(new URL(service.url).origin);
    await assert.rejects(
      runStartCommand({ initial_user_msg: 'x' }, ports),
      /^ExplainedError: No session key is set for http/,
    );
    assert.equal(service.requests.length, 0);
  });

  it("rejects in a sentence if the key is rejected, and doesn't send twice", async () => {
    await keys.set(new URL(service.url).origin, 'another-key');
    await assert.rejects(runStartCommand({ initial_user_msg: 'x' }, ports), /rejected the session key/);
    // The settings are read with the key, to tell a bad key from a repository without access.
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ['POST', 'GET'],
    );
  });

  it('says "may have started" if the connection broke after the request had been sent', async () => {
    service.misbehave('startConversation', drops('afterPerforming'));
    await assert.rejects(runStartCommand({ initial_user_msg: 'x' }, ports), /may have started anyway/);
    assert.equal((await history.load())[0]?.outcome, 'mayHaveStarted');
    assert.equal(service.requests.length, 1, 'it is never sent again by itself');
  });

  it('says "not started" if nothing listens', async () => {
    await service.close();
    await assert.rejects(
      runStartCommand({ initial_user_msg: 'x' }, ports),
      /^ExplainedError: Connection to 127\.0\.0\.1:\d+ refused\. Is the service running\?/,
    );
    assert.equal((await history.load())[0]?.outcome, 'notStarted');
  });
});

/** The setting of this machine. Workspaces can't set it. */
async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
