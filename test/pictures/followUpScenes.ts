import type { Camera } from './camera';
import { Stage } from './stage';

const group = 'follow-up';

const english = {
  start: 'Start Conversation...',
  started: /Started|Running/,
  followUp: 'Send Follow-Up...',
  to: 'To: ',
  answer: 'Show Last Answer',
  preview: 'Preview Answer',
};

const german: typeof english = {
  start: 'Unterhaltung starten...',
  started: /Gestartet|Läuft/,
  followUp: 'Folgenachricht senden...',
  to: 'An: ',
  answer: 'Letzte Antwort anzeigen',
  preview: 'Vorschau der Antwort',
};

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
  for (const [kind, words, options] of [
    ['wide', english, {}],
    ['narrow', german, { size: { width: 600, height: 700 }, isGerman: true }],
  ] as const) {
    await using stage = await Stage.open(camera, { service: { api: 'v1' }, ...options });
    const { workbench, service, sheet } = stage;
    const { quickInput, editor } = workbench;
    const run = (title: string) => workbench.runCommand(`Agent: ${title}`);
    service.startTasks.goThrough('READY');
    await run(words.start);
    await sheet.waitForRow('Repository: octocat/');
    await quickInput.fill('Fix the parser');
    await sheet.waitForMessage('Fix the parser');
    await quickInput.accept();
    await workbench.statusBarItem().waitFor(words.started);
    await stage.clear();
    const id = service.startTasks.all[0]?.conversationId ?? '';
    service.events.act(id, { kind: 'TerminalAction', command: 'rm -rf build && npm run build' }, { summary: 'clean' });
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'waiting_for_confirmation' });
    await run(words.followUp);
    await sheet.waitForRow(words.to);
    await quickInput.fill('Keep the cache, please');
    await sheet.waitForMessage('Keep the cache, please');
    await stage.take(group, `sheet, ${kind}`, 'window');
    await quickInput.accept();
    await workbench.page.locator('.monaco-dialog-box').waitFor();
    await stage.take(group, `question, ${kind}`, 'window');
    await workbench.page.keyboard.press('Escape');
    await stage.clear();
    await run(words.answer);
    await workbench.page.locator('.editor-instance', { hasText: 'rm -rf' }).waitFor();
    await stage.take(group, `action, ${kind}`, 'window');
    service.events.observe(id, 'done');
    service.events.finish(id, said);
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'finished' });
    await run(words.answer);
    await editor.waitForText('Coverage');
    await stage.take(group, `answer, ${kind}`, 'window');
    await run(words.preview);
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
