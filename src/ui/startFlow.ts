import * as vscode from 'vscode';
import { draftFieldsFrom, hasTask, requestOf, type Draft } from '../domain/draft';
import type { DraftStore, KeyStore, Workspace } from '../domain/ports';
import type { ConversationStartResponse } from '../domain/records';
import { targetOf, type Target } from '../domain/target';
import { commands } from '../names';
import { askSessionKey } from './askSessionKey';
import { ExplainedError } from './explanation';
import { report } from './report';
import { reviewSheet, type Reviewed } from './reviewSheet';
import { failureOf, reportFailure, reportStarted, sendStart, type SendPorts } from './sendStart';

export interface StartPorts extends SendPorts {
  readonly keys: KeyStore;
  readonly draft: DraftStore;
  readonly configuration: {
    /** The setting as it stands, for the sheet's title. */
    readonly serviceUrlText: string;
  };
}

/**
 * The one way to start. Without a request, or with one that says nothing to do, a person reviews it first;
 * else it starts as it is.
 * @returns the service's answer; `undefined` when a person cancelled, or was told why it did not start
 * @throws {ExplainedError} a start without a person that did not work, in a sentence fit to show
 */
export async function startConversation(
  argument: unknown,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const fields = draftFieldsFrom(argument);
  if (!ports.workspace.isTrusted) throw untrusted();
  if (!fields) return startWithReview(await ports.draft.load(), ports);
  const draft: Draft = { fields };
  // What to do never comes from the workspace: without looking at it, we know whether there is something.
  return hasTask(requestOf(draft, { target: undefined, instructions: '' }))
    ? startUnattended(draft, ports)
    : startWithReview({ fields: { ...(await ports.draft.load()).fields, ...fields } }, ports);
}

/** As the command: whoever passed a request gets the error; a person gets it shown. */
export async function startCommand(
  argument: unknown,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  try {
    return await startConversation(argument, ports);
  } catch (error) {
    if (draftFieldsFrom(argument)) throw error;
    ports.log.error('The start ended in an error.', { error: String(error) });
    await report(error);
    return undefined;
  }
}

async function startWithReview(initial: Draft, ports: StartPorts): Promise<ConversationStartResponse | undefined> {
  let reviewed = await review(initial, ports);
  while (reviewed && !((await confirmTask(reviewed)) && (await ensureConnection(ports)))) {
    reviewed = await review(reviewed.draft, ports);
  }
  if (!reviewed) return undefined;
  const result = await sendStart(reviewed.request, ports, { progress: true });
  if (result.outcome === 'started') {
    ports.draft.clear();
    reportStarted(result, reviewed.request, ports.history);
    return result.response;
  }
  await reportFailure(result);
  return undefined;
}

async function startUnattended(draft: Draft, ports: StartPorts): Promise<ConversationStartResponse> {
  const { target, instructions } = await defaults(ports.workspace);
  if (draft.fields.repository === undefined && target.notes.some(({ kind }) => kind === 'several')) {
    throw new ExplainedError(vscode.l10n.t('Several repositories are open: name the one to work on in "repository".'));
  }
  for (const note of target.notes) ports.log.warn('Before a start:', { ...note });
  const result = await sendStart(requestOf(draft, { target, instructions }), ports, { progress: false });
  if (result.outcome === 'started') return result.response;
  throw failureOf(result);
}

async function review(draft: Draft, ports: StartPorts): Promise<Reviewed | undefined> {
  const { workspace } = ports;
  const target = defaults(workspace);
  return reviewSheet({
    draft,
    service: ports.configuration.serviceUrlText,
    target: target.then((found) => found.target),
    instructions: workspace.conversationInstructions(),
    choices: {
      targets: async () => {
        const repositories = await workspace.listRepositories();
        return repositories.map((repository) =>
          targetOf({ kind: 'repository', repository, reason: 'chosen' }, workspace.targetPreferences(repository.root)),
        );
      },
    },
    onDidChange: (changed) => ports.draft.save(changed),
  });
}

async function defaults(workspace: Workspace): Promise<{ target: Target; instructions: string }> {
  const selection = await workspace.selectRepository();
  const root = selection.kind === 'repository' ? selection.repository.root : undefined;
  return {
    target: targetOf(selection, workspace.targetPreferences(root)),
    instructions: workspace.conversationInstructions(root),
  };
}

/** A start with nothing to do reserves a machine that waits: possible, but not by an Enter too early. */
async function confirmTask({ request }: Reviewed): Promise<boolean> {
  if (hasTask(request)) return true;
  const goOn = vscode.l10n.t('Start Without a Message');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start without telling the agent what to do?'),
    { modal: true, detail: vscode.l10n.t('The conversation waits for its first message in the browser.') },
    goOn,
  );
  return answer === goOn;
}

/** Address and key, asked for when they are first needed. */
async function ensureConnection({ service, keys }: StartPorts): Promise<boolean> {
  const connection = await service.connect();
  switch (connection.kind) {
    case 'ready':
      return true;
    case 'noKey':
      return askSessionKey(connection.address, keys, service);
    case 'badAddress':
      await vscode.commands.executeCommand(commands.setServiceUrl);
      return (await service.connect()).kind === 'ready';
  }
}

function untrusted(): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      'Conversations cannot be started in Restricted Mode: what would be sent comes from a workspace that you have not trusted.',
    ),
    { label: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' },
  );
}
