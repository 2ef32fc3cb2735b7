import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './base/lifecycle';
import type { Commands } from './base/vscode/commands';
import { configurationSection, type CommandId } from './names';

/** The part of package.json that declares commands. */
export interface CommandManifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

/**
 * Registers the commands that package.json declares. Their functions load when the first of them is run.
 * @param load gets the function of each command, by its name
 */
export function registerCommands<Ports>(
  manifest: CommandManifest,
  ports: Promise<Ports>,
  load: () => Promise<{ readonly commands: Commands<Ports> }>,
): Disposable {
  const store = new DisposableStore();
  for (const { command: id } of manifest.contributes.commands) {
    const name = id.slice(`${configurationSection}.`.length);
    const run = async (...given: readonly unknown[]) => {
      const copies = id === 'agentConversations.startConversation' ? given.map(copyOf) : given;
      const { commands } = await load();
      const command = commands[name];
      if (!command) throw new Error(`No feature has the command ${name}.`);
      return command(await ports, ...copies);
    };
    store.add(vscode.commands.registerCommand(id, run));
  }
  return store;
}

/** The caller may change it while the code that reads it loads. Values that can't be copied are used as they are. */
function copyOf(request: unknown): unknown {
  try {
    return structuredClone(request);
  } catch {
    return request;
  }
}
