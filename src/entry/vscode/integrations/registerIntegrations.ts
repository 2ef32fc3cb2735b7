import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import { chatParticipant, startTool } from '../../../names';
import type { answerChat } from './answerChat';
import type { openLink } from './openLink';
import type { StartTool, ToolPorts } from './startTool';

/** What is behind the ways in: it loads when one is first taken. */
export type IntegrationParts = () => Promise<{
  readonly answerChat: typeof answerChat;
  readonly openLink: typeof openLink;
  readonly StartTool: typeof StartTool;
}>;

/** Ways in for other tools: links, language models, chats. */
export function registerIntegrations(loading: Promise<ToolPorts>, load: IntegrationParts): Disposable {
  const store = new DisposableStore();
  let made: Promise<StartTool> | undefined;
  const make = async () => new (await load()).StartTool(await loading);
  const tool = () => (made ??= make());
  store.add(
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        await (await load()).openLink(await loading, uri);
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
      (await load()).answerChat(await loading, request, stream, token),
    ),
  );
  return store;
}
