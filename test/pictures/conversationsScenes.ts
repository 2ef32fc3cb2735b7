import { newerStates, sampleConversation, unusualNames, weekOfWork, conversationStates } from './sampleConversations';
import { Stage, wideAndNarrow } from './stage';
import type { Camera } from './camera';

/** The conversations view with different contents. */
export async function conversationsScenes(stage: Stage): Promise<void> {
  const { workbench, history } = stage;
  const view = workbench.view('Conversations');
  await workbench.openContainer('Agent Conversations');
  await view.waitForWelcome('Start an OpenHands software agent');
  await workbench.view('Service Settings').waitForRow('Model');
  await stage.take('conversations', 'empty', 'sideBar');

  const week = weekOfWork.map(sampleConversation);
  await history.remember(week);
  await view.waitForRow('Upgrade the linter');
  await view.waitForRow('Greet in the language of the user');
  await stage.take('conversations', 'a week of work', 'sideBar');
  await workbench.runCommand('Agent: Open Conversation in Browser');
  await workbench.quickInput.waitForRows();
  await stage.take('conversations', 'which one', 'quickInput');
  await stage.clear();
  await view.click('Speed up the build');
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take('conversations', 'menu of one', 'quickInput');
  await stage.clear();
  const row = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Speed up the build' });
  await stage.takeTooltip('conversations', row, { x: 0, y: 0, width: 800, height: 500 });

  const other = {
    baseUrl: 'https://agents.a-company-with-a-long-name.example.com:8443/team/agents',
    status: 'RUNNING',
  };
  const elsewhere = [
    sampleConversation({ ...other, message: 'Translate the manual' }),
    sampleConversation({ ...other, message: 'Count the failed logins', status: 'STOPPED', age: 3_600_000 }),
  ];
  await history.remember(elsewhere);
  await view.waitForRow('Translate the manual');
  await stage.take('conversations', 'two services', 'sideBar');
  await history.forget([...week, ...elsewhere].map(({ id }) => id));

  const newer = newerStates.map(sampleConversation);
  await history.remember(newer);
  await view.waitForRow('Upgrade the linter');
  await stage.take('conversations', 'states of newer services', 'sideBar');
  await history.forget(newer.map(({ id }) => id));

  const unusual = unusualNames.map(sampleConversation);
  await history.remember(unusual);
  await view.waitForRow(/^Pneumono/);
  await stage.take('conversations', 'unusual names', 'sideBar');
  await history.forget(unusual.map(({ id }) => id));
}

const statusBarHeight = 22;

/** The item in the status bar in each of its states, its tooltip and its menu. */
export async function statusBarScenes(stage: Stage): Promise<void> {
  const { workbench, history } = stage;
  const { height } = workbench.page.viewportSize()!;
  const bar = { x: 0, y: height - statusBarHeight - 8, width: 800, height: statusBarHeight + 8 };
  await stage.rest();
  await stage.take('status bar', 'none', bar);
  for (const [name, look] of Object.entries(conversationStates)) {
    const conversation = sampleConversation(look);
    await history.remember([conversation]);
    await workbench.statusBarItem().waitFor(/Agent: \S/);
    await stage.take('status bar', name, bar);
    if (name === 'may have started') {
      const item = workbench.page.locator('.statusbar-item[id$="agentConversations.status"] a');
      await stage.takeTooltip('status bar', item, { ...bar, y: bar.y - 150, height: bar.height + 150 });
    }
    if (name === 'starting' || name === 'not started') {
      await workbench.statusBarItem().click();
      await workbench.quickInput.waitForRow('Show Log');
      await stage.take('status bar', `menu, ${name}`, 'quickInput');
      await stage.clear();
    }
    await history.forget([conversation.id]);
    await workbench.statusBarItem().waitFor(/^Agent$/);
  }
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take('status bar', 'menu, none', 'quickInput');
  await stage.clear();
}

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
 * The sheet of a message to a conversation on a newer service, what is asked before it is sent, and the agent's answer;
 * wide, and narrow in German.
 */
