import type { Camera } from './camera';
import { Stage, wideAndNarrow } from './stage';

const group = 'agent server';
const task = 'Fix the parser';

/** A task on an agent server from its start to a follow-up, with an action to decide about; and a start that fails. */
export async function agentServerScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, { service: { api: 'agent' }, ...options });
    const { workbench, service, sheet, say } = stage;
    const { quickInput, dialog, notifications } = workbench;
    const { agents } = service;
    const take = (name: string) => stage.take(group, `${name}, ${width}`, 'window');

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
