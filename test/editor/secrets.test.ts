import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { answersWithSecrets } from '../support/answersWithSecrets';
import { marked, markedIn } from '../support/markedSecrets';
import { StartBench } from '../support/startBench';
import { bothEnds } from '../support/tags';

const sent = marked('mcp-env');
const request = {
  initial_user_msg: 'Fix it',
  repository: 'octocat/Hello-World',
  mcp_config: {
    stdio_servers: [{ name: 'search', command: 'npx', args: ['--token', marked('mcp-argument')], env: { KEY: sent } }],
    shttp_servers: [{ url: `https://issues.example.com/mcp?key=${marked('mcp-query')}`, api_key: marked('mcp-key') }],
  },
};

bothEnds('Everyone does it.').describe('Secrets that other extensions or files could get', () => {
  let bench: StartBench;

  beforeEach(async () => {
    bench = await StartBench.open();
  });

  afterEach(() => bench.dispose());

  /** Asserts that nothing in an error reveals a secret. */
  function assertSilent(error: unknown): void {
    assert.ok(error instanceof Error);
    const everything = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
    assert.deepEqual(markedIn(`${everything} ${error.stack} ${JSON.stringify(error)}`), []);
  }

  async function assertNothingKept(leastFiles = 1): Promise<void> {
    const entries = await readdir(bench.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    assert.ok(files.length >= leastFiles);
    // A temporary file may be gone by now: it has become one of the others.
    for (const file of files) assert.deepEqual(markedIn(await readFile(file, 'latin1').catch(() => '')), [], file);
  }

  for (const [what, fault] of answersWithSecrets({ sessionKey: marked('session-key'), sent })) {
    it(`aren't in an error about ${what}, or in any file`, async () => {
      // A start that is rejected for its key reads the settings, too.
      bench.service.misbehave('any', fault(), { times: 3 });
      await assert.rejects(runStartCommand(request, bench.ports), (error) => {
        assertSilent(error);
        return true;
      });
      assert.deepEqual((bench.service.requests[0]?.body as typeof request).mcp_config, request.mcp_config);
      const connection = await bench.ports.service.connect();
      assert.equal(connection.kind, 'ready');
      await assert.rejects(connection.client.loadSettings(), (error) => {
        assertSilent(error);
        return true;
      });
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
        assert.ok(!inspect(error, { depth: Infinity, showHidden: true }).includes(sent));
        return true;
      });
      assert.equal(bench.service.requests.length, 0);
      await assertNothingKept(0);
      assert.deepEqual(bench.history.conversations, []);
    });
  }
});
