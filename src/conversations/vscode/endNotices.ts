import * as vscode from 'vscode';
import { plainNotification } from '../../base/text';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';
import { notify, type ShowMessage } from '../../base/vscode/notify';
import { views } from '../../names';
import { mayHavePushed, type Conversation } from '../conversation';
import { markSeen } from '../conversationToShow';
import type { End } from '../follower';
import type { History } from '../history';
import { isBad, isUnknown, needsUser } from '../reportedStatus';
import { agentCommandsFor } from './agentCommands';
import { conversationState, shortTitle } from './conversationLabels';

/** The number of ends that are shown one by one. More ends share one notification. */
const maxOneByOne = 3;

/** The number of buttons that a notification has room for: VS Code cuts the texts of more. The menu has all commands. */
const maxButtons = 2;

/** The notifications about ends in one window. A conversation counts as looked at once the user answers or closes it. */
export class EndNotices {
  readonly #history: Pick<History, 'change'>;
  /** The last notification with each text. */
  readonly #last = new Map<string, symbol>();

  constructor(history: Pick<History, 'change'>) {
    this.#history = history;
  }

  /**
   * Shows a notification for each end. One notification is shown for all conversations that had ended before their status
   * was first asked for, and one if there are many ends.
   * @returns for each notification, a promise that resolves when it was answered or closed
   */
  show(ends: readonly End[]): readonly Promise<void>[] {
    const earlier = ends.filter(({ isFirst }) => isFirst);
    const others = earlier.length > 1 ? ends.filter(({ isFirst }) => !isFirst) : ends;
    if (others.length > maxOneByOne) return [this.#showSeveral(ends)];
    return [
      ...(earlier.length > 1 ? [this.#showSeveral(earlier)] : []),
      ...others.map(({ conversation }) => this.#showOne(conversation)),
    ];
  }

  async #showSeveral(ends: readonly End[]): Promise<void> {
    const sentence = vscode.l10n.t(
      '{0} conversations have ended or are waiting for you. The Conversations view shows what their service reports.',
      ends.length,
    );
    const show = commandRemedy(vscode.l10n.t('Show Conversations'), `${views.conversations}.focus`);
    if (!(await this.#isAnswered(vscode.window.showInformationMessage, sentence, show))) return;
    for (const { conversation } of ends) await markSeen(conversation, this.#history, conversation.endedAt);
  }

  async #showOne(conversation: Conversation): Promise<void> {
    const { id } = conversation;
    const open = commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
    const review = mayHavePushed(conversation)
      ? [commandRemedy(vscode.l10n.t('Review What Was Pushed...'), 'agentConversations.reviewResult', { id })]
      : [];
    // A follow-up needs a message first: the other commands about the agent are the user's next step.
    const agent = isUnknown(conversation)
      ? []
      : agentCommandsFor(conversation).filter(({ command }) => command !== 'agentConversations.sendFollowUp');
    const agentRemedies = agent.map(({ words, command }) => commandRemedy(words(), command, { id }));
    const isAgentNext = needsUser(conversation) || review.length === 0;
    const next = isAgentNext ? [...agentRemedies, open, ...review] : [...review, open];
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const show = isBad(conversation) ? showWarningMessage : showInformationMessage;
    if (await this.#isAnswered(show, sentenceOf(conversation), ...next.slice(0, maxButtons)))
      await markSeen(conversation, this.#history, conversation.endedAt);
  }

  /** Shows a notification. False if VS Code closed it because an equal one was shown after it. */
  async #isAnswered(show: ShowMessage, sentence: string, ...remedies: readonly Remedy[]): Promise<boolean> {
    const text = [plainNotification(sentence), ...remedies.map(({ label }) => label)].join('\n');
    const own = Symbol();
    this.#last.set(text, own);
    await notify(show, sentence, ...remedies);
    if (this.#last.get(text) !== own) return false;
    this.#last.delete(text);
    return true;
  }
}

/** The sentence about an end. It only repeats the service's report: whether the task is done isn't known. */
function sentenceOf(conversation: Conversation): string {
  const title = shortTitle(conversation);
  if (isUnknown(conversation)) {
    return vscode.l10n.t('The service no longer knows the conversation "{0}". It may have been deleted.', title);
  }
  const { words } = conversationState(conversation);
  if (needsUser(conversation)) {
    return vscode.l10n.t({
      message: 'The conversation "{0}" is waiting for you. Its service reports: {1}.',
      args: [title, words],
      comment: '{1} is the state, such as "Waiting for confirmation" or "Stuck"',
    });
  }
  return vscode.l10n.t({
    message: 'The conversation "{0}" has ended. Its service reports: {1}.',
    args: [title, words],
    comment: '{1} is the state, such as "Stopped" or "Finished"',
  });
}
