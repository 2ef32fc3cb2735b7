import { l10n } from 'vscode';
import { dialogWidth, indentation, indented } from '../../base/readableText';
import { visibleText } from '../../base/text';
import { consentText } from '../../base/vscode/text';
import { shownLanguage } from '../../base/vscode/units';
import type { WaitingAction } from '../../client/client';
import type { Conversation } from '../../conversations/conversation';
import { wayToDecide } from '../../conversations/vscode/agentCommands';
import { conversationPlace, conversationTitle, reportedState } from '../../conversations/vscode/conversationLabels';
import type { LastAnswer } from '../lastAnswer';

export function answerDocument(conversation: Conversation, status: string, answer: LastAnswer): string {
  const { words } = reportedState(status);
  const { lead, at, parts } = partsOf(answer, { ...conversation, status });
  const about = [words, conversationPlace(conversation), at === undefined ? '' : timeOf(at)].map(visibleText);
  const head = [visibleText(conversationTitle(conversation)), about.filter(Boolean).join(' · '), lead];
  return `${[...head, ...parts.map((rows) => rows.join('\n').trimEnd())].filter(Boolean).join('\n\n')}\n`;
}

function partsOf(answer: LastAnswer, conversation: Conversation) {
  switch (answer.kind) {
    case 'answer':
      return { lead: l10n.t('The agent said last:'), at: answer.at, parts: [rowsOfText(answer.text)] };
    case 'error':
      return {
        lead: l10n.t('The agent stopped with an error:'),
        at: answer.at,
        parts: [rowsOfText(answer.code), rowsOfText(answer.text)],
      };
    case 'waits': {
      const lead =
        answer.actions.length === 0
          ? l10n.t(
              "The agent is waiting for you to confirm or reject an action that couldn't be read here. Open it in the browser.",
            )
          : wayToDecide(conversation).lead;
      return { lead, at: answer.actions.at(-1)?.at, parts: [actionRows(answer.actions, documentWidth)] };
    }
    case 'noAnswer': {
      const { sentAt: at } = answer;
      const lead =
        at === undefined
          ? l10n.t("The agent hasn't said anything yet.")
          : l10n.t("The last message is yours. The agent hasn't answered it yet.");
      return { lead, at, parts: [] };
    }
  }
}

/**
 * Actions in rows that are agreed to, every character visible. A row that isn't indented is ours, or continues one: what
 * the agent wrote is on a single line of ours, or indented.
 */
export function actionRows(actions: readonly WaitingAction[], width = dialogWidth): readonly string[] {
  return actions.flatMap((action, index) => [
    ...(index === 0 ? [] : ['']),
    ...(actions.length === 1 ? [] : [l10n.t('Action {0} of {1}', index + 1, actions.length)]),
    ...rowsOf(action, width),
  ]);
}

function rowsOf({ summary, risk, tool, details }: WaitingAction, width: number): readonly string[] {
  const lines = (text: string) => consentText(text, width);
  return [
    ...(risk === undefined ? [] : lines(l10n.t('Risk: {0}', visibleText(risk)))),
    ...(tool === '' ? [] : lines(l10n.t('Tool: {0}', visibleText(tool)))),
    ...details.flatMap(([name, value]) => indented(memberRows(name, value, width - indentation.length))),
    ...(summary === undefined ? [] : lines(l10n.t('Summary: {0}', visibleText(summary)))),
  ];
}

/** A value of several lines is indented below its name: none of them can look like another member. */
function memberRows(name: string, value: string, width: number): readonly string[] {
  const shownName = /^[\w.-]+$/.test(name) ? name : JSON.stringify(name);
  if (!/[\r\n]/.test(value)) return consentText(`${shownName}: ${value}`, width);
  return [...consentText(`${shownName}:`, width), ...indented(consentText(value, width - indentation.length))];
}

/** Characters of a row: more than in lines that are written for people. */
const documentWidth = 1000;

function rowsOfText(text: string): readonly string[] {
  return consentText(text, documentWidth);
}

function timeOf(at: string): string {
  if (!at.endsWith('Z')) return l10n.t('{0} (unknown time zone)', at.slice(0, 16).replace('T', ' '));
  return new Date(at).toLocaleString(shownLanguage());
}
