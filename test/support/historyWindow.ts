// node out/test/support/historyWindow.js <folder> <name>: a window's process that starts conversations, receives their
// answers, and removes every fifth, until its input ends. Prints each id on a line of its own when it is done with it.
import process from 'node:process';
import { openHistory, sending } from './histories';

const [folder = '', name = ''] = process.argv.slice(2);
const ending = new AbortController();
process.stdin.on('end', () => ending.abort()).resume();

const answered = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;

async function startMany(): Promise<void> {
  const history = openHistory(folder);
  for (let index = 0; !ending.signal.aborted; index++) {
    const id = `${name}-${index}`;
    await history.add(sending(id, { sentAt: Date.now() }));
    await history.change(id, answered);
    if (index % 5 === 4) await history.remove(id);
    console.log(id);
  }
  history.dispose();
}

void startMany().then(() => process.exit(0));
