import assert from 'node:assert/strict';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { OpenSheets } from '../support/openSheets';
import { StartBench } from '../support/startBench';

describe('A sheet for a service on which several conversations run', () => {
  let bench: StartBench;
  let sheets: OpenSheets;

  beforeEach(async () => {
    bench = await StartBench.open();
    sheets = new OpenSheets();
  });

  afterEach(async () => {
    bench.openSheet.put(undefined);
    sheets.dispose();
    await bench.dispose();
  });

  async function run(id: string): Promise<void> {
    const at = Date.now();
    const sent = { id, baseUrl: bench.service.url, request: {}, outcome: 'started', sentAt: at, deadline: at } as const;
    await bench.history.add({ ...sent, conversationId: id, status: 'RUNNING', reportedAt: at, runtimeStatus: '' });
  }

  it('says, from the third on, that the service may stop one of them', async () => {
    for (const id of ['a', 'b', 'c']) {
      await run(id);
      const { count } = sheets;
      const store = bench.drafts.sheet;
      const reviewing = startReviewed(await store.load(), store, bench.ports);
      await sheets.opened(count);
      const said = sheets.warnings.filter((words) => words.includes('may stop the oldest'));
      bench.openSheet.put(undefined);
      await reviewing;
      const all = ['3 conversations started here may be running: the service may stop the oldest'];
      assert.deepEqual(said, id === 'c' ? all : []);
    }
  });
});
