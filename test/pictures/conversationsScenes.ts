import { newerStates, sampleConversation, unusualNames, weekOfWork } from './sampleConversations';
import type { Stage } from './stage';

const group = 'conversations';

/** The conversations view with different contents. */
export async function conversationsScenes(stage: Stage): Promise<void> {
  const { workbench, history } = stage;
  const view = workbench.view('Conversations');
  await workbench.openContainer('Agent Conversations');
  await view.waitForWelcome('Start an OpenHands software agent');
  await workbench.view('Service Settings').waitForRow('Model');
  await stage.take(group, 'empty', 'sideBar');

  const week = weekOfWork.map(sampleConversation);
  await history.remember(week);
  await view.waitForRow('Upgrade the linter');
  await view.waitForRow('Greet in the language of the user');
  await stage.take(group, 'a week of work', 'sideBar');
  await workbench.runCommand('Agent: Open Conversation in Browser');
  await workbench.quickInput.waitForRows();
  await stage.take(group, 'which one', 'quickInput');
  await stage.clear();
  await view.click('Speed up the build');
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take(group, 'menu of one', 'quickInput');
  await stage.clear();
  const row = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Speed up the build' });
  await stage.takeTooltip(group, row, { x: 0, y: 0, width: 800, height: 500 });

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
  await stage.take(group, 'two services', 'sideBar');
  await history.forget([...week, ...elsewhere].map(({ id }) => id));

  const newer = newerStates.map(sampleConversation);
  await history.remember(newer);
  await view.waitForRow('Upgrade the linter');
  await stage.take(group, 'states of newer services', 'sideBar');
  await history.forget(newer.map(({ id }) => id));

  const unusual = unusualNames.map(sampleConversation);
  await history.remember(unusual);
  await view.waitForRow(/^Pneumono/);
  await stage.take(group, 'unusual names', 'sideBar');
  await history.forget(unusual.map(({ id }) => id));
}
