import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { gitCommand } from '../../src/repository/vscode/gitRepositories';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { WiredParts } from '../support/wiredParts';
import { activated } from './activated';
import { bareReplace } from './bareReplace';
import { FirstByteServer } from './firstByteServer';
import { conversation } from './historyFile';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';
import { setServiceUrl } from './setServiceUrl';
import { storeSessionKey } from './storeSessionKey';
import { startOn } from '../support/startOn';

const sessionKey = 'bench-session-key-4711';
const rounds = 60;
const warmUp = 15;

/** The message alone: repository, provider and branch come from the workspace, as they do for whoever uses it. */
const fields = { initial_user_msg: 'Fix the failing test' };

/**
 * From the command to the first byte at a server in the same process, and the same POST by bare undici, in turns. What
 * the command does besides sending is measured apart, in the same parts put together from the sources.
 */
export async function firstByte(): Promise<readonly Row[]> {
  const server = await FirstByteServer.listen();
  await setServiceUrl(server.url);
  const { context } = await activated('shipped');
  await storeSessionKey(context, server.url, sessionKey);
  const parts = await WiredParts.open();
  await parts.keys.set(server.url, sessionKey);
  const bare = await bareUndici(server.url);
  const own = await ownClient(server.url);
  const marks = new Marks(parts.ports, server);
  const line = JSON.stringify({ ...conversation(0), request: fields });
  const questions = await gitQuestions();

  const whole: number[] = [];
  const byUndici: number[] = [];
  const byClient: number[] = [];
  const onDisk: number[] = [];
  const byGit: number[][] = questions.map(() => []);
  const until = async (into: number[], act: () => Promise<unknown>, end = () => server.arrived) => {
    const before = performance.now();
    await act();
    into.push(end() - before);
  };
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) for (const list of [whole, byUndici, byClient, onDisk, ...byGit, ...marks.lists]) list.length = 0;
    await until(whole, () => start());
    await until(byUndici, () => bare.post());
    await until(byClient, () => own.post());
    await until(onDisk, () => bareReplace(path.join(parts.folder, 'bare'), line), now);
    for (const [index, ask] of questions.entries()) await until(byGit[index] ?? [], ask, now);
    await marks.start();
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  const connections = server.connections;
  await Promise.all([bare.close(), own.close()]);
  await parts.dispose();
  await server.close();
  await setServiceUrl(undefined);
  return table({ whole, byUndici, byClient, onDisk, byGit, marks, connections });
}

interface Measured {
  readonly whole: readonly number[];
  readonly byUndici: readonly number[];
  readonly byClient: readonly number[];
  readonly onDisk: readonly number[];
  /** Each question by itself. */
  readonly byGit: readonly (readonly number[])[];
  readonly marks: Marks;
  readonly connections: number;
}

function table({ whole, byUndici, byClient, onDisk, byGit, marks, connections }: Measured): readonly Row[] {
  const [command, undici, client, disk] = [whole, byUndici, byClient, onDisk].map(median) as [N, N, N, N];
  const [git, history, sending] = [marks.repository, marks.history, marks.sending].map(median) as [N, N, N];
  const others = median(marks.all) - git - history - sending;
  const rest = command - client;
  const slowest = Math.max(...byGit.map(median));
  return [
    row('Command to first byte of the POST, warm', { measured: milliseconds(command) }),
    row('— the bundled client alone', {
      target: '≤ 1.1 × bare undici',
      measured: milliseconds(client),
      baseline: milliseconds(undici),
      ratio: times(client / undici),
      verdict: verdict(client <= 1.1 * undici),
    }),
    row('— the rest', {
      target: '≤ 1.5 × the slowest `git` process that it needs',
      measured: milliseconds(rest),
      baseline: `${milliseconds(slowest)} (${byGit.map((taken) => milliseconds(median(taken))).join(', ')})`,
      ratio: times(rest / slowest),
      verdict: verdict(rest <= 1.5 * slowest),
    }),
    row('— reading the repository (Git is asked anew)', {
      measured: milliseconds(git),
      baseline: milliseconds(slowest),
      ratio: times(git / slowest),
    }),
    row('— history row on disk before anything leaves', {
      measured: milliseconds(history),
      baseline: `${milliseconds(disk)} (temporary, fdatasync, rename)`,
      ratio: times(history / disk),
    }),
    row('— client and network, inside the command', {
      measured: milliseconds(sending),
      baseline: milliseconds(undici),
      ratio: times(sending / undici),
    }),
    row('— everything else: settings, key, checks, log', {
      measured: milliseconds(others),
      verdict: `${rounds} starts, ${connections} connections for the four ways`,
    }),
  ];
}

