import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands as answer } from '../../src/answer/vscode/commands';
import { commands as conversations } from '../../src/conversations/vscode/commands';
import { commands as draft } from '../../src/draft/vscode/commands';
import { commands as entry } from '../../src/entry/vscode/commands';
import { commands as help } from '../../src/help/vscode/commands';
import { commands as result } from '../../src/result/vscode/commands';
import { commands as service } from '../../src/service/vscode/commands';
import { commands as settings } from '../../src/settings/vscode/commands';
import { commands as start } from '../../src/start/vscode/commands';
import { commands } from '../../src/onDemand';
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

  it('has each command in one feature: of two with the same name, one would never run', () => {
    const features = [answer, conversations, draft, entry, help, result, service, settings, start];
    const names = features.flatMap((table) => Object.keys(table));
    assert.deepEqual(names.sort(), Object.keys(commands).sort());
  });
});
