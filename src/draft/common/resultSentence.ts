/** A branch that the agent is asked to push to, with a sentence at the end of the instructions. */
export interface ResultBranch {
  readonly name: string;
  /** One line of text; absent if it is the default one for the name. */
  readonly sentence?: string;
}

/** The sentence as it is sent: for the agent, so in English whatever VS Code's language is. */
export function resultSentence({ name, sentence }: ResultBranch): string {
  return sentence ?? `Push your work to a branch named "${name}".`;
}

/** The instructions with the sentence below them, after a blank line; unchanged without a result branch. */
export function withResultSentence(
  instructions: string | undefined,
  branch: ResultBranch | undefined,
): string | undefined {
  if (!branch) return instructions;
  const sentence = resultSentence(branch);
  return instructions?.trim() ? `${instructions.trimEnd()}\n\n${sentence}` : sentence;
}

/** True if a text can be the sentence for a name: it contains the name, and has one line. */
export function isResultSentence(text: string, name: string): boolean {
  return text.includes(name) && !/[\r\n]/.test(text);
}

/** The branch by another name, which takes the place of the old one in a sentence of the user's own. */
export function withResultName({ name: before, sentence }: ResultBranch, name: string): ResultBranch {
  if (sentence === undefined || before === '') return { name };
  const whole = before.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const mention = new RegExp(`(?<![\\p{L}\\p{N}])${whole}(?![\\p{L}\\p{N}])`, 'gu');
  return { name, sentence: sentence.replace(mention, () => name) };
}

/** Instructions that were sent with a result branch. */
interface SentInstructions {
  /** The instructions above the sentence; absent if there are none. */
  readonly own?: string;
  readonly branch: ResultBranch;
}

/**
 * Takes instructions apart that `withResultSentence` put together. Text that can't come from there is all the user's
 * own: then the sentence is the default one.
 */
export function withoutResultSentence(sent: string | undefined, name: string): SentInstructions {
  if (sent === undefined) return { branch: { name } };
  const end = sent.lastIndexOf('\n\n');
  const sentence = end === -1 ? sent : sent.slice(end + 2);
  if (!isResultSentence(sentence, name)) return { own: sent, branch: { name } };
  const branch = sentence === resultSentence({ name }) ? { name } : { name, sentence };
  return end === -1 ? { branch } : { own: sent.slice(0, end), branch };
}
