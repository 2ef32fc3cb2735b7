import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import { DisposableStore, type Disposable } from '../disposables';
import { commands } from '../names';
import type { ConversationPorts } from './conversationActions';
import type * as onDemand from './onDemand';
import { report } from './report';

export function registerConversationCommands(ports: ConversationPorts): Disposable {
  const store = new DisposableStore();
  type Action = (given: Conversation | undefined, ports: ConversationPorts) => Promise<void>;
  const register = (command: string, choose: (actions: typeof onDemand) => Action) => {
    const handler = async (given?: Conversation) => choose(await import('./onDemand'))(given, ports).catch(report);
    store.add(vscode.commands.registerCommand(command, handler));
  };
  register(commands.showConversation, ({ show }) => show);
  register(commands.openConversation, ({ open }) => open);
  register(commands.copyConversationId, ({ copyId }) => copyId);
  register(commands.removeConversation, ({ remove }) => remove);
  return store;
}
