import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/featureCommands';
import { bothEnds } from '../support/tags';

bothEnds('Everyone does it.').describe('Activation', () => {
  it('finds the extension and activates it', async () => {
    const extension = vscode.extensions.getExtension('agent-conversations.agent-conversations');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('has the commands of the manifest, each with its function in a feature', async () => {
    const extension = vscode.extensions.getExtension<unknown>('agent-conversations.agent-conversations')!;
    await extension.activate();
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    const registered = (await vscode.commands.getCommands(true)).filter((id) => declared.includes(id));
    assert.deepEqual(registered.sort(), declared);
    const ids = Object.keys(commands).map((name) => `agentConversations.${name}`);
    assert.deepEqual(ids.sort(), declared);
  });
});
