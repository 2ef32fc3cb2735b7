import assert from 'node:assert/strict';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { answers, drops, redirects, type Fault } from '../service/faults';
import { marked, markedIn } from '../support/markedSecrets';
import { SearchedPlaces, wholeOf } from '../support/searchedPlaces';
import { StartBench } from '../support/startBench';
import { bothEnds } from '../support/tags';

const sessionKey = marked('session-key');
const token = marked('server-token');
const sent = marked('mcp-env');
const request = {
  initial_user_msg: 'Fix it',
  repository: 'octocat/Hello-World',
  mcp_config: {
    stdio_servers: [{ name: 'search', command: 'npx', args: ['--token', marked('mcp-argument')], env: { KEY: sent } }],
    shttp_servers: [{ url: `https://issues.example.com/mcp?key=${marked('mcp-query')}`, api_key: marked('mcp-key') }],
  },
};

const issue = (loc: readonly unknown[]) => ({
  type: 'value_error',
  loc,
  msg: `Value error, no ${sessionKey} here`,
  input: { name: 'search', env: { SEARCH_KEY: sent }, api_key: token },
  ctx: { error: token },
});

/** Answers of services that reveal more than they should: what they were sent, and what they know themselves. */
const answersWithSecrets: Readonly<Record<string, Fault>> = {
  'a 422 that repeats its input': answers(422, {
    detail: [issue(['body', 'mcp_config', 'stdio_servers', 0]), issue(['body', 'extra'])],
  }),
  'a 400 with a token': answers(400, { message: `Clone failed: https://x:${token}@github.com/octocat/a` }),
  'a 401 with the key': answers(401, { error: `No such key: ${sessionKey}`, api_key: token }),
  'a 403 in plain text': answers(403, `Bearer ${token}1 with X-Session-API-Key: ${sessionKey}`),
  'a 500 with a trace': answers(500, `KeyError: {'api_key': '${sent}', 'token': '${token}'}`),
  'a page': answers(502, `<html><title>${sessionKey}</title></html>`, { 'content-type': 'text/html' }),
  'a redirect': redirects(`https://user:${token}@login.example/${sessionKey}?token=${token}#${token}`, 302),
  'a lost connection': drops('midBody'),
};

bothEnds('Everyone does it.').describe('Secrets that other extensions or files could get', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));

  afterEach(() => bench.dispose());

  /** True for an error in which nothing reveals a secret. */
  function isSilent(error: unknown): true {
    assert.ok(error instanceof Error);
    assert.deepEqual(markedIn(wholeOf(error)), []);
    return true;
  }

  async function assertNothingKept(leastFiles = 1): Promise<void> {
    const places = new SearchedPlaces();
    await places.searchFiles('files', bench.folder);
    assert.deepEqual(places.found, []);
    assert.ok((places.searched.get('files') ?? 0) >= leastFiles);
  }

  for (const [what, fault] of Object.entries(answersWithSecrets)) {
    it(`aren't in an error about ${what}, or in any file`, async () => {
      // A start that is rejected for its key reads the settings, too.
      bench.service.misbehave('any', fault, { times: 3 });
      await assert.rejects(runStartCommand(request, bench.ports), isSilent);
      assert.deepEqual((bench.service.requests[0]?.body as typeof request).mcp_config, request.mcp_config);
      const connection = await bench.ports.service.connect();
      assert.equal(connection.kind, 'ready');
      await assert.rejects(connection.client.loadSettings(), isSilent);
      await assertNothingKept();
    });
  }

  it("aren't in any file after a successful start, or in what its history tells", async () => {
    await bench.receive(request);
    await assertNothingKept();
    assert.deepEqual(markedIn(JSON.stringify(bench.history.conversations)), []);
  });

  const task = { git_provider: 'github', task_type: 'MERGE_CONFLICTS', repo: 'a/b', issue_number: 1, title: 'T' };
  const misfits = {
    'an unknown field': { [marked('field')]: 1, mcp_config: { ...request.mcp_config, servers: [sent] } },
    'an unknown member in a task': { suggested_task: { ...task, note: sent } },
    'an unknown member in a micro-agent': { create_microagent: { repo: 'a/b', note: sent } },
  };
  for (const [what, misfit] of Object.entries(misfits)) {
    it(`aren't in an error about a request with ${what}, or in any file`, async () => {
      await assert.rejects(runStartCommand({ ...request, ...misfit }, bench.ports), (error) => {
        assert.ok(error instanceof Error);
        assert.ok(!wholeOf(error).includes(sent));
        return true;
      });
      assert.equal(bench.service.requests.length, 0);
      await assertNothingKept(0);
      assert.deepEqual(bench.history.conversations, []);
    });
  }
});
