import type { Camera } from './camera';
import { Stage, wideAndNarrow } from './stage';

const group = 'follow-up';

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
    await stage.take(group, `sheet, ${kind}`, 'window');
    await quickInput.accept();
    await dialog.waitFor(say('Send a message while an action is waiting for your confirmation?'));
    await stage.take(group, `question, ${kind}`, 'window');
    await workbench.page.keyboard.press('Escape');
    await stage.clear();
    await stage.run('Show Last Answer');
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await stage.take(group, `action, ${kind}`, 'window');
    service.events.observe(id, 'done');
    service.events.finish(id, said);
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'finished' });
    await stage.run('Show Last Answer');
    await editor.waitForText('Coverage');
    await stage.take(group, `answer, ${kind}`, 'window');
    await stage.run('Preview Answer');
    await workbench.patience.until(
      'the preview',
      async () => {
        const bodies = workbench.page.frames().map((frame) => frame.locator('.markdown-body table').count());
        return Math.max(...(await Promise.all(bodies)));
      },
      (tables) => tables > 0,
    );
    await stage.take(group, `preview, ${kind}`, 'window');
  }
}
