import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startAgain, runStartCommand } from '../../src/start/vscode/commands';
import { DrivenWindow, type DrivenPick } from '../support/drivenWindow';
import { marked, markedIn } from '../support/markedSecrets';
import { until } from '../support/openSheets';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';

describe('The fields of a start that newer services have', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let running: Promise<unknown>;

  async function openOn(api: 'v0' | 'v1'): Promise<DrivenPick> {
    bench = await StartBench.open({ api, clock: new SkippingClock() });
    const { profiles, startTasks } = bench.service;
    startTasks.goThrough('READY');
    const secret = `https://u:${marked('model-password')}@llm.example`;
    profiles.push(
      { name: 'a', model: 'openai/gpt-4o', base_url: secret, api_key_set: true },
      { name: 'b', model: 'local', base_url: null, api_key_set: false },
    );
    window = new DrivenWindow();
    const sheet = await next(() => (running = runStartCommand(undefined, bench.ports)));
    // The fields that the service takes are known with the repository.
    await until(() => !sheet.descriptions.some((row) => row.includes('looking')));
    return sheet;
  }

  const next = async (act: () => unknown) => (await window.shownBy(act)).pick;

  /** Adds what a row of "More Options" is about, and returns the sheet. */
  async function add(sheet: DrivenPick, label: string): Promise<DrivenPick> {
    const more = await next(() => sheet.choose('more'));
    return next(() => more.choose(label));
  }

  afterEach(async () => {
    bench.openSheet.clear();
    window.dispose();
    await bench.dispose();
  });

  it('are a model, by the names of those that are saved, and a plan first: sent, and remembered with the row', async () => {
    const sheet = await openOn('v1');
    sheet.type('Fix it');
    window.row = 'gpt-4o';
    const planned = await add(await add(sheet, 'Model'), 'Plan first');
    assert.ok(planned.descriptions.includes('Model: openai/gpt-4o'), planned.descriptions.join('\n'));
    assert.ok(planned.descriptions.includes('Plan first: on'));
    const copied = await next(() => planned.press('Copy as cURL'));
    copied.choose('start');
    await running;
    const sent = bench.posts[0]?.body as { readonly conversation_id: string };
    const command = await vscode.env.clipboard.readText();
    assert.ok(command.includes(`"${sent.conversation_id}"`), command);
    assert.match(window.notices.join(), /^cURL command copied/);
    assert.partialDeepStrictEqual(sent, { llm_model: 'openai/gpt-4o', agent_type: 'plan' });
    assert.deepEqual(markedIn([...bench.log.lines, ...planned.descriptions].join('\n')), []);

    const again = await next(() => (running = startAgain(bench.ports, { id: bench.history.conversations[0]?.id })));
    assert.ok(again.descriptions.includes('Plan first: on'));
    window.row = "The Service's Default";
    const without = await next(() => again.choose('field llm_model'));
    assert.ok(!without.has('field llm_model'));
    assert.ok(!(await next(() => without.choose('field agent_type'))).has('field agent_type'));
  });

  it("aren't there on a service of the interface's kind, which isn't asked for models", async () => {
    const more = await openOn('v0').then((sheet) => next(() => sheet.choose('more')));
    const known = ['Conversation ID', 'Model', 'Plan first'].filter((label) => more.labels.includes(label));
    assert.deepEqual(known, ['Conversation ID']);
    (await next(() => more.escape())).escape();
    await running;
    assert.ok(!bench.service.requests.some(({ path }) => path.includes('profiles')));
  });

  for (const [api, detail, prompt] of [
    ['v0', 'For scripts: the ID of the new conversation, which most services reject', /others reject the start/],
    ['v1', 'For scripts: the ID of the new conversation', /^A UUID\. If you don't enter one/],
  ] as const)
    it(`are beside a conversation ID that says whether services of API ${api} accept one`, async () => {
      const more = await openOn(api).then((sheet) => next(() => sheet.choose('more')));
      assert.equal(more.items.find(({ label }) => label === 'Conversation ID')?.detail, detail);
      const labels = more.labels;
      const actions = ['Write in Editor', 'Use Template...', 'Preview Request', 'Copy as cURL'];
      assert.deepEqual(labels.slice(labels.indexOf('More') + 1), actions, 'images are among the fields');
      // Services of API V1 don't support it: Enter on it has no effect.
      if (api === 'v1') more.choose('Replay');
      const back = window.next();
      let asked = '';
      window.typed = (_, { prompt }) => void (asked = prompt);
      more.choose('Conversation ID');
      (await back).escape();
      assert.match(asked, prompt);
      await running;
    });
});
