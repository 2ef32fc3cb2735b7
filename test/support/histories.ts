import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { RecordFiles } from '../../src/base/recordFiles';
import type { Conversation } from '../../src/conversations/conversation';
import { conversationFormat, recordNameOf } from '../../src/conversations/conversationRecord';
import { FakeFileEvents } from './fakeFileEvents';
import { RecordingLog } from './recordingLog';
import { History, type HistoryOptions } from '../../src/conversations/history';
import { thisProcess } from '../../src/base/processes';

/** The folder where the extension stores what all windows share, below the data of a VS Code. */
export function extensionStorage(dataFolder: string): string {
  return path.join(dataFolder, 'data', 'User', 'globalStorage', 'agent-conversations.agent-conversations');
}

export const workspace = 'file:///home/me/project';

/** A message that is too long for a list, different from all others. */
export function longMessage(id: string, characters = 3000): string {
  return `Task ${id}\n`.padEnd(characters, `text of ${id}\n`);
}

/** A start that was answered some time ago. */
export function conversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    baseUrl: 'http://localhost:3000',
    workspace,
    request: { initial_user_msg: longMessage(id), repository: 'octocat/app', selected_branch: 'main' },
    outcome: 'started',
    sentAt: 1,
    deadline: 2,
    ...more,
  };
}

/** A start that this process waits for. */
export function sending(id: string, more: Partial<Conversation> = {}): Conversation {
  return conversation(id, { outcome: 'sending', sender: thisProcess(), deadline: Number.MAX_SAFE_INTEGER, ...more });
}

/** The history as in another window: same folder, nothing else shared, no news unless asked for. */
export function openHistory(folder: string, log = new RecordingLog(), options: HistoryOptions = {}): History {
  return new History(folder, () => workspace, log, { fileEvents: new FakeFileEvents(), ...options });
}

/** @returns the files that another window has written these conversations to, absolute paths */
export async function writeHistory(folder: string, conversations: readonly Conversation[]): Promise<readonly string[]> {
  const files = new RecordFiles(path.join(folder, 'conversations'), conversationFormat, new RecordingLog());
  for (const one of conversations) await files.write(recordNameOf(one), one);
  return conversations.map((one) => files.pathOf(recordNameOf(one)));
}

/** Everything that a newly opened window knows, with whole requests, by id. */
export async function historyIn(folder: string): Promise<Readonly<Record<string, Conversation>>> {
  const history = openHistory(folder);
  try {
    const found = (await history.load()).map(async ({ id }) => [id, await history.read(id)] as const);
    return Object.fromEntries(await Promise.all(found)) as Readonly<Record<string, Conversation>>;
  } finally {
    history.dispose();
  }
}

/** Relative paths of the files below the folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}
