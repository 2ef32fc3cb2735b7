import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Draft } from '../../../src/draft/draft';
import type { OpenDraft } from '../../../src/draft/openDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { keptMessages, sendDraft } from '../../support/keptDrafts';
import { nobody } from '../../support/processes';
import { DiskProcess, stepDisk } from '../../support/steppedDisk';

const image = (name: string) => ({ name, url: 'data:image/png;base64,iVBORw0KGgo=' });
const draft: Draft = { fields: { initial_user_msg: 'kept' }, images: [image('a.png')] };

/** @param hasStarted ids of the starts that have become conversations */
type Work = (opened: OpenDraft, hasStarted: Set<string>) => Promise<unknown>;

async function send(opened: OpenDraft, hasStarted: Set<string>, start: string): Promise<void> {
  await opened.beginSending(await opened.read(), start);
  hasStarted.add(start);
  await opened.finishSending('started', start);
}

const works: Readonly<Record<string, Work>> = {
  'changes its images': async (opened) => {
    opened.edit({ ...opened.draft, images: [image('b.png')] });
    await opened.flush();
  },
  'is moved to an editor': (opened) => opened.moveToEditor('Agent message.md'),
  'is rejected': (opened) => sendDraft(opened, 'notStarted'),
  'is started': (opened, hasStarted) => send(opened, hasStarted, 'start-1'),
  'is moved to an editor and started': async (opened, hasStarted) => {
    await opened.moveToEditor('Agent message.md');
    await send(opened, hasStarted, 'start-1');
  },
};

describe('A draft whose window is killed at any step', () => {
  let restore: () => void;

  before(async () => (restore = await stepDisk()));
  after(() => restore());

  for (const [what, work] of Object.entries(works))
    it(`while it ${what} is there until it has started, once, and then nothing of it is`, async () => {
      for (let steps = 0; await killAfter(steps, work); steps++);
    });

  /** @returns false if the work came to its end before */
  async function killAfter(steps: number, work: Work): Promise<boolean> {
    using parent = new TemporaryFolder('killed');
    const folder = path.join(parent.path, 'drafts');
    const started = new Set<string>();
    const open = () => draftsIn(folder, { hasStarted: (start) => Promise.resolve(started.has(start)) });
    const opened = open().begin(draft);
    await opened.flush();
    const window = new DiskProcess(nobody, { at: steps, then: { writes: 0.5 } });
    const isDone = await window.run(() => work(opened, started));
    window.kill();
    const next = open();
    await next.sweep();
    assert.deepEqual(await keptMessages(next), started.size > 0 ? [] : ['kept'], `after ${steps} steps`);
    for (const { id } of await next.list()) {
      const again = await next.open(id);
      await send(again, started, 'start-2');
      await next.close(again);
    }
    assert.deepEqual([await next.list(), await readdir(folder)], [[], ['locks']], `after ${steps} steps`);
    return !isDone;
  }
});
