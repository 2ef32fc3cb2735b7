import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import * as vscode from 'vscode';
import { runStartCommand } from '../../src/start/vscode/commands';
import { heapInUse, inMebibytes, mebibyte } from '../fuzz/memory';
import { marked } from '../support/markedSecrets';
import { say } from '../support/say';
import { setServiceUrl } from '../support/setSetting';
import { WiredParts } from '../support/wiredParts';
import { slow } from '../support/tags';
import { OwnedProcess } from '../host/childProcess';
import { compiledTests } from '../host/paths';

const starts = 1000;
const refreshes = 10_000;
/** Several at once, as from several windows or from tasks of one window. */
const startsAtOnce = 5;

/** Memory that a garbage collection leaves behind by chance: code, pools, VS Code's own activity. In bytes. */
const noise = mebibyte;

/** Everything that could grow in an extension host that runs for weeks. */
interface Level {
  readonly heap: number;
  /** Timers, pipes, watchers and everything else that keeps an event loop busy, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  readonly descriptors: number;
  /** Ends of connections with the service, the client's and its own. */
  readonly sockets: number;
  /** Listeners on this process. */
  readonly processListeners: number;
  /** Listeners on the settings and the history. */
  readonly listeners: number;
  /** Files in the folder of the history and drafts, with their sizes. */
  readonly files: ReadonlyMap<string, number>;
}

/** Expected growth of one kind. */
interface Expected {
  /** Growth of the heap per act. In bytes. */
  readonly heap: number;
  /** Conversations that each have a file of their own then, per act. */
  readonly rows: number;
}

slow('It finds what builds up over weeks.').describe('soak', function () {
  this.timeout(1_200_000);
  let parts: WiredParts;
  let service: ServiceProcess;
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);

  before(async () => {
    process.on('warning', onWarning);
    const sessionKey = marked('soak-key');
    service = await ServiceProcess.start(sessionKey);
    parts = await WiredParts.open();
    await parts.keys.set(new URL(service.url).origin, sessionKey);
    await setServiceUrl(service.url);
  });

  after(async () => {
    process.off('warning', onWarning);
    await setServiceUrl(undefined);
    await parts.dispose();
    await service.dispose();
  });

  it(`${refreshes} refreshes of the settings leave nothing behind`, async () => {
    let told = 0;
    const listener = parts.settings.onDidChange(() => told++);
    const refresh = async () => assert.equal((await parts.settings.load()).kind, 'loaded');
    // Only the last refresh is kept.
    await soak('settings refreshes', refreshes, refresh, { heap: 0, rows: 0 });
    listener.dispose();
    assert.ok(told >= 2 * refreshes, `${told} changes told`);
  });

  it(`${starts} starts leave a row each and nothing else`, async () => {
    let begun = 0;
    // The same message within a moment would be the repeat of a key.
    const start = () =>
      runStartCommand({ initial_user_msg: `Fix the failing test ${begun++}`, repository: null }, parts.ports);
    const several = async () => {
      const responses = await Promise.all(Array.from({ length: startsAtOnce }, start));
      assert.ok(responses.every((response) => response?.status === 'ok'));
    };
    // Heap: the row of the history and the name of its file.
    const expected: Expected = { heap: 3 * 1024 * startsAtOnce, rows: startsAtOnce };
    await soak(`times ${startsAtOnce} starts`, starts / startsAtOnce, several, expected);
    const rows = parts.history.conversations;
    assert.ok(rows.length >= starts);
    assert.ok(rows.every(({ outcome }) => outcome === 'started'));
    assert.equal(new Set(rows.map(({ conversationId }) => conversationId)).size, rows.length);
  });

  /**
   * Warms up with a tenth on top, then runs two halves. Caches and pools that the first one fills don't grow in the
   * second.
   */
  async function soak(what: string, times: number, act: () => Promise<unknown>, expected: Expected): Promise<void> {
    let saidAt = performance.now();
    const run = async (count: number) => {
      for (let time = 0; time < count; time++) {
        await act();
        // VS Code keeps notifications that aren't closed.
        if (time % 20 === 19) await vscode.commands.executeCommand('notifications.clearAll');
        // A window that is silent for three minutes counts as hung.
        if (performance.now() - saidAt < 60_000) continue;
        say(`      soak: ${time} of ${count} ${what}`);
        saidAt = performance.now();
      }
    };
    await run(times / 10);
    const first = await level();
    await run(times / 2);
    const middle = await level();
    await run(times / 2);
    const last = await level();

    const levels = [first, middle, last];
    const row = (count: (level: Level) => unknown) => levels.map(count).join(' → ');
    const bytes = ({ files }: Level) => [...files.values()].reduce((sum, size) => sum + size, 0);
    const bound = expected.heap * (times / 2) + noise;
    say(
      [
        `      soak: ${times} ${what}: at the start, in the middle and at the end`,
        `heap ${row(({ heap }) => inMebibytes(heap))}, at most ${inMebibytes(bound)} more in the second half`,
        `ends of sockets ${row(({ sockets }) => sockets)}, descriptors ${row(({ descriptors }) => descriptors)}`,
        `listeners ${row(({ listeners }) => listeners)}, on the process ${row((level) => level.processListeners)}`,
        `files ${row(({ files }) => files.size)} of ${row(bytes)} bytes`,
        `resources ${JSON.stringify(middle.resources)} → ${JSON.stringify(last.resources)}`,
      ].join('\n        '),
    );
    assert.ok(last.heap - middle.heap < bound, `the heap grows by ${inMebibytes(last.heap - middle.heap)}`);
    // undici keeps at most four connections, each with an end here and one at the service.
    assert.ok(last.sockets <= 8, `${last.sockets} ends of sockets`);
    // VS Code opens and closes some of its own.
    assert.ok(last.descriptors <= middle.descriptors + 8, `${middle.descriptors} → ${last.descriptors} descriptors`);
    assert.ok(last.processListeners <= first.processListeners, `${row((level) => level.processListeners)} listeners`);
    assert.equal(last.listeners, first.listeners, 'listeners on settings and history');
    for (const kind of ['TCPSocketWrap', 'Timeout', 'FSEventWrap', 'PipeWrap', 'ProcessWrap']) {
      const [before = 0, after = 0] = [middle, last].map(({ resources }) => resources[kind] ?? 0);
      assert.ok(after <= before + 8, `${before} → ${after} of ${kind}`);
    }
    assert.deepEqual(otherFiles(last), otherFiles(first), 'files');
    for (const [before, after] of [
      [first, middle],
      [middle, last],
    ] as const) {
      const came = [...after.files].filter(([name]) => !before.files.has(name));
      assert.equal(came.length, expected.rows * (times / 2), 'files that came');
      for (const [name, size] of came) assert.ok(size > 200 && size < 1200, `${name} has ${size} bytes`);
    }
    assert.deepEqual(warnings, []);
  }

  async function level(): Promise<Level> {
    const heap = await heapInUse();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const processListeners = process.eventNames().map((event) => process.listenerCount(event as 'exit'));
    return {
      heap,
      resources,
      descriptors: await openDescriptors(),
      sockets: await socketEnds(new URL(service.url).port),
      processListeners: processListeners.reduce((sum, count) => sum + count, 0),
      listeners: parts.listeners,
      files: await filesIn(parts.folder),
    };
  }
});

