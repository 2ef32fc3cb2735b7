import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import type { Client } from '../../../src/client/client';
import { createClient } from '../../../src/client/createClient';
import { Follower } from '../../../src/conversations/follower';
import { startService, type Service } from '../../service/service';
import { Day, here, hour, minute, second } from '../../support/followedDay';

const ids = [1, 2, 3].map((digit) => `0b7f5b0e7a314a579f5e3d1f6a0c1a1${digit}`);

describe('following conversations of an agent server for an hour', () => {
  let service: Service;
  let client: Client;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', api: 'agent' });
    client = createClient({ baseUrl: service.url, sessionKey: 'KEY', api: 'agent', timeoutSeconds: 10 });
  });
  afterEach(async () => {
    await client.close();
    await service.close();
  });

  it('asks for all in one request every 30 seconds and for nothing else, and hears of each end once', async () => {
    const day = new Day();
    const [first = ''] = ids;
    for (const id of ids) {
      service.agents.start({ conversation_id: id, workspace: { working_dir: '/w' }, agent_profile_id: '' });
      service.agents.report(id, 'running');
      day.start(id, { status: 'RUNNING', api: 'agent' });
    }
    let asking: Promise<unknown> = Promise.resolve();
    const follower = new Follower({
      now: day.clock.now,
      after: day.clock.after,
      conversations: () => day.conversations.filter(({ baseUrl }) => baseUrl === here),
      ask: (due) => {
        const conversations = due.slice(0, apis.agent.status.atOnce);
        const answer = client.status.conversations(conversations.map(({ id }) => id)).then(async (states) => {
          const ends = await Promise.all(conversations.map((one, at) => day.take(one, states[at]?.status ?? null)));
          return { conversations, ends: ends.flat() };
        });
        asking = answer;
        return answer;
      },
      onError: (error) => assert.fail(String(error)),
      announce: () => undefined,
    });
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += second) {
        await day.clock.pass(second);
        await asking;
      }
    };
    follower.look();
    await pass(10 * minute);
    service.agents.report(first, 'finished');
    await pass(hour - 10 * minute);
    follower.dispose();
    const asked = service.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
    assert.deepEqual([...new Set(asked)], ['GET /api/conversations']);
    assert.ok(asked.length >= 119 && asked.length <= 120, `${asked.length} requests`);
    // A finished conversation may go on, and asking for it with the others costs nothing.
    for (const { path } of service.requests)
      assert.deepEqual(new URL(path, service.url).searchParams.getAll('ids').sort(), ids);
    assert.deepEqual(day.ended, [first]);
  });
});
