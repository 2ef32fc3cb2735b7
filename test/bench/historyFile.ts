import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/common/conversation';
import { formatJournalRecord } from '../../src/conversations/common/journal';

const minute = 60_000;

/** Characters of a long message, as many as bytes. */
export const longMessage = 20_000;

/**
 * A start of some time ago, as it is written before it is sent.
 * @param characters of its message, if it is a long one
 */
export function conversation(index: number, characters = 0): Conversation {
  const sentAt = Date.UTC(2026, 0, 1) + index * minute;
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    baseUrl: 'http://localhost:3000',
    workspace: 'file:///home/somebody/projects/example',
    request: {
      initial_user_msg:
        `Fix the failing test number ${index}\n\nIt fails since the last release, on one system alone.`.padEnd(
          characters,
          `\nLine of a log, number ${index}`,
        ),
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
    },
    outcome: 'sending',
    sentAt,
    deadline: sentAt + 2 * minute,
    sender: 1,
  };
}

/** The two lines that a start leaves, as versions without files for requests wrote it. */
export function linesOf(index: number, characters?: number): string {
  const started = conversation(index, characters);
  const change = {
    outcome: 'started',
    conversationId: `${index}`.padStart(32, '0'),
    status: 'STARTING',
    reportedAt: started.sentAt + 1000,
  } as const;
  return (
    formatJournalRecord({ type: 'sent', conversation: started }) +
    formatJournalRecord({ type: 'changed', id: started.id, change })
  );
}

/** Writes the history of so many starts, as the extension would have; returns its file. */
export async function writeHistory(folder: string, count: number, characters?: number): Promise<string> {
  const file = path.join(folder, 'conversations.jsonl');
  await mkdir(folder, { recursive: true });
  const lines = Array.from({ length: count }, (_, index) => index);
  await writeFile(file, '');
  // A string has an end.
  for (let first = 0; first < count; first += 1000)
    await appendFile(
      file,
      lines
        .slice(first, first + 1000)
        .map((index) => linesOf(index, characters))
        .join(''),
    );
  return file;
}
