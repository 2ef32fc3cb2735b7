import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentConversationsApi } from '../../src/api';
import { heapInUse } from '../fuzz/memory';
import { eventually } from '../support/eventually';
import { activated } from './activated';
import { FirstByteServer } from './firstByteServer';
import { longMessage, writeHistory } from './historyFile';
import { quiet } from './quiet';
import { mebibytes, row, verdict, type Row } from './row';
import { setServiceUrl } from './setServiceUrl';
import { storeSessionKey } from './storeSessionKey';

const entries = 10_000;

/** What the shipped extension adds to the heap of the extension host, after garbage collection, step by step. */
export async function memory(): Promise<readonly Row[]> {
  const server = await FirstByteServer.listen();
  await setServiceUrl(server.url);
  await quiet();
  const before = await heapInUse();
  const { context, api } = await activated('shipped');
  const conversations = api as AgentConversationsApi;
  await quiet();
  const active = await heapInUse();

  await storeSessionKey(context, server.url, 'bench-session-key-4711');
  assert.ok(await conversations.startConversation({ initial_user_msg: 'Fix the failing test' }));
  await quiet();
  const started = await heapInUse();

  const folder = context.globalStorageUri.fsPath;
  const file = path.join(folder, 'conversations.jsonl');
  const { size } = await stat(await writeHistory(path.join(folder, 'source'), entries, longMessage));
  const read = eventually(
    'the rows of the history',
    () => conversations.conversations.length > entries,
    conversations.onDidChangeConversations,
    60_000,
  );
  await appendFile(file, await readFile(path.join(folder, 'source', 'conversations.jsonl')));
  await read;
  // A window looks at the size of the files when it writes.
  assert.ok(await conversations.startConversation({ initial_user_msg: 'Fix another one' }));
  while (existsSync(file)) await delay(1000);
  await quiet();
  const remembered = await heapInUse();

  await server.close();
  await setServiceUrl(undefined);
  const step = (what: string, from: number, to: number, rest = {}) =>
    row(`— ${what}`, { measured: `+ ${mebibytes(to - from)}`, ...rest });
  return [
    row('Heap of the extension host after collection', {
      measured: mebibytes(remembered),
      baseline: `${mebibytes(before)} (before activation)`,
      ratio: `${(remembered / before).toFixed(2)} ×`,
    }),
    step('activation', before, active),
    step('first start, client and undici with it', active, started),
    step('history of 10,000 with messages of 20 kB', started, remembered, {
      target: '≤ 15 MB',
      baseline: `${mebibytes(size)} (its file as earlier versions wrote it)`,
      verdict: verdict(remembered - started <= 15e6),
    }),
  ];
}
