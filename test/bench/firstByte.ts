import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { gitCommand } from '../../src/repository/vscode/gitRepositories';
import { Redactor } from '../../src/base/redactor';
import { Machine } from '../../src/service/machine';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { activated } from './activated';
import { FirstByteServer } from './firstByteServer';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';
import { setServiceUrl } from '../support/setSetting';
import { startOn } from '../support/startOn';

const sessionKey = 'bench-session-key-4711';
const rounds = 60;
const warmUp = 15;

/** The message alone: repository, provider and branch come from the workspace, as they do for whoever uses it. */
const fields = { initial_user_msg: 'Fix the failing test' };

/**
 * From the command to the first byte at a server in the same process, the same POST by bare undici and by our client
 * alone, and what Git is asked on the way, in turns.
 */
export async function firstByte(): Promise<readonly Row[]> {
  const server = await FirstByteServer.listen();
  await setServiceUrl(server.url);
  const { context } = await activated('shipped');
  await storeSessionKey(context, server.url, sessionKey);
  const bare = await bareUndici(server.url);
  const own = await ownClient(server.url);
  const questions = await gitQuestions();

  const whole: number[] = [];
  const byUndici: number[] = [];
  const byClient: number[] = [];
  const byGit: number[][] = questions.map(() => []);
  const until = async (into: number[], act: () => Promise<unknown>, end = () => server.arrived) => {
    const before = performance.now();
    await act();
    const taken = end() - before;
    assert.ok(taken > 0, 'no request has arrived');
    into.push(taken);
  };
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) for (const list of [whole, byUndici, byClient, ...byGit]) list.length = 0;
    await until(whole, () => start(round));
    await until(byUndici, () => bare.post());
    await until(byClient, () => own.post());
    for (const [index, ask] of questions.entries()) await until(byGit[index] ?? [], ask, now);
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  const connections = server.connections;
  await Promise.all([bare.close(), own.close()]);
  await server.close();
  await setServiceUrl(undefined);
  return table({ whole, byUndici, byClient, byGit, connections });
}

interface Measured {
  readonly whole: readonly number[];
  readonly byUndici: readonly number[];
  readonly byClient: readonly number[];
  /** Each question by itself. */
  readonly byGit: readonly (readonly number[])[];
  readonly connections: number;
}

function table({ whole, byUndici, byClient, byGit, connections }: Measured): readonly Row[] {
  const [command = NaN, undici = NaN, client = NaN] = [whole, byUndici, byClient].map(median);
  const rest = command - client;
  const slowest = Math.max(...byGit.map(median));
  return [
    row('Command to first byte of the POST, warm', {
      measured: milliseconds(command),
      verdict: `${rounds} starts, ${connections} connections for the three ways`,
    }),
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
  ];
}

const now = () => performance.now();

/** Each with a message of its own: the same one again within a second is answered without another request. */
async function start(round: number): Promise<void> {
  const initial_user_msg = `${fields.initial_user_msg}, round ${round}`;
  assert.ok(await vscode.commands.executeCommand('agentConversations.startConversation', { initial_user_msg }));
}

async function gitQuestions(): Promise<readonly (() => Promise<unknown>)[]> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const git = root === undefined ? undefined : await gitCommand(root);
  assert.ok(git);
  const questions = [
    ['status', '--porcelain=v2', '--untracked-files=all', '-z'],
    ['remote', '--verbose'],
    ['config', '--null', '--get-regexp', '^(remote|branch)\\.'],
    ['for-each-ref', '--format=%(upstream:track)', 'refs/heads/main', 'refs/remotes/**/main'],
  ];
  return questions.map((args) => () => git.run(args));
}

interface Poster {
  post(): Promise<unknown>;
  close(): Promise<unknown>;
}

const headers = {
  Accept: 'application/json',
  'Accept-Encoding': 'gzip, deflate, br',
  'X-Session-API-Key': sessionKey,
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

const request = {
  ...fields,
  repository: 'octocat/Hello-World',
  git_provider: 'github',
  selected_branch: 'main',
} as const;

/** Stores a key as the extension of this context does when somebody enters it. */
async function storeSessionKey(context: vscode.ExtensionContext, origin: string, key: string): Promise<void> {
  const keys = new SessionKeys(context.secrets, new Redactor(), new Machine(context.globalStorageUri.fsPath));
  await keys.set(origin, key);
  keys.dispose();
}
