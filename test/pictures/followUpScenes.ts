import type { Camera } from './camera';
import { Stage } from './stage';

const group = 'follow-up';

/** The sheet of a message to a conversation on a newer service, and what is asked before it is sent; wide and narrow. */
export async function followUpScenes(camera: Camera): Promise<void> {
  for (const [kind, size] of [['wide'], ['narrow', { width: 600, height: 700 }]] as const) {
    await using stage = await Stage.open(camera, { service: { api: 'v1' }, ...(size && { size }) });
    const { workbench, service, sheet } = stage;
    const { quickInput } = workbench;
    service.startTasks.goThrough('READY');
    await sheet.open();
    await quickInput.fill('Fix the parser');
    await sheet.waitForMessage('Fix the parser');
    await quickInput.accept();
    await workbench.statusBarItem().waitFor(/Started|Running/);
    await stage.clear();
    const id = service.startTasks.all[0]?.conversationId ?? '';
    service.events.act(id, { kind: 'TerminalAction', command: 'rm -rf build && npm run build' }, { summary: 'clean' });
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'waiting_for_confirmation' });
    await workbench.runCommand('Agent: Send Follow-Up...');
    await sheet.waitForRow('A message carries out');
    await quickInput.fill('Keep the cache, please');
    await sheet.waitForMessage('Keep the cache, please');
    await stage.take(group, `sheet, ${kind}`, 'window');
    await quickInput.accept();
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    await stage.take(group, `question, ${kind}`, 'window');
    await workbench.page.keyboard.press('Escape');
    await stage.clear();
    await workbench.runCommand('Agent: Show Last Answer');
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await stage.take(group, `answer, ${kind}`, 'window');
  }
}
