import * as vscode from 'vscode';

export interface Remedy {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
  /** ID of the command that it runs; absent if it runs none. */
  readonly command?: string;
}

/** Shows an error as its sentence, with its remedies. Doesn't wait for a click. */
export type Report = (error: unknown, ...more: readonly Remedy[]) => Promise<void>;

export function commandRemedy(label: string, command: string, ...args: readonly unknown[]): Remedy {
  return { label, command, run: () => vscode.commands.executeCommand(command, ...args) };
}

/** A problem in words that can be shown: what happened and why, and what can be done. */
export interface Explanation {
  readonly sentence: string;
  readonly remedy?: Remedy;
}

/** An error whose message can be shown to the user as it is. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
  readonly remedy: Remedy | undefined;

  constructor(sentence: string, remedy?: Remedy, cause?: unknown) {
    super(sentence, { cause });
    this.remedy = remedy;
  }
}

export function errorWith({ sentence, remedy }: Explanation): ExplainedError {
  return new ExplainedError(sentence, remedy);
}

/** Sorts the log after remedies that fix the problem, since it only explains it. */
export function withLogLast(remedies: readonly Remedy[]): readonly Remedy[] {
  const { label: logLabel } = showLog();
  return [...remedies].sort((a, b) => Number(a.label === logLabel) - Number(b.label === logLabel));
}

export function showLog(): Remedy {
  return commandRemedy(vscode.l10n.t('Show Log'), 'agentConversations.showLog');
}

export function seeLog(sentence: string): Explanation {
  return { sentence, remedy: showLog() };
}

export function suggestTrust(sentence: string): Explanation {
  return { sentence, remedy: commandRemedy(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage') };
}

export function suggestSetting(sentence: string, setting: string): Explanation {
  const remedy = commandRemedy(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', `@id:${setting}`);
  return { sentence, remedy };
}
