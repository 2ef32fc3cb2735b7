import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { windowSettings } from '../host/windowSettings';
import { answers, holds, type Fault } from '../service/faults';
import { minimalSettings, sampleSettings } from '../service/sampleSettings';
import { internalServerError, newerServer } from '../service/realServers';
import { freeAddress } from '../support/freeAddress';
import { cameraSettings } from './camera';
import { stageKey, type Stage } from './stage';

/** Settings from a service: more than fits, longer than fits, and from right to left. */
const unusualSettings = {
  ...minimalSettings,
  llm_model: 'openrouter/a-maker-of-models/a-model-with-a-name-that-is-longer-than-any-side-bar-is-wide-2026-11-22',
  llm_base_url:
    'https://a-gateway-with-a-long-name.eu-central-1.models.a-company.example.com:8443/openai/deployments/v1',
  agent: 'وكيل البرمجة',
  git_user_name: 'עדה לאבלייס (Ada)',
  git_user_email: '',
  provider_tokens_set: { github: null, gitlab: 'gitlab.a-company-with-a-long-name.example.com', bitbucket: null },
  mcp_config: {
    shttp_servers: Array.from({ length: 40 }, (_, index) => ({ url: `https://tools-${index}.example.com/mcp` })),
  },
  a_field_that_this_version_of_the_extension_has_never_heard_of: { deeply: { nested: { value: true } } },
};

/** The settings view with different contents. */
export async function settingsScenes(stage: Stage): Promise<void> {
  const { workbench, service } = stage;
  const view = workbench.view('Service Settings');
  await workbench.openContainer('Agent Conversations');
  await view.waitForRow('Model');
  await stage.take('settings', 'loaded', 'sideBar');
  const row = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Memory condensation' });
  await stage.takeTooltip('settings', row, { x: 0, y: 0, width: 800, height: 700 });

  service.misbehave('loadSettings', internalServerError());
  await view.clickTitleAction('Refresh Settings');
  await view.waitForMessage(/Last loaded/);
  await stage.take('settings', 'stale', 'window');

  service.setRawSettings(unusualSettings);
  await view.clickTitleAction('Refresh Settings');
  await view.waitForRow('Other');
  await stage.take('settings', 'unusual values', 'sideBar');
  await view.expand('Git providers');
  await view.expand('Configured servers');
  await view.expand('HTTP servers');
  await stage.take('settings', 'unusual values, opened', 'sideBar');
  service.setSettings(sampleSettings);
  await view.clickTitleAction('Refresh Settings');
  await view.waitForRow(/^Language model/);
}

/** States in which nothing can be shown: the text of each welcome view, and its buttons. Leaves no key behind. */
export async function welcomeScenes(stage: Stage): Promise<void> {
  const { workbench, service } = stage;
  const { quickInput, patience } = workbench;
  const view = workbench.view('Service Settings');
  await workbench.openContainer('Agent Conversations');

  /** Entering the key again discards what was loaded with the old one. */
  const enterKey = async (origin: string) => {
    const title = `Session Key for ${origin}`;
    await stage.run('Set Session Key...');
    await quickInput.answer(title, stageKey);
    await patience.until(
      'the key to be kept',
      async () => {
        const open = await quickInput.state();
        // It warns, and another Enter saves the key anyway.
        if (/Press Enter again/.test(open?.message ?? '')) await quickInput.accept();
        return open?.title;
      },
      (open) => open !== title,
    );
  };

  /** Reloads the window with other settings: it reads their files when it is loaded, and not again. */
  const useAddress = async (address: string, user: Readonly<Record<string, unknown>> = {}) => {
    await workbench.server.setMachineSettings({ 'agentConversations.serviceUrl': address });
    const userFile = path.join(workbench.server.dataFolder, 'data', 'User', 'settings.json');
    await writeFile(userFile, JSON.stringify({ ...windowSettings, ...cameraSettings, ...user }));
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
  };

  const answering: readonly (readonly [name: string, fault: Fault, text: RegExp])[] = [
    ['no settings yet', answers(404, { error: 'Settings not found' }), /no settings for you yet/],
    ['another kind of service', newerServer.loadSettings, /isn't a supported OpenHands server/],
    ['failed', internalServerError(), /couldn't be loaded/],
  ];
  for (const [name, fault, text] of answering) {
    const lasting = service.misbehave('loadSettings', fault, { times: Infinity });
    await enterKey(service.url);
    await view.waitForWelcome(text);
    await stage.clear();
    await stage.take('welcome', name, 'sideBar');
    lasting.dispose();
  }

  const waiting = holds({ performs: false });
  service.misbehave('loadSettings', waiting);
  await stage.run('Refresh Settings');
  await waiting.reached;
  await view.waitForMessage(/Loading/);
  await stage.take('welcome', 'loading', 'sideBar');
  waiting.release();
  await view.waitForRow('Model');

  const nowhere = await freeAddress();
  await useAddress(nowhere);
  await view.waitForWelcome(/No session key is set/);
  await stage.take('welcome', 'no key', 'sideBar');
  await enterKey(nowhere);
  await view.waitForWelcome(/can't be reached/);
  await stage.clear();
  await stage.take('welcome', 'unreachable', 'sideBar');

  await useAddress('agents.example.com', { 'git.enabled': false });
  await view.waitForWelcome(/isn't valid/);
  await workbench.view('Conversations').waitForWelcome(/Git is disabled/);
  await stage.take('welcome', 'bad address, and Git switched off', 'sideBar');
}
