import { l10n } from 'vscode';
import { commands } from '../names';

/** Something a person can do about a problem. */
export interface Remedy {
  readonly label: string;
  /** An id of ours or of VS Code's. */
  readonly command: string;
}

/** A problem in words that are fit to show: what happened, why, and what to do. */
export interface Explanation {
  readonly sentence: string;
  readonly remedy?: Remedy;
}

/** An error whose message is one of our sentences, for callers that show what they catch. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
  readonly remedy: Remedy | undefined;

  constructor(sentence: string, remedy?: Remedy) {
    super(sentence);
    this.remedy = remedy;
  }
}

export function showLog(): Remedy {
  return { label: l10n.t('Show Log'), command: commands.showLog };
}

/** A problem that only its details explain further. */
export function seeLog(sentence: string): Explanation {
  return { sentence, remedy: showLog() };
}

/** A problem that another session key may mend. */
export function mendKey(sentence: string): Explanation {
  return { sentence, remedy: { label: l10n.t('Set Session Key...'), command: commands.setSessionKey } };
}

/** A problem that another address may mend. */
export function mendAddress(sentence: string): Explanation {
  return { sentence, remedy: { label: l10n.t('Set Service Address...'), command: commands.setServiceUrl } };
}
