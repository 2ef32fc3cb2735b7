import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import { createClient } from '../../src/client/createClient';
import { gitCommand } from '../../src/repository/vscode/gitRepositories';
import { Machine } from '../../src/service/machine';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { setServiceUrl } from '../support/setSetting';
import { startOn } from '../support/startOn';
import { workspaceFolder } from '../support/workspaceFolder';
import { compared, milliseconds, type Row } from './row';
import { medianTimes } from './samples';
import type { TimedExports } from './timedExtension';

const sessionKey = 'bench-session-key-4711';
const rounds = 60;

const request = {
  initial_user_msg: 'Fix the failing test',
  repository: 'octocat/Hello-World',
  git_provider: 'github',
  selected_branch: 'main',
} as const;

const headers = {
  Accept: 'application/json',
  'Accept-Encoding': 'gzip, deflate, br',
  'X-Session-API-Key': sessionKey,
  'Content-Type': 'application/json',
};

const answer = JSON.stringify({
  status: 'ok',
  conversation_id: '0123456789abcdef0123456789abcdef',
  message: null,
  conversation_status: 'STARTING',
});

/** Git is asked these on the way. */
const questions = [
  ['status', '--porcelain=v2', '--untracked-files=all', '-z'],
  ['remote', '--verbose'],
  ['config', '--null', '--get-regexp', '^(remote|branch)\\.'],
  ['for-each-ref', '--format=%(upstream:track)', 'refs/heads/main', 'refs/remotes/**/main'],
];

/**
 * From the command until its POST arrives at a server in the same process, the same POST by bare undici and by our client
 * alone, and what Git is asked on the way, in turns.
 */
export async function firstByte({ context }: TimedExports): Promise<readonly Row[]> {
  let arrived = NaN;
  const server = createServer((incoming, response) => {
    arrived = performance.now();
    incoming.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await setServiceUrl(url);
  await storeSessionKey(context, url);
  const undici = await import('undici');
  const dispatcher = new undici.Agent();
  const bare = { method: 'POST', dispatcher, headers, body: JSON.stringify(request) } as const;
  const client = createClient({ baseUrl: url, sessionKey, timeoutSeconds: 120 });
  const git = await gitCommand(workspaceFolder().fsPath);
  assert.ok(git);
  const untilArrived = async (act: Promise<unknown>) => {
    await act;
    return arrived;
  };

  const [whole = NaN, byUndici = NaN, byClient = NaN, ...byGit] = await medianTimes(
    rounds,
    (round) => untilArrived(start(round)),
    () => untilArrived(undici.request(`${url}/api/conversations`, bare).then(({ body }) => body.json())),
    () => untilArrived(startOn(client, request)),
    ...questions.map((args) => () => git.run(args)),
  );
  await Promise.all([dispatcher.close(), client.close()]);
  server.close();
  await setServiceUrl(undefined);
  const slowest = Math.max(...byGit);
  const to = `slowest \`git\` process of ${byGit.map(milliseconds).join(', ')}`;
  return [
    { what: `Command until its POST arrives, warm, ${rounds} starts`, measured: milliseconds(whole) },
    compared('— the bundled client alone', { measured: byClient, baseline: byUndici, to: 'bare undici', most: 1.1 }),
    compared('— the rest', { measured: whole - byClient, baseline: slowest, to, most: 1.5 }),
  ];
}

/**
 * The message alone: repository, provider and branch come from the workspace. Each start has one of its own: the same one
 * again within a second is answered without another request.
 */
async function start(round: number): Promise<void> {
  const initial_user_msg = `${request.initial_user_msg}, round ${round}`;
  assert.ok(await vscode.commands.executeCommand('agentConversations.startConversation', { initial_user_msg }));
  await vscode.commands.executeCommand('notifications.clearAll');
}

/** Stores a key as the extension of this context does when the user enters it. */
async function storeSessionKey(context: vscode.ExtensionContext, origin: string): Promise<void> {
  const keys = new SessionKeys(context.secrets, new Redactor(), new Machine(context.globalStorageUri.fsPath));
  await keys.set(origin, sessionKey);
  keys.dispose();
}
