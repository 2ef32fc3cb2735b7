import assert from 'node:assert/strict';
import { startService, type Service } from '../../../service/service';
import { exchanges, type Exchange } from '../../../service/v1/exchanges';
import type { Step } from '../../../service/v1/startTask';
import { isObject } from '../../../service/validation';
import { exchange as send } from '../exchange';
import { SameIds } from './sameIds';

const tasksPath = '/api/v1/app-conversations/start-tasks';

describe('reference service: API V1 as it was recorded', () => {
  let service: Service;
  const ids = new SameIds();

  before(async () => (service = await startService({ sessionKey: 'KEY', api: 'v1' })));

  after(() => service.close());

  // In one test: each answer depends on what was asked before.
  it('answers as a real server, exchange by exchange', async () => {
    for (const recorded of exchanges) {
      const { note, method, path, request } = recorded;
      if (note.startsWith('saving')) {
        // The service has no such operation: nothing of the extension saves settings.
        service.setSettings(savedSettings);
        continue;
      }
      service.startTasks.goThrough(...stepsAfter(recorded));
      const target = { url: service.url, sessionKey: keyFor(recorded) };
      const received = await send(target, ids.inPath(path), { method, body: request ?? undefined });
      assert.deepEqual([received.status, received.type], [recorded.status, recorded.type], note);
      const isJson = recorded.type === 'application/json';
      ids.compare(isJson ? received.json() : received.text, recorded.body, note);
      settle(service);
    }
    assert.equal(exchanges.length, 24);
  });
});

const savedSettings = {
  language: 'en',
  agent: 'CodeActAgent',
  llm_model: 'openai/gpt-4o',
  llm_api_key: 'sk-example',
  mcp_config: { sse_servers: [{ name: 'm', url: 'https://m.example/sse', api_key: 'example' }] },
  max_iterations: 50,
  security_analyzer: 'llm',
};

function keyFor({ note }: Exchange): string {
  return note === 'no key' ? '' : note === 'wrong key' ? 'key' : 'KEY';
}

/** The steps in which a recorded start's task was seen. */
function stepsAfter({ body }: Exchange): readonly Step[] {
  const seen = exchanges.flatMap((one) =>
    one.path.startsWith(tasksPath) && isObject(body) && one.path.endsWith(`ids=${String(body['id'])}`)
      ? (one.body as readonly Record<string, string>[])
      : [],
  );
  return seen.map(({ status = '', detail = null }) => (status === 'ERROR' ? { error: detail } : status));
}

/** In the recording, time passed: a start whose task wasn't asked for became a conversation, whose agent was silent. */
function settle(service: Service): void {
  for (const { id, ahead, status } of service.startTasks.all)
    if (ahead.length === 0 && status === 'WORKING') service.startTasks.move(id, 'READY');
  for (const { id } of service.conversations) service.startTasks.report(id, { sandbox: 'RUNNING', execution: null });
}
