import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bothEnds } from '../support/tags';

bothEnds('Everyone does it.').describe('Activation', () => {
  it('finds the extension and activates it', async () => {
    const extension = vscode.extensions.getExtension('agent-conversations.agent-conversations');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('has the commands of the manifest', async () => {
    const extension = vscode.extensions.getExtension<unknown>('agent-conversations.agent-conversations')!;
    await extension.activate();
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });
});
