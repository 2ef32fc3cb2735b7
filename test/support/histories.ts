import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/common/conversation';
import { formatJournalRecord } from '../../src/conversations/common/journal';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { FakeNews } from './fakeNews';
import { RecordingLog } from './recordingLog';

/** A message that is too long for a line, different from all others. */
export function longMessage(id: string, characters = 3000): string {
  return `Task ${id}\n`.padEnd(characters, `text of ${id}\n`);
}

/** A start that was answered some time ago. */
export function conversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    baseUrl: 'http://localhost:3000',
    workspace: 'file:///home/me/project',
    request: { initial_user_msg: longMessage(id), repository: 'octocat/app', selected_branch: 'main' },
    outcome: 'started',
    sentAt: 1,
    deadline: 2,
    ...more,
  };
}

/** Line as written by versions before compaction: the whole request in one line. */
export function oldLine(one: Conversation): string {
  return `\n${formatJournalRecord({ type: 'sent', conversation: one })}`;
}

/** The history as in another window: same folder, nothing else shared, no news unless asked for, tidied on demand. */
export function openHistory(folder: string, log = new RecordingLog()): ConversationJournal {
  return new ConversationJournal(folder, log, new FakeNews(), { settle: 0, tidiesItself: false });
}

/** Everything that a newly opened window knows, with whole requests, by id. */
export async function historyIn(folder: string): Promise<Readonly<Record<string, Conversation>>> {
  const journal = openHistory(folder);
  try {
    const rows = await journal.load();
    const found: Record<string, Conversation> = {};
    for (const { id } of rows) {
      if (id in found) throw new Error(`${id} appears twice.`);
      const whole = await journal.whole(id);
      if (whole) found[id] = whole;
    }
    return found;
  } finally {
    journal.dispose();
  }
}

/** Relative paths of the files below the folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

/** The files that contain a text. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await filesIn(folder))
    if ((await readFile(path.join(folder, file), 'latin1')).includes(text)) found.push(file);
  return found;
}
