import assert from 'node:assert/strict';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { marked, markedIn } from '../support/markedSecrets';
import { SearchedPlaces, wholeOf } from '../support/searchedPlaces';
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

  beforeEach(async () => (bench = await StartBench.open()));

  afterEach(() => bench.dispose());

  async function assertNothingKept(leastFiles = 1): Promise<void> {
    const places = new SearchedPlaces();
    await places.searchFiles('files', bench.folder);
    assert.deepEqual(places.found, []);
    assert.ok((places.searched.get('files') ?? 0) >= leastFiles);
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