async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (file) => [file, (await stat(file)).size] as const)));
}

/** Files that belong to no conversation, with their sizes. */
function otherFiles({ files }: Level): readonly (readonly [string, number])[] {
  return [...files].filter(([file]) => path.basename(path.dirname(file)) !== 'conversations');
}

/** Open descriptors of this process; 0 if the system doesn't tell. */
async function openDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}

/** Established connections with a port of this machine, each counted at both ends; 0 if the system doesn't tell. */
async function socketEnds(port: string): Promise<number> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const end = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return table.split('\n').filter((line) => {
    const [, local, remote, state] = line.trim().split(/\s+/);
    return state === established && (local?.endsWith(end) || remote?.endsWith(end));
  }).length;
}

/** The reference service in a process of its own: what it stores of a request costs the requesting process nothing. */
class ServiceProcess {
  /** The `{base_url}` of the interface. */
  readonly url: string;
  readonly #process: OwnedProcess;

  private constructor(url: string, running: OwnedProcess) {
    this.url = url;
    this.#process = running;
  }

  /** @throws {Error} If it ends before it listens, with its output. */
  static async start(sessionKey: string): Promise<ServiceProcess> {
    const main = path.join(compiledTests, 'service', 'main.js');
    // VS Code's own Node, which desktop VS Code hides behind a variable.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const running = new OwnedProcess(process.execPath, [main, sessionKey], { env });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (text: string) => {
        said += text;
        const address = /^Service address: (\S+)$/m.exec(said)?.[1];
        if (address !== undefined) resolve(address);
      };
      running.child.stdout?.setEncoding('utf8').on('data', read);
      running.child.stderr?.setEncoding('utf8').on('data', read);
      running.child.once('close', () =>
        reject(new Error(`The service ended before it listened. Its output:\n${said}`)),
      );
    });
    return new ServiceProcess(url, running);
  }

  async dispose(): Promise<void> {
    await this.#process.dispose();
  }
}
