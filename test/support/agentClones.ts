import { cp } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import type { History } from '../../src/conversations/history';
import { PushWatcher } from '../../src/result/vscode/pushWatcher';
import type { ResultPorts } from '../../src/result/vscode/remoteAtStart';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import { Clone, hostRemote } from '../unit/result/clones';
import type { GitBench } from './gitBench';

/** The user's clone, which is open in the window, and the agent's, both of one remote. */
export interface AgentClones {
  readonly mine: Clone;
  readonly agent: Clone;
}

export async function openClones(git: GitBench): Promise<AgentClones> {
  await cp(await template(), git.folder, { recursive: true });
  const mine = new Clone(path.join(git.folder, 'Hello-World'));
  await git.window.show(mine.root);
  return { mine, agent: new Clone(path.join(git.folder, 'agent')) };
}

/** Folder with fresh clones. Created once per process: a copy starts no Git. */
function template(): Promise<string> {
  return (made.template ??= makeTemplate(new TemporaryFolder('agent-clones').path));
}

const made: { template?: Promise<string> } = {};

async function makeTemplate(folder: string): Promise<string> {
  const { path: root, git } = await makeSampleRepository(folder);
  const bare = path.join(folder, 'Hello-World.git');
  await git('clone', '--quiet', bare, path.join(folder, 'agent'));
  // Relative, so that it is the remote of a copy, too.
  await git('-C', '../agent', 'remote', 'set-url', 'origin', path.join('..', 'Hello-World.git'));
  await hostRemote(new Clone(root), bare);
  return folder;
}

/** Starts a conversation. Resolves once it's saved what the remote had then, which is a moment later. */
export async function startOnClone({ bench }: GitBench): Promise<Conversation> {
  await bench.receive({ initial_user_msg: 'Greet' });
  return conversationOnce(bench.history, ({ remoteBranches }) => remoteBranches !== undefined);
}

/** Resolves with the newest conversation, or that with this id, once it is as wanted. */
export function conversationOnce(
  history: History,
  isWanted: (one: Conversation) => boolean,
  id?: string,
): Promise<Conversation> {
  return new Promise((resolve) => {
    const look = () => {
      const one = id === undefined ? history.conversations[0] : history.get(id);
      if (!one || !isWanted(one)) return;
      listening.dispose();
      resolve(one);
    };
    const listening = history.onDidChange(look);
    look();
  });
}

/** Resolves once what others pushed has been looked for in a clone: the next look begins after it. */
export async function wholeLook({ window, bench }: GitBench, ports: ResultPorts, root: string): Promise<void> {
  const { history } = bench;
  const load = history.load.bind(history);
  let looks = 0;
  const looked = new Promise<void>((resolve) => {
    Object.assign(history, { load: () => (++looks === 2 && resolve(), load()) });
  });
  const watcher = new PushWatcher(window.api, ports, 0);
  try {
    await window.api.getRepository(vscode.Uri.file(root))!.status();
    await looked;
  } finally {
    watcher.dispose();
    Object.assign(history, { load });
  }
}
