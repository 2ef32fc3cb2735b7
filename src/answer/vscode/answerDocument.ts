import { l10n } from 'vscode';
import { visibleText } from '../../base/text';
import { consentText } from '../../base/vscode/consentText';
import { shownLanguage } from '../../base/vscode/units';
import type { WaitingAction } from '../../client/client';
import type { Conversation } from '../../conversations/conversation';
import { conversationPlace, conversationTitle, reportedState } from '../../conversations/vscode/conversationLabels';
import type { LastAnswer } from '../lastAnswer';

/** The answer as plain text in which every character is visible, below what it's about, its state and its time. */
export function answerDocument(conversation: Conversation, status: string, answer: LastAnswer): string {
  const { words } = reportedState(status);
  const { lead, at, texts } = partsOf(answer);
  const about = [words, conversationPlace(conversation), at === undefined ? '' : timeOf(at)].map(visibleText);
  const head = [visibleText(conversationTitle(conversation)), about.filter(Boolean).join(' · '), lead];
  return `${[...head, ...texts.map(shown)].filter(Boolean).join('\n\n')}\n`;
}

function partsOf(answer: LastAnswer) {
  switch (answer.kind) {
    case 'answer':
      return { lead: l10n.t('The agent said last:'), at: answer.at, texts: [answer.text] };
    case 'error':
      return { lead: l10n.t('The agent stopped with an error:'), at: answer.at, texts: [answer.code, answer.text] };
    case 'waits': {
      const lead =
        answer.actions.length === 0
          ? l10n.t(
              "The agent is waiting for you to confirm or reject an action that couldn't be read here. Open it in the browser.",
            )
          : l10n.t('The agent is waiting for you to confirm or reject this in the browser:');
      return { lead, at: answer.actions.at(-1)?.at, texts: actionTexts(answer.actions) };
    }
    case 'noAnswer': {
      const { sentAt: at } = answer;
      const lead =
        at === undefined
          ? l10n.t("The agent hasn't said anything yet.")
          : l10n.t("The last message is yours. The agent hasn't answered it yet.");
      return { lead, at, texts: [] };
    }
  }
}

/** Every part that isn't indented is one line, and the agent's own words come last: none can look like another part. */
function actionTexts(actions: readonly WaitingAction[]): readonly string[] {
  return actions.flatMap(({ summary, risk, details }, index) => [
    ...(actions.length === 1 ? [] : [l10n.t('Action {0} of {1}', index + 1, actions.length)]),
    ...(risk === undefined ? [] : [l10n.t('Risk: {0}', visibleText(risk))]),
    ...details.map(([name, value]) => `${visibleText(name)}:\n${value.replace(/^/gm, '    ')}`),
    ...(summary === undefined ? [] : [l10n.t('Summary: {0}', visibleText(summary))]),
  ]);
}

/** Actions in rows that are agreed to, every character visible. */
export function actionRows(actions: readonly WaitingAction[]): readonly string[] {
  return actionTexts(actions).flatMap((text) => consentText(text));
}

/** Longer than lines that are written for people. */
const width = 1000;

function shown(text: string): string {
  return consentText(text, width).join('\n').trimEnd();
}

/** Services tell the time of the conversation's machine, normally UTC, without saying so. */
function timeOf(at: string): string {
  const time = new Date(`${at}Z`);
  return Number.isNaN(time.getTime()) ? at : time.toLocaleString(shownLanguage());
}
