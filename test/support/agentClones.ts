import path from 'node:path';
import type { Conversation } from '../../src/conversations/conversation';
import type { History } from '../../src/conversations/history';
import { makeSampleRepository } from '../host/sampleRepository';
import { Clone, hostRemote } from '../unit/result/clones';
import type { GitBench } from './gitBench';

/** The user's clone, which is open in the window, and the agent's, both of one remote. */
export interface AgentClones {
  readonly mine: Clone;
  readonly agent: Clone;
}

export async function openClones(git: GitBench): Promise<AgentClones> {
  const { path: root } = await makeSampleRepository(git.folder);
  const bare = path.join(git.folder, 'Hello-World.git');
  const mine = new Clone(root);
  const agent = new Clone(path.join(git.folder, 'agent'));
  await hostRemote(mine, bare);
  await mine.git('clone', '--quiet', bare, agent.root);
  await git.window.show(root);
  return { mine, agent };
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
