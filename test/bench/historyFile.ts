import { link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/conversation';
import { recordNameOf } from '../../src/conversations/conversationRecord';
import { thisProcess } from '../../src/base/processes';

const minute = 60_000;

/** Characters of a long message, as many as bytes. */
const longMessage = 20_000;

/** A start of some time ago, as it is written before it is sent. */
export function conversation(index: number): Conversation {
  const sentAt = Date.UTC(2026, 0, 1) + index * minute;
  const message = `Fix the failing test number ${index}\n\nIt fails since the last release, on one system alone.`;
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    baseUrl: 'http://localhost:3000',
    workspace: 'file:///home/somebody/projects/example',
    request: {
      initial_user_msg: message.padEnd(longMessage, `\nLine of a log, number ${index}`),
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
    },
    outcome: 'started',
    conversationId: `${index}`.padStart(32, '0'),
    status: 'STARTING',
    reportedAt: sentAt + 1000,
    sentAt,
    deadline: sentAt + 2 * minute,
    sender: thisProcess(),
  };
}

/** Newest conversations whose files have content of their own; the others are never to be read. */
const own = 1000;

/** Links that a file may have on every file system. */
const mostLinks = 30_000;

/** Writes the history of so many starts, as the extension would have, and returns its folder. */
export async function writeHistory(storage: string, count: number): Promise<string> {
  const folder = path.join(storage, 'conversations');
  await mkdir(folder, { recursive: true });
  let linked = '';
  for (let index = 0; index < count; index++) {
    const one = conversation(index);
    const file = path.join(folder, `${recordNameOf(one)}.json`);
    const isOwn = index >= count - own || index % mostLinks === 0;
    if (isOwn) await writeFile(file, JSON.stringify({ version: 1, ...one }));
    else await link(linked, file);
    if (isOwn) linked = file;
  }
  return folder;
}
