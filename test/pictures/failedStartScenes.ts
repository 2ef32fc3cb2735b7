import { answers, drops, holds, type Fault } from '../service/faults';
import { newerServer } from '../service/realServers';
import type { Camera } from './camera';
import { Stage, wideAndNarrow } from './stage';

const group = 'failed starts';

const faults: Readonly<Record<string, { readonly fault: Fault; readonly outcome: string }>> = {
  'key rejected': { fault: answers(401, { detail: 'Unauthorized' }), outcome: 'Not started. {0}' },
  'another kind of service': { fault: newerServer.startConversation, outcome: 'Not started. {0}' },
  // The last one: what may have started stays a draft that Enter asks about.
  'connection lost': { fault: drops('afterBody'), outcome: 'May have started. {0}' },
};

/** A start while it is sent, ways in which one fails, and the question before it is sent a second time. */
export async function failedStartScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, service, say } = stage;
    const { quickInput, dialog, notifications } = workbench;
    const take = (name: string) => stage.take(group, `${name}, ${width}`, 'window');
    await workbench.openContainer('Agent Conversations');

    const held = holds();
    service.misbehave('startConversation', held);
    await stage.write('Take long');
    await quickInput.accept();
    await held.reached;
    await notifications.waitFor(say('Starting conversation in {0}', stage.place));
    await take('in progress');
    held.release();
    await notifications.waitFor(say('Conversation started in {0}.', stage.place));
    await stage.clear();

    for (const [name, { fault, outcome }] of Object.entries(faults)) {
      service.misbehave('startConversation', fault);
      await stage.write(name);
      await quickInput.accept();
      await notifications.waitFor(say(outcome, ''));
      await take(name);
      await stage.clear();
    }
    await stage.write('connection lost');
    await quickInput.accept();
    await dialog.waitFor(say('This conversation may already have been started. Start it again?'));
    await take('once more');
    await stage.clear();
  }
}
