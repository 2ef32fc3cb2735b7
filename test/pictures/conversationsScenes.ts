import { newerStates, unusualNames, weekOfWork } from './sampleConversations';
import type { Camera } from './camera';
import { Stage, wideAndNarrow } from './stage';

/** The conversations view with different contents. */
export async function conversationsScenes(stage: Stage): Promise<void> {
  const { workbench } = stage;
  const { quickInput } = workbench;
  const view = workbench.view('Conversations');
  await workbench.openContainer('Agent Conversations');
  await view.waitForWelcome('Start an OpenHands software agent');
  await workbench.view('Service Settings').waitForRow('Model');
  await stage.take('conversations', 'empty', 'sideBar');

  await stage.remember(weekOfWork);
  await stage.take('conversations', 'a week of work', 'sideBar');
  await stage.run('Open Conversation in Browser');
  await quickInput.waitForRows();
  await stage.take('conversations', 'which one', 'quickInput');
  await stage.clear();
  await view.click('Speed up the build');
  await quickInput.waitForRow('Show Log');
  await stage.take('conversations', 'menu of one', 'quickInput');
  await stage.clear();
  const row = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Speed up the build' });
  await stage.takeTooltip('conversations', row, { x: 0, y: 0, width: 800, height: 500 });
  await stage.forget();

  await stage.remember(newerStates);
  await stage.take('conversations', 'states of newer services', 'sideBar');
  await stage.forget();
  await stage.remember(unusualNames);
  await stage.take('conversations', 'unusual names, and two services', 'sideBar');
  await stage.forget();
}

const barHeight = 30;

/** The item in the status bar in each of its states, its tooltip and its menu. */
export async function statusBarScenes(stage: Stage): Promise<void> {
  const { workbench } = stage;
  const { height } = workbench.page.viewportSize()!;
  const bar = { x: 0, y: height - barHeight, width: 800, height: barHeight };
  const takeMenu = async (name: string) => {
    await workbench.statusBarItem().click();
    await workbench.quickInput.waitForRow('Show Log');
    await stage.take('status bar', `menu, ${name}`, 'quickInput');
    await stage.clear();
  };
  await stage.rest();
  await workbench.openContainer('Agent Conversations');
  await stage.take('status bar', 'none', bar);
  await takeMenu('none');
  const hostile = '$(zap) \u202Egniw\u202C a very long state that no interface has ever heard of, $(alert)';
  for (const look of [...weekOfWork, { message: 'Hostile', status: hostile }]) {
    await stage.remember([look]);
    await workbench.statusBarItem().waitFor(/Agent: \S/);
    await stage.take('status bar', look.message, bar);
    if (look.outcome === 'mayHaveStarted') {
      const item = workbench.page.locator('.statusbar-item[id$="agentConversations.status"] a');
      await stage.takeTooltip('status bar', item, { ...bar, y: bar.y - 150, height: barHeight + 150 });
    }
    if (look.status === 'STARTING' || look.outcome === 'notStarted') await takeMenu(look.message);
    await stage.forget();
    await workbench.statusBarItem().waitFor(/^Agent$/);
  }
}

const task = 'Fix the parser';

const said = `**Fixed.** The parser no longer stops at \`a[0]\`: see [the change](https://git.example/c/1).

1. Add a case for it:
   \`\`\`ts
   if (token.kind === 'bracket') return parseIndex(token);
   \`\`\`
2. Run the tests

| File | Lines |
| --- | --- |
| \`src/parser.ts\` | 12 |

![Coverage](https://img.example/coverage.png) <b>All green</b>`;

/**
 * A task on an agent server from its start to a follow-up, with an action to decide about, and the answer; and a start that
 * fails.
 */
export async function agentServerScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options, { api: 'agent' });
    const { workbench, service, sheet } = stage;
    const { quickInput, dialog, notifications } = workbench;
    const { agents } = service;
    const take = (name: string) => stage.take('agent server', `${name}, ${width}`, 'window');

    await workbench.openContainer('Agent Conversations');
    await stage.write(task);
    await sheet.waitForRow('Clone: ');
    await take('sheet');
    await quickInput.accept();
    await notifications.waitFor('Conversation started in');
    await take('started');
    await stage.clear();
    const id = agents.all[0]?.id ?? '';

    const action = { kind: 'TerminalAction', command: 'rm -rf build && npm run build' };
    agents.events.act(id, action, { summary: 'Build from scratch', security_risk: 'HIGH' });
    agents.report(id, 'waiting_for_confirmation');
    await stage.run('Show Last Answer');
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await take('waiting action');
    await stage.run('Send Follow-Up...');
    await sheet.waitForRow(`To: ${task}`);
    await stage.fill('Keep the cache, please');
    await take('follow-up');
    await quickInput.accept();
    await dialog.waitFor('Send a message while an action is waiting for your confirmation?');
    await take('question before a follow-up');
    await workbench.page.keyboard.press('Escape');
    await stage.clear();
    await stage.run('Confirm or Reject Action...');
    await dialog.waitFor('Confirm the action that waits in');
    await take('question');
    await dialog.choose('Reject Action...');
    await quickInput.waitForTitle('Reject Action');
    await quickInput.fill('Keep the cache.');
    await take('reason');
    await quickInput.accept();
    const statusBar = () => workbench.page.locator('.part.statusbar').innerText();
    await workbench.patience.until('the end of it', statusBar, (text) => text.includes('Rejected the action'));

    agents.events.finish(id, said);
    agents.report(id, 'finished');
    await stage.run('Show Last Answer');
    await workbench.editor.waitForText('Coverage');
    await take('answer');
    await stage.run('Preview Answer');
    const tables = async () => {
      const bodies = workbench.page.frames().map((frame) => frame.locator('.markdown-body table').count());
      return Math.max(...(await Promise.all(bodies)));
    };
    await workbench.patience.until('the preview', tables, (count) => count > 0);
    await take('preview');

    agents.profiles = agents.profiles.map((profile) => ({ ...profile, hasModel: false }));
    await stage.write(task);
    await quickInput.accept();
    await notifications.waitFor('Not started.');
    await take('profile without its model');
  }
}