type N = number;

const now = () => performance.now();

async function start(): Promise<void> {
  assert.ok(await vscode.commands.executeCommand('agentConversations.startConversation', fields));
}

/** Says of each start of its own how long the parts of it take. */
class Marks {
  readonly all: number[] = [];
  readonly repository: number[] = [];
  readonly history: number[] = [];
  readonly sending: number[] = [];
  readonly #ports: StartPorts;
  readonly #server: FirstByteServer;
  #sendingSince = NaN;

  constructor(ports: StartPorts, server: FirstByteServer) {
    this.#server = server;
    const { workspace, history, service } = ports;
    const timed = async <T>(into: number[], act: () => Promise<T>): Promise<T> => {
      const before = now();
      const result = await act();
      into.push(now() - before);
      return result;
    };
    this.#ports = {
      ...ports,
      workspace: over(workspace, {
        selectRepository: () => timed(this.repository, () => workspace.selectRepository()),
      }),
      history: over(history, {
        add: async (conversation) => {
          await timed(this.history, () => history.add(conversation));
          this.#sendingSince = now();
        },
      }),
      service,
    };
  }

  get lists(): readonly number[][] {
    return [this.all, this.repository, this.history, this.sending];
  }

  async start(): Promise<void> {
    const before = now();
    await runStartCommand(fields, this.#ports);
    this.all.push(this.#server.arrived - before);
    this.sending.push(this.#server.arrived - this.#sendingSince);
  }
}

/** The same object but for some of its methods. */
function over<T extends object>(original: T, methods: Partial<T>): T {
  return new Proxy(original, {
    get(target, name) {
      const replaced: unknown = Reflect.get(methods, name);
      const value: unknown = replaced ?? Reflect.get(target, name, target);
      return typeof value === 'function' && !replaced ? (value.bind(target) as unknown) : value;
    },
  });
}

/** What Git is asked on the way, each by a process of its own. */
async function gitQuestions(): Promise<readonly (() => Promise<unknown>)[]> {
  const [git, root] = [await gitCommand(), vscode.workspace.workspaceFolders?.[0]?.uri.fsPath];
  assert.ok(git && root !== undefined);
  const status = ['status', '--porcelain=v2', '--branch', '--untracked-files=all', '-z'];
  return [status, ['remote', '--verbose']].map((args) => () => git.run(args, { root }));
}

interface Poster {
  post(): Promise<unknown>;
  close(): Promise<unknown>;
}

const headers = {
  ...{ Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br', 'X-Session-API-Key': sessionKey },
  'Content-Type': 'application/json',
};

async function bareUndici(url: string): Promise<Poster> {
  const undici = await import('undici');
  const dispatcher = new undici.Agent();
  const body = JSON.stringify(request);
  return {
    post: async () => {
      const answer = await undici.request(`${url}/api/conversations`, { method: 'POST', dispatcher, headers, body });
      await answer.body.json();
    },
    close: () => dispatcher.close(),
  };
}

async function ownClient(baseUrl: string): Promise<Poster> {
  const { createClient } = await import('../../src/client/createClient');
  const client = createClient({ baseUrl, sessionKey, timeoutSeconds: 120 });
  return { post: () => startOn(client, request), close: () => client.close() };
}

/** What the command sends from the sample repository. */
const request = {
  ...fields,
  repository: 'octocat/Hello-World',
  git_provider: 'github',
  selected_branch: 'main',
} as const;
