import assert from 'node:assert/strict';
import { agentExchanges } from '../../../service/agent/exchanges';
import { startService, type Service } from '../../../service/service';
import { exchange as send } from '../exchange';

const profile = '43943cc2-23d2-4060-9bf1-cc6306ffdba1';
const made = '59219875-76b6-49a7-867d-6629d177ba9b';

const ofAgents =
  /^(status|pause|run|interrupt|error|restart|crash|settings): |a file as folder|role assistant|events\b(?!: (unknown|malformed|no key|limit=101))|afterwards|later|the waiting action|status after|server: GET \/server_info/;

describe('reference service: an agent server as it was recorded', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sessionKey: 'KEY', api: 'agent' });
    service.agents.profiles = [
      { id: made, name: 'default', hasModel: false },
      { id: profile, name: 'quick', hasModel: true },
    ];
    service.agents.activeProfile = made;
  });
  afterEach(() => service.close());

  const recorded = agentExchanges.filter(({ note }) => !ofAgents.test(note));

  it('has recordings of every operation', () => assert.ok(recorded.length > 35, String(recorded.length)));

  for (const { note, method, path, key, request, status, type, body } of recorded)
    it(`answers as a real server: ${note}`, async () => {
      const [, id] = /\/conversations\/([\da-f-]{32,36})(?:\/|$)/.exec(path) ?? [];
      const ids = [...path.matchAll(/ids=([\da-f-]{32,36})/g)].map(([, one]) => one);
      const sentId = (request as { readonly conversation_id?: string } | null)?.conversation_id;
      for (const known of [id, ...ids, status === 200 ? sentId : undefined])
        if (known !== undefined && !known.startsWith('7777') && status !== 404)
          service.agents.start({ conversation_id: known, workspace: { working_dir: '/w' }, agent_profile_id: profile });
      if (note.includes('a default name')) service.agents.profiles = [];
      const sessionKey = key === 'none' ? '' : 'KEY';
      const received = await send({ url: service.url, sessionKey }, path, { method, body: request ?? undefined });
      assert.deepEqual([received.status, received.type], [status, type]);
      if (status >= 400) assert.deepEqual(comparable(received.json()), comparable(body));
      else
        assert.ok(
          namesIn(body).every((name) => namesIn(received.json()).includes(name)),
          received.text,
        );
    });
});

/** Without the words about a UUID, which depend on a library's version, and an error's own id. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === 'msg' || name === 'ctx' || name === 'input' || name === 'error_id' ? undefined : member,
  );
}

/** Names of the members that are read. */
function namesIn(value: unknown): readonly string[] {
  const one = (Array.isArray(value) ? value[0] : value) as object | null;
  const unread = ['title', 'tags', 'agent', 'launched_agent_profile'];
  return Object.keys(one ?? {}).filter((name) => !unread.includes(name));
}
