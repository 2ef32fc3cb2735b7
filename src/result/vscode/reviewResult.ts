import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../../conversations/conversation';
import { shortTitle } from '../../conversations/vscode/conversationLabels';
import { conversationFor } from '../../conversations/vscode/pickConversation';
import { completeStep } from '../../base/vscode/walkthroughSteps';
import { ExplainedError } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/text';
import { inform, notify } from '../../base/vscode/notify';
import { formatAge } from '../../base/vscode/units';
import { withProgress } from '../../base/vscode/withProgress';
import { readNewestPushed, readPushedBranches, savePushed } from '../pushedBranches';
import { fetchesAllBranches, readRemoteBranches } from '../../repository/remoteBranches';
import { Targets } from '../../repository/targets';
import { untilAborted, waitForGit } from '../../repository/vscode/waitForGit';
import { comparisonBase } from '../compareCommits';
import { gitWords } from '../../repository/gitCommand';
import { gitOutput } from '../../repository/vscode/gitApi';
import { openClone, type OpenClone } from './openClone';
import { pickBranch } from './pickBranch';
import { loadRemoteAtStart } from '../startSnapshots';
import type { ResultPorts } from './remoteAtStart';

/** Fetches from the remote of a conversation, and offers the branches that others have pushed since its start. */
export async function reviewResult(ports: ResultPorts, given?: unknown): Promise<void> {
  const { history } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Review What Was Pushed'), mayHavePushed);
  if (!conversation) return;
  const editors = await ports.changesEditors();
  const clone = await waitForGit(() => openClone(conversation, new Targets(ports), editors));
  if (!clone) return;
  if ('sentence' in clone) {
    const remedies = clone.remedy ? [clone.remedy] : [];
    notify(vscode.window.showWarningMessage, clone.sentence, ...remedies).then(undefined, ports.report);
    return;
  }
  const title = vscode.l10n.t('Fetching from {0} for "{1}"...', clone.remote, shortTitle(conversation));
  const found = await withProgress(title, (signal) => findPushed(conversation, clone, ports, signal));
  if (!found) return;
  await completeStep('resultReviewed', ports.state);
  const { pushed, newest, fetchFailure, hasBranches } = found;
  if (fetchFailure !== undefined) sayNotFetched(clone, fetchFailure, hasBranches);
  else if (!hasBranches) sayNoBranches(clone);
  if (!hasBranches) return;
  if (pushed && pushed.length > 0)
    await pickBranch(conversation, { ...found, found: pushed, isSinceStart: true }, history);
  else if (!pushed || fetchFailure !== undefined || (await askForNewest(conversation, clone)))
    await pickBranch(conversation, { ...found, found: newest, isSinceStart: false }, history);
}

/**
 * @returns `undefined` if the user canceled. `pushed` is `undefined` if the branches at the start aren't known.
 * `fetchFailure` is Git's message if the fetch failed, since the branches of the last fetch can still be reviewed.
 */
async function findPushed(conversation: Conversation, clone: OpenClone, ports: ResultPorts, signal: AbortSignal) {
  const fetched = await fetchRemote(clone, signal);
  if (fetched === 'canceled') return undefined;
  const read = await untilAborted(readBranches(conversation, clone, ports), signal);
  return read && { ...read, ...fetched };
}

async function readBranches(conversation: Conversation, clone: OpenClone, ports: ResultPorts) {
  const { git, remote } = clone;
  const current = await readRemoteBranches(git, remote);
  const start = await loadRemoteAtStart(conversation, ports);
  const pushed = current && start ? (await readPushedBranches(git, remote, current, [start]))?.[0] : undefined;
  if (!current || (start && !pushed))
    throw new ExplainedError(vscode.l10n.t("Git couldn't list the branches of {0}.", clone.remote), gitOutput());
  if (pushed) await savePushed(conversation, pushed, ports.history);
  return {
    clone,
    pushed,
    hasBranches: current.branches.length > 0,
    newest: pushed && pushed.length > 0 ? [] : await readNewestPushed(git, remote),
    baseOf: (name: string) => comparisonBase(name, conversation, start, current),
    target: conversation.request.selected_branch ?? current.defaultBranch,
  };
}

interface Fetched {
  /** Git's message; absent if the fetch succeeded. */
  readonly fetchFailure?: string;
}

/** A canceled fetch goes on in the background. */
async function fetchRemote({ repository, remote }: OpenClone, signal: AbortSignal): Promise<Fetched | 'canceled'> {
  const canceled = new Promise<'canceled'>((resolve) =>
    signal.addEventListener('abort', () => resolve('canceled'), { once: true }),
  );
  // Git would read such a name as an option.
  const fetching = remote.startsWith('-')
    ? Promise.reject(new Error(`'${remote}' is not a valid remote name`))
    : repository.fetch(remote);
  const fetched = fetching.then(
    () => ({}),
    (error: unknown) => ({ fetchFailure: gitWords(error) }),
  );
  return Promise.race([fetched, canceled]);
}

function sayNotFetched({ remote }: OpenClone, failure: string, hasBranches: boolean): void {
  const sentence = hasBranches
    ? vscode.l10n.t("Couldn't fetch from {0}; the result of the last fetch is shown. Git: {1}", remote, failure)
    : vscode.l10n.t("Couldn't fetch from {0}: {1}", remote, failure);
  inform(vscode.window.showWarningMessage, sentence, gitOutput());
}

/** The remote may have some, if its refspec names no branch. */
function sayNoBranches({ remote }: OpenClone): void {
  inform(
    vscode.window.showInformationMessage,
    vscode.l10n.t('Your clone has no branches of {0}. Fetch them, or wait for a push, then try again.', remote),
  );
}

async function askForNewest(conversation: Conversation, clone: OpenClone): Promise<boolean> {
  const newest = vscode.l10n.t('Show Newest Branches');
  const sentence = (await fetchesAllBranches(clone.git, clone.remote))
    ? vscode.l10n.t({
        message: 'No one else has pushed to {0} since "{1}" was started {2}.',
        args: [clone.remote, shortTitle(conversation), formatAge(conversation.sentAt, Date.now())],
        comment: '{0} is the name of a remote, {1} a conversation, {2} is "3 min. ago" or a date',
      })
    : vscode.l10n.t(
        "No new pushes to the branches this clone fetches from {0}. Shallow or single-branch clones don't fetch new branches.",
        clone.remote,
      );
  return (await vscode.window.showInformationMessage(plainNotification(sentence), newest)) === newest;
}
