import assert from 'node:assert/strict';
import { startService, type Service } from '../../../service/service';
import { exchanges, type Exchange } from '../../../service/v1/exchanges';
import type { Step } from '../../../service/v1/startTask';
import { isObject } from '../../../service/validation';
import { exchange as send } from '../exchange';
import { plainUuid } from '../../../service/v1/uuid';

/** Ids that a server makes differ each time; one that was recorded twice is also the same one here. */
class SameIds {
  readonly #ours = new Map<string, string>();

  inPath(path: string): string {
    return path.replace(/(?<=ids=)[\da-f-]+/g, (id) => this.#ours.get(plainUuid(id) ?? '') ?? id);
  }

  compare(ours: unknown, recorded: unknown, where: string): void {
    if (Array.isArray(recorded) || isObject(recorded)) {
      const names = (value: unknown) => (isObject(value) ? Object.keys(value).sort() : [typeof value]);
      if (Array.isArray(recorded)) assert.ok(Array.isArray(ours) && ours.length === recorded.length, where);
      else assert.deepEqual(names(ours), names(recorded), where);
      for (const [name, value] of Object.entries(recorded))
        this.compare((ours as Record<string, unknown>)[name], value, `${where}.${name}`);
    } else if (typeof recorded === 'string' && typeof ours === 'string') {
      assert.equal(this.#like(ours, recorded), recorded, where);
    } else assert.equal(ours, recorded, where);
  }

  /** A text with what can't be the same put in the recorded form. */
  #like(ours: string, recorded: string): string {
    const [our, their] = [plainUuid(ours), plainUuid(recorded)];
    if (our !== undefined && their !== undefined) {
      if (!this.#ours.has(their)) this.#ours.set(their, our);
      return this.#ours.get(their) === our && ours.length === recorded.length ? recorded : ours;
    }
    const changing = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/];
    // The conversation's own key, and addresses inside a server, are marked secrets here.
    const ofOthers = [
      /^(?:sbkey|\w+-conversation-key-\w+)$/,
      /^http:\/\/127\.0\.0\.1:9\b/,
      /^Conversation [\da-f]{5}$/,
    ];
    return [...changing, ...ofOthers].some((form) => form.test(ours) && form.test(recorded)) ? recorded : ours;
  }
}

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
