import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../../conversations/common/conversation';
import { givenConversation, pickConversation } from '../../conversations/vscode/pickConversation';
import { ExplainedError } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/common/text';
import { formatAge } from '../../base/vscode/units';
import { withProgress } from '../../base/vscode/withProgress';
import type { PushedBranch, RemoteAtStart } from '../common/pushedBranches';
import { startCommitOf, type RemoteBranches } from '../../repository/common/remoteBranches';
import { targetsOf } from '../../repository/common/targets';
import { readRemoteBranches } from '../../repository/node/readRemoteBranches';
import { nothing, type Base } from '../node/compareCommits';
import { fetchesAllBranches, readNewest, readPushed } from '../node/readPushed';
import { gitWords } from '../node/gitWords';
import { gitOutput, openClone, type OpenClone } from './openClone';
import { pickBranch } from './pickBranch';
import type { ResultPorts } from './resultPorts';
import { savePushed } from './savePushed';

/**
 * The command `reviewResult`: fetches the remote of a conversation, and offers the branches that others pushed there
 * since it was started.
 */
export async function reviewResult(ports: ResultPorts, given?: unknown): Promise<void> {
  const { history } = ports;
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Review What Was Pushed'), mayHavePushed));
  const clone = conversation && (await openClone(conversation, targetsOf(ports)));
  if (!clone) return;
  if (conversation.remote !== undefined && clone.remote !== conversation.remote)
    await history.changed(conversation.id, { remote: clone.remote });
  const found = await withProgress(vscode.l10n.t('Fetching from {0}...', clone.remote), (signal) =>
    findPushed(conversation, clone, ports, signal),
  );
  if (!found) return;
  const { pushed, newest, isCurrent } = found;
  if (pushed && pushed.length > 0)
    await pickBranch(conversation, { ...found, found: pushed, isSinceStart: true }, history);
  else if (!pushed || !isCurrent || (await wantsNewest(conversation, clone)))
    await pickBranch(conversation, { ...found, found: newest, isSinceStart: false }, history);
}

interface Found {
  readonly clone: OpenClone;
  /** `undefined` if it isn't known what there was at the start. */
  readonly pushed: readonly PushedBranch[] | undefined;
  readonly newest: readonly PushedBranch[];
  /** What a branch that is new is compared with, if it is known. */
  readonly baseOf: (name: string) => Base | undefined;
  /** The branch that the work may be merged into, if it is known. */
  readonly target: string | undefined;
  /** The fetch succeeded. */
  readonly isCurrent: boolean;
}

/** `undefined` when the user canceled. */
async function findPushed(
  conversation: Conversation,
  clone: OpenClone,
  ports: ResultPorts,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const isCurrent = await fetchRemote(clone, signal);
  if (isCurrent === 'canceled') return undefined;
  const { git } = clone;
  const now = await readRemoteBranches(git, clone);
  const start = await startOf(conversation, ports);
  const pushed = now && start ? (await readPushed(git, clone, now, [start]))?.[0] : undefined;
  if (!now || (start && !pushed))
    throw new ExplainedError(vscode.l10n.t("Git couldn't list the branches of {0}.", clone.remote), gitOutput());
  if (pushed) await savePushed(conversation, pushed, ports.history, false);
  if (signal.aborted) return undefined;
  return {
    ...{ clone, pushed, isCurrent },
    newest: pushed && pushed.length > 0 ? [] : await readNewest(git, clone),
    baseOf: (name) => baseOf(name, conversation, start, now),
    target: conversation.request.selected_branch ?? now.defaultBranch,
  };
}

/** Where a conversation began is where the remote's default branch is, if nothing tells it; but for that branch itself. */
function baseOf(
  name: string,
  { startCommit }: Conversation,
  start: RemoteAtStart | undefined,
  now: RemoteBranches,
): Base | undefined {
  if (startCommit !== undefined) return startCommit;
  if (start?.commits.size === 0) return nothing;
  return start && name === now.defaultBranch ? undefined : startCommitOf(now);
}

async function startOf(
  { remoteBranches, sentAt: at, resultBranch: asked }: Conversation,
  { snapshots }: ResultPorts,
): Promise<RemoteAtStart | undefined> {
  const commits = remoteBranches === undefined ? undefined : await (await snapshots()).load(remoteBranches);
  return commits && { commits, at, asked };
}

/** Without a connection, what the last fetch brought can be reviewed. A fetch that is canceled goes on unseen. */
async function fetchRemote({ repository, remote }: OpenClone, signal: AbortSignal): Promise<boolean | 'canceled'> {
  const canceled = new Promise<'canceled'>((resolve) =>
    signal.addEventListener('abort', () => resolve('canceled'), { once: true }),
  );
  const fetched = repository.fetch(remote).then(
    () => true,
    (error: unknown) => {
      if (!signal.aborted) sayNotFetched(remote, error);
      return false;
    },
  );
  return Promise.race([fetched, canceled]);
}

function sayNotFetched(remote: string, error: unknown): void {
  const sentence = vscode.l10n.t(
    "Couldn't fetch from {0}. Showing the result of the last fetch. Git: {1}",
    remote,
    gitWords(error),
  );
  const output = gitOutput();
  void vscode.window
    .showWarningMessage(plainNotification(sentence), output.label)
    .then((clicked) => (clicked === output.label ? output.run() : undefined));
}

async function wantsNewest({ sentAt }: Conversation, clone: OpenClone): Promise<boolean> {
  const newest = vscode.l10n.t('Show Newest Branches');
  const sentence = (await fetchesAllBranches(clone.git, clone))
    ? vscode.l10n.t({
        message: 'No one else has pushed to {0} since this conversation was started {1}.',
        args: [clone.remote, formatAge(sentAt, Date.now())],
        comment: '{0} is the name of a remote, {1} is "3 min. ago" or a date',
      })
    : vscode.l10n.t(
        "Nothing new in the branches that this clone fetches from {0}. It doesn't fetch new ones: it is a shallow or single-branch clone.",
        clone.remote,
      );
  return (await vscode.window.showInformationMessage(plainNotification(sentence), newest)) === newest;
}
