import * as vscode from 'vscode';
import type { AgentConversationsApi } from '../../src/api';

const agentConversations = 'agent-conversations.agent-conversations';

/** Exports of this extension for the tests in the extension host. */
export interface SecondExtension {
  readonly api: AgentConversationsApi;
  /** Events that the API reported, in order. */
  readonly told: readonly string[];
}

/** An extension like any other: it knows ours only by its id and its types. */
export async function activate(context: vscode.ExtensionContext): Promise<SecondExtension> {
  const api = await vscode.extensions.getExtension<AgentConversationsApi>(agentConversations)!.activate();
  const told: string[] = [];
  context.subscriptions.push(
    api.onWillStartConversation(({ request }) => told.push(`will start ${request.initial_user_msg ?? ''}`)),
    api.onDidChangeConversations(() => told.push(api.conversations[0]?.outcome ?? 'none')),
    api.onDidEndConversation((end) =>
      told.push(`${Object.isFrozen(end) ? 'frozen' : 'open'} end: ${JSON.stringify(end)}`),
    ),
    vscode.commands.registerCommand('secondExtension.start', () => say(() => start(api, told))),
    vscode.commands.registerCommand('secondExtension.openLink', openLink),
    vscode.commands.registerCommand('secondExtension.callTool', () => say(callTool)),
  );
  return { api, told };
}

async function start(api: AgentConversationsApi, told: readonly string[]): Promise<string> {
  const response = await api.startConversation({ initial_user_msg: 'Say hello from the second extension' });
  return `The API answered ${response?.conversation_id ?? 'nothing'}. It told: ${told.join(', ')}.`;
}

/** Opens a link as a click in a document does. */
async function openLink(): Promise<void> {
  const rest = await vscode.window.showInputBox({ title: 'Path and query of the link' });
  const link = `${vscode.env.uriScheme}://${agentConversations}${rest ?? ''}`;
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(link));
}

async function callTool(): Promise<string> {
  const input = (await vscode.window.showInputBox({ title: 'Input of the tool' })) ?? '{}';
  const { content } = await vscode.lm.invokeTool('agent-conversations_startConversation', {
    input: JSON.parse(input) as object,
    toolInvocationToken: undefined,
  });
  return `The tool answered: ${content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '?')).join('')}`;
}

async function say(work: () => Promise<string>): Promise<void> {
  const sentence = await work().catch((error: unknown) => `It failed: ${String(error)}`);
  await vscode.window.showInformationMessage(sentence, 'Thanks');
}
