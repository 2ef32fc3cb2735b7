import * as vscode from 'vscode';
import type { SettingsStore } from './settings/settingsStore';
import { DisposableStore, type Disposable } from './base/lifecycle';
import { answeringCommands, commandNames, commands, type CommandName } from './names';
import type { ConnectionPorts } from './service/vscode/connection/connectionCommands';
import type { DiagnosticPorts } from './help/vscode/diagnosticCommands';
import type { AnswerPorts } from './answer/vscode/showLastAnswer';
import type * as onDemandParts from './onDemand';
import type { ResultPorts } from './result/vscode/savedResult';
import type { ConversationFilter } from './conversations/conversationFilter';
import type { StartPorts } from './start/vscode/startPorts';

type CommandPorts = StartPorts &
  ConnectionPorts &
  DiagnosticPorts &
  AnswerPorts &
  Pick<ResultPorts, 'changesEditors'> & {
    readonly filter: ConversationFilter;
    readonly settings: SettingsStore;
    readonly log: { show(): void };
  };

/** Commands that need nothing of `onDemand`, or whose arguments are in a different order. */
const own = ['startConversation', 'showLog'] as const;

type Reporting = Exclude<CommandName, (typeof answeringCommands | typeof own)[number]>;

/** The others are only run by the user: their errors are shown. */
function isReporting(name: CommandName): name is Reporting {
  return ![...answeringCommands, ...own].some((other) => other === name);
}

/** Most commands are functions of the same name in `onDemand`, which loads when the first of them is run. */
export function registerCommands(
  loading: Promise<CommandPorts>,
  onDemand: () => Promise<typeof onDemandParts>,
): Disposable {
  const store = new DisposableStore();
  const register = (name: CommandName, run: (...given: unknown[]) => unknown) =>
    store.add(vscode.commands.registerCommand(commands[name], run));
  const run = async (name: (typeof answeringCommands)[number] | Reporting, given: readonly unknown[]) =>
    (await onDemand())[name](await loading, ...given);
  const start = async (request: unknown) => (await onDemand()).runStartCommand(request, await loading);
  const report = async (error: unknown) => (await loading).report(error);

  register('startConversation', (request) => start(copyOf(request)));
  register('showLog', async () => (await loading).log.show());
  for (const name of answeringCommands) register(name, (...given) => run(name, given));
  // VS Code passes `undefined` for a row that is gone, the Command Palette nothing: `null` lets commands tell.
  const orNull = (one: unknown) => one ?? null;
  for (const name of commandNames.filter(isReporting))
    register(name, (...given) => run(name, given.map(orNull)).catch(report));
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
