import * as vscode from 'vscode';

export interface Remedy {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

/** Shows an error as its sentence, with its remedies. Doesn't wait for a click. */
export type Report = (error: unknown, ...more: readonly Remedy[]) => Promise<void>;

export function commandRemedy(label: string, command: string, ...words: readonly unknown[]): Remedy {
  return { label, run: () => vscode.commands.executeCommand(command, ...words) };
}

/** A problem in words that can be shown: what happened, why, and what to do. */
export interface Explanation {
  readonly sentence: string;
  readonly remedy?: Remedy;
}

/** An error whose message is one of our sentences, for callers that show what they catch. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
  readonly remedy: Remedy | undefined;

  constructor(sentence: string, remedy?: Remedy, cause?: unknown) {
    super(sentence, { cause });
    this.remedy = remedy;
  }
}

/** Puts the remedies that fix the problem first; the log only explains it. */
export function withLogLast(remedies: readonly Remedy[]): readonly Remedy[] {
  const { label: logLabel } = showLog();
  return [...remedies].sort((a, b) => Number(a.label === logLabel) - Number(b.label === logLabel));
}

export function showLog(): Remedy {
  return commandRemedy(vscode.l10n.t('Show Log'), 'agentConversations.showLog');
}

/** A problem that only the log explains further. */
export function seeLog(sentence: string): Explanation {
  return { sentence, remedy: showLog() };
}

/** A problem that another value of a setting may fix, one of ours or of VS Code's. */
export function suggestSetting(sentence: string, setting: string): Explanation {
  const remedy = commandRemedy(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', `@id:${setting}`);
  return { sentence, remedy };
}
