import assert from 'node:assert/strict';
import type { AgentConversationsApi } from '../../src/api';
import { heapInUse } from '../fuzz/memory';
import { activated } from './activated';
import { FirstByteServer } from './firstByteServer';
import { quiet } from './quiet';
import { mebibytes, row, type Row } from './row';
import { setServiceUrl } from './setServiceUrl';
import { storeSessionKey } from './storeSessionKey';

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

  await server.close();
  await setServiceUrl(undefined);
  const step = (what: string, from: number, to: number) => row(`— ${what}`, { measured: `+ ${mebibytes(to - from)}` });
  return [
    row('Heap of the extension host after collection', {
      measured: mebibytes(started),
      baseline: `${mebibytes(before)} (before activation)`,
      ratio: `${(started / before).toFixed(2)} ×`,
    }),
    step('activation', before, active),
    step('first start, client and undici with it', active, started),
  ];
}