export async function followUpScenes(camera: Camera): Promise<void> {
  for (const [kind, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, { service: { api: 'v1' }, ...options });
    const { workbench, service, sheet, say } = stage;
    const { quickInput, editor, dialog, notifications } = workbench;
    service.startTasks.goThrough('READY');
    await stage.write('Fix the parser');
    await quickInput.accept();
    await notifications.waitFor(say('Conversation started in {0}.', stage.place));
    await stage.clear();
    const id = service.startTasks.all[0]?.conversationId ?? '';
    service.events.act(id, { kind: 'TerminalAction', command: 'rm -rf build && npm run build' }, { summary: 'clean' });
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'waiting_for_confirmation' });
    await stage.run('Send Follow-Up...');
    await sheet.waitForRow(say('To: {0}', 'Fix the parser'));
    await quickInput.fill('Keep the cache, please');
    await sheet.waitForMessage('Keep the cache, please');
    await stage.take('follow-up', `sheet, ${kind}`, 'window');
    await quickInput.accept();
    await dialog.waitFor(say('Send a message while an action is waiting for your confirmation?'));
    await stage.take('follow-up', `question, ${kind}`, 'window');
    await workbench.page.keyboard.press('Escape');
    await stage.clear();
    await stage.run('Show Last Answer');
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await stage.take('follow-up', `action, ${kind}`, 'window');
    service.events.observe(id, 'done');
    service.events.finish(id, said);
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'finished' });
    await stage.run('Show Last Answer');
    await editor.waitForText('Coverage');
    await stage.take('follow-up', `answer, ${kind}`, 'window');
    await stage.run('Preview Answer');
    await workbench.patience.until(
      'the preview',
      async () => {
        const bodies = workbench.page.frames().map((frame) => frame.locator('.markdown-body table').count());
        return Math.max(...(await Promise.all(bodies)));
      },
      (tables) => tables > 0,
    );
    await stage.take('follow-up', `preview, ${kind}`, 'window');
  }
}

const task = 'Fix the parser';

/** A task on an agent server from its start to a follow-up, with an action to decide about; and a start that fails. */
export async function agentServerScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, { service: { api: 'agent' }, ...options });
    const { workbench, service, sheet, say } = stage;
    const { quickInput, dialog, notifications } = workbench;
    const { agents } = service;
    const take = (name: string) => stage.take('agent server', `${name}, ${width}`, 'window');

    await workbench.openContainer('Agent Conversations');
    await stage.write(task);
    await sheet.waitForRow(`${say('Clone')}: `);
    await take('sheet');
    await quickInput.accept();
    await notifications.waitFor(say('Conversation started in {0}.', stage.place));
    await take('started');
    await stage.clear();
    const id = agents.all[0]?.id ?? '';
    agents.report(id, 'running');
    await stage.run('Refresh Status');
    await workbench.statusBarItem().waitFor(`Agent: ${say('Running')}`);
    await take('working');

    agents.events.act(
      id,
      { kind: 'TerminalAction', command: 'rm -rf build && npm run build' },
      { summary: 'Build from scratch', security_risk: 'HIGH' },
    );
    agents.report(id, 'waiting_for_confirmation');
    await stage.run('Show Last Answer');
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await take('waiting action');
    await stage.run('Confirm or Reject Action...');
    await dialog.waitFor(say('Confirm the action that waits in "{0}"?', task));
    await take('question');
    await dialog.choose(say('Reject Action...'));
    await quickInput.waitForTitle(say('Reject Action'));
    await quickInput.fill('Keep the cache.');
    await take('reason');
    await quickInput.accept();
    const statusBar = () => workbench.page.locator('.part.statusbar').innerText();
    const rejected = say('$(check) Rejected the action of "{0}"', task).replace('$(check) ', '');
    await workbench.patience.until('the end of it', statusBar, (text) => text.includes(rejected));
    await take('rejected');

    agents.report(id, 'finished');
    await stage.run('Send Follow-Up...');
    await sheet.waitForRow(say('To: {0}', task));
    await quickInput.fill('Now add a test for it');
    await sheet.waitForMessage('Now add a test for it');
    await take('follow-up');
    await stage.clear();

    agents.profiles = agents.profiles.map((profile) => ({ ...profile, hasModel: false }));
    await stage.write(task);
    await quickInput.accept();
    await notifications.waitFor(say('Not started. {0}', ''));
    await take('profile without its model');
  }
}
