import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chatParticipant, configurationSection, startTool, statusBarItemId, views } from '../../src/names';
import { putTogether } from './timedExtension';

/** Stands in the place of the shipped extension's own names: VS Code takes each but once. */
const names: readonly (readonly [shipped: string, own: string])[] = [
  [configurationSection, 'registeringOnly'],
  ['agent-conversations_', 'registering-only_'],
];

const renamed = (text: string) => names.reduce((so, [shipped, own]) => so.replaceAll(shipped, own), text);

/** Every registration that the shipped extension makes in its `activate`; a test of the package holds the two together. */
const code = `const vscode = require('vscode');\nconst nothing = () => undefined;\nexports.activate = (context) => {\n  const add = (registered) => (context.subscriptions.push(registered), registered);\n  for (const { command: id } of context.extension.packageJSON.contributes.commands)\n    add(vscode.commands.registerCommand(id, nothing));\n  const documents = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-vfs'].map((scheme) => ({ scheme }));\n  const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];\n  add(vscode.languages.registerCodeActionsProvider(documents, { provideCodeActions: nothing }, { providedCodeActionKinds }));\n  add(vscode.window.registerUriHandler({ handleUri: nothing }));\n  add(vscode.lm.registerTool('${startTool}', { prepareInvocation: nothing, invoke: nothing }));\n  add(vscode.chat.createChatParticipant('${chatParticipant}', nothing));\n  add(vscode.workspace.onDidOpenTextDocument(nothing));\n  for (const id of ${JSON.stringify([views.conversations, views.settings])}) {\n    const tree = { getChildren: () => [], getTreeItem: (item) => item, resolveTreeItem: (item) => item };\n    const changed = new vscode.EventEmitter();\n    add(vscode.window.createTreeView(id, { treeDataProvider: { ...tree, onDidChangeTreeData: changed.event } }));\n  }\n  const item = add(vscode.window.createStatusBarItem('${statusBarItemId}', vscode.StatusBarAlignment.Left, 0));\n  const label = 'Agent: No conversations started from this workspace yet';\n  Object.assign(item, { name: 'Agent Conversation', command: '${configurationSection}.showConversation' });\n  Object.assign(item, { text: '$(comment-discussion) Agent', tooltip: label, accessibilityInformation: { label } });\n  item.show();\n};\n`;

/** An extension that makes the registrations of the shipped one, of the same manifest, and does nothing else. */
export async function registeringExtension(shipped: string, parent: string): Promise<string> {
  const folder = path.join(parent, 'registering');
  await mkdir(path.join(folder, 'dist'), { recursive: true });
  for (const name of ['l10n', 'media', 'package.nls.json', 'package.nls.de.json'])
    await cp(path.join(shipped, name), path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'dist', 'extension.js'), renamed(code));
  const manifest = renamed(await readFile(path.join(shipped, 'package.json'), 'utf8'));
  await putTogether(folder, { ...(JSON.parse(manifest) as Record<string, unknown>), name: 'registering' });
  return folder;
}
