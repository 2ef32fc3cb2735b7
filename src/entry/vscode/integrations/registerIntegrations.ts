import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/disposables';
import { chatParticipant, startTool } from '../../../names';
import type { StartTool, ToolPorts } from './startTool';

/** Ways in for other tools: links, language models, chats. Each loads when it is first taken. */
export function registerIntegrations(ports: ToolPorts): Disposable {
  const store = new DisposableStore();
  const load = () => import('../../../onDemand');
  let made: Promise<StartTool> | undefined;
  const tool = () => (made ??= load().then((onDemand) => new onDemand.StartTool(ports)));
  store.add(
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        await (await load()).openLink(ports, uri);
      },
    }),
  );
  store.add(
    vscode.lm.registerTool(startTool, {
      prepareInvocation: async (options) => (await tool()).prepareInvocation(options),
      invoke: async (options, token) => (await tool()).invoke(options, token),
    }),
  );
  store.add(
    vscode.chat.createChatParticipant(chatParticipant, async (request, _context, stream, token) =>
      (await load()).answerChat(ports, request, stream, token),
    ),
  );
  return store;
}
