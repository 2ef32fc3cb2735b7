import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import { isRecord } from '../domain/isRecord';
import { DisposableStore, type Disposable } from '../disposables';
import { commands } from '../names';
import type { ConversationPorts } from './conversationActions';
import type * as onDemand from './onDemand';
import type { Report } from './explanation';
import type { StartPorts } from './startPorts';

export function registerConversationCommands(ports: ConversationPorts & StartPorts, report: Report): Disposable {
  const store = new DisposableStore();
  type Action = (given: Conversation | undefined, ports: ConversationPorts & StartPorts) => Promise<void>;
  const register = (command: string, choose: (actions: typeof onDemand) => Action) => {
    const handler = async (given?: unknown) =>
      choose(await import('./onDemand'))(knownConversation(given, ports), ports).catch((error: unknown) =>
        report(error),
      );
    store.add(vscode.commands.registerCommand(command, handler));
  };
  register(commands.showConversation, ({ show }) => show);
  register(commands.openConversation, ({ open }) => open);
  register(commands.copyConversationId, ({ copyId }) => copyId);
  register(commands.startAgain, ({ startAgain }) => startAgain);
  register(commands.removeConversation, ({ remove }) => remove);
  return store;
}

/** Commands can be called with anything; a conversation is one that is remembered. */
function knownConversation(given: unknown, { history }: ConversationPorts): Conversation | undefined {
  return isRecord(given) && typeof given['id'] === 'string' ? history.get(given['id']) : undefined;
}
