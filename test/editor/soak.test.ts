import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import process from 'node:process';
import * as vscode from 'vscode';
import { SettingsStore } from '../../src/editor/settingsStore';
import { startConversation } from '../../src/ui/startFlow';
import { heapInUse, inMebibytes, mebibyte } from '../fuzz/memory';
import { HostileService } from '../fuzz/hostileService';
import { StartBench } from '../support/startBench';

const starts = 1000;
const refreshes = 10_000;

/** What could grow in an extension host that goes on for weeks. */
interface Level {
  readonly heap: number;
  /** Sockets, timers, pipes and whatever else keeps an event loop busy, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  readonly descriptors: number;
  readonly sockets: number;
  readonly listeners: number;
}

// Takes minutes, and VS Code ends a run of its tests after three. The older VS Code runs the same code on an older Node.
const wanted = process.env['SOAK'] !== undefined && Number(vscode.version.split('.')[1]) > 100;
const title = wanted ? '' : ' (where SOAK is set, on the newest VS Code alone)';

(wanted ? describe : describe.skip)(`soak${title}`, function () {
  this.timeout(300_000);
  let bench: StartBench;
  let service: HostileService;
  let store: SettingsStore;
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);

  before(async () => {
    process.on('warning', onWarning);
    bench = await StartBench.open();
    // Keeps nothing of what it is asked, unlike the reference service: what grows is ours.
    service = await HostileService.open();
    await service.plan('soak', { operation: 'loadSettings', pieces: [httpOf(answerToBoth)], end: 'keep' });
    await bench.keys.set(new URL(service.url('')).origin, 'soak-key-7');
    await setServiceUrl(service.url('soak'));
    store = new SettingsStore(bench.ports.service, bench.log, bench.redactor);
  });

  after(async () => {
    process.off('warning', onWarning);
    store.dispose();
    await bench.dispose();
    await service.close();
  });

  async function level(): Promise<Level> {
    await vscode.commands.executeCommand('notifications.clearAll');
    // The log of a test is kept whole; the channel of the extension is not.
    bench.log.lines.length = 0;
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const processListeners = process.eventNames().map((event) => process.listenerCount(event as 'exit'));
    return {
      heap: await heapInUse(),
      resources,
      descriptors: await openDescriptors(),
      sockets: service.openSockets,
      listeners: processListeners.reduce((sum, count) => sum + count, 0),
    };
  }

  /** Measured in the middle and at the end: what the first half has filled, caches and pools, the second does not. */
  async function soak(what: string, times: number, act: () => Promise<unknown>, heapPerTime: number): Promise<void> {
    const warmUp = times / 10;
    const run = async (count: number) => {
      for (let time = 0; time < count; time++) {
        await act();
        // A notification that nobody closes is VS Code's to keep.
        if (time % 100 === 99) await vscode.commands.executeCommand('notifications.clearAll');
      }
    };
    await run(warmUp);
    const first = await level();
    await run(times / 2);
    const middle = await level();
    await run(times / 2);
    const last = await level();
    const bound = heapPerTime * (times / 2) + 2 * mebibyte;
    const heaps = [first, middle, last].map(({ heap }) => inMebibytes(heap)).join(' → ');
    console.log(`      soak: ${times} ${what}: heap ${heaps}, at most ${inMebibytes(bound)} more in the second half;`);
    console.log(
      `      sockets ${first.sockets} → ${last.sockets}, descriptors ${first.descriptors} → ${last.descriptors},`,
    );
    console.log(`      listeners ${first.listeners} → ${last.listeners}, ${JSON.stringify(last.resources)}`);
    assert.ok(last.heap - middle.heap < bound, `the heap grows by ${inMebibytes(last.heap - middle.heap)}`);
    // undici keeps four connections at most.
    assert.ok(last.sockets <= 4, `${last.sockets} sockets`);
    // VS Code has its own coming and going.
    assert.ok(last.descriptors <= middle.descriptors + 8, `${middle.descriptors} → ${last.descriptors} descriptors`);
    assert.ok(last.listeners <= first.listeners + 2, `${first.listeners} → ${last.listeners} listeners`);
    for (const kind of ['TCPSocketWrap', 'Timeout', 'FSEventWrap', 'PipeWrap']) {
      const [before = 0, after = 0] = [middle, last].map(({ resources }) => resources[kind] ?? 0);
      assert.ok(after <= before + 8, `${before} → ${after} of ${kind}`);
    }
    assert.deepEqual(warnings, []);
  }

  it(`${refreshes} refreshes of the settings leave nothing behind`, async () => {
    let told = 0;
    const listener = store.onDidChange(() => told++);
    const refresh = async () => assert.equal((await store.load()).kind, 'loaded');
    // Nothing is kept of a refresh but the last one.
    await soak('settings refreshes', refreshes, refresh, 100);
    listener.dispose();
    assert.ok(told >= 2 * refreshes, `${told} changes told`);
  });

  it(`${starts} starts leave a row each and nothing else`, async () => {
    const start = () => startConversation({ initial_user_msg: 'Fix the failing test', repository: null }, bench.ports);
    // The row of the history, and where its lines are in the file.
    await soak('starts', starts, start, 6 * 1024);
    const rows = bench.history.conversations;
    assert.equal(rows.length, starts * 1.1);
    assert.ok(rows.every(({ outcome }) => outcome === 'started'));
  });
});

const answerToBoth = {
  ...{
    status: 'ok',
    conversation_id: '0123456789abcdef0123456789abcdef',
    message: null,
    conversation_status: 'STARTING',
  },
  ...{ llm_api_key_set: true, language: 'en', llm_model: 'anthropic/claude', provider_tokens_set: { github: null } },
  mcp_config: { sse_servers: [{ url: 'https://a.example/sse', api_key: 'SECRET-8' }] },
};

function httpOf(body: unknown): Buffer {
  const bytes = Buffer.from(JSON.stringify(body));
  return Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes.toString()}`);
}

/** Of this process; 0 where the system does not tell. */
async function openDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}

/** The setting of this machine: workspaces cannot set it. */
async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
