import path from 'node:path';
import * as vscode from 'vscode';
import { FileError } from '../../../base/files';
import type { Draft } from '../../../draft/draft';
import { filledBy } from '../../../draft/request';
import { lacksSuggested } from '../../../draft/suggestedFields';
import { conversationPage } from '../../../conversations/conversationPage';
import { ExplainedError } from '../../../base/vscode/explanation';
import { plainNotification } from '../../../base/text';
import { requireTrust } from '../../../start/vscode/reviewedStart';
import { MachineUnknownError } from '../../../service/machine';
import { NotConnected } from '../../../service/serviceConnection';
import { asExplained } from '../../../start/vscode/explain';
import type { PreparedStart, StartPorts } from '../../../start/vscode/startPorts';
import { placeLabel } from '../../../repository/vscode/repositoryLabels';
import { prepareUnattended, sendUnattended } from '../../../start/vscode/unattendedStart';
import { consentText, plainMarkdown } from '../../../base/vscode/text';
import { fence } from '../../../base/markup';
import { ServiceError, statusWithServiceText } from '../../../client/serviceError';
import { PreparationError } from '../../../conversations/preparation';
import { outlinePreparation } from '../../../conversations/vscode/explainPreparation';
import { withOutcome } from '../../../start/vscode/explainFailedStart';
import { orStarted } from '../../../service/vscode/errors/explainService';
import { statusWords } from '../../../service/vscode/errors/explainStatus';
import { sentences } from '../../../service/vscode/errors/failedCall';
import { placeFacts } from '../../../start/vscode/confirmStart';
import { isBranchName, isRepositoryPath } from '../../../repository/repository';
import type { DraftFields } from '../../../draft/draftFields';
import { countInvisible, rowsInDialog } from '../../../base/readableText';
import { isRecord } from '../../../base/json';
import { gitProviders, isGitProvider, type ConversationStartRequest } from '../../../client/records';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { sanitizeServerText } from '../../../client/serverText';
import type { StartResult } from '../../../conversations/acceptedStart';

interface RequestToConfirm {
  readonly draft: Draft;
  readonly start: PreparedStart;
  readonly baseUrl: string;
}

const comparable = ({ start: { request }, baseUrl }: RequestToConfirm) => JSON.stringify([baseUrl, request]);

/**
 * A model may follow a tool's answer like its user's instructions. So of the service's texts, the answer only contains
 * those that look like a name.
 */
const looksLikeName = (text: string | null | undefined): text is string => /^(?!\.+$)[\w.-]{1,100}$/.test(text ?? '');

/** VS Code doesn't tell which requests were declined, so the oldest ones are dropped. */
const maxToConfirm = 20;

/**
 * The tool with which a language model starts a conversation. The user confirms exactly what is sent: changes in the
 * workspace after the confirmation have no effect.
 */
export class StartTool implements vscode.LanguageModelTool<unknown> {
  readonly #ports: StartPorts;
  /** Oldest first. VS Code identifies a call only by its input, both when it asks and when it starts. */
  #toConfirm: readonly (readonly [input: string, RequestToConfirm])[] = [];

  constructor(ports: StartPorts) {
    this.#ports = ports;
  }

  /** @throws {ExplainedError} with the reason why there is nothing to confirm */
  async prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<unknown>): Promise<vscode.PreparedToolInvocation> {
    try {
      requireTrust(this.#ports);
      const draft = filledBy('tool', { fields: fieldsOfToolInput(input) });
      const { start, connection } = await prepareUnattended(draft, this.#ports);
      const { baseUrl } = connection.address;
      this.#toConfirm = [...this.#toConfirm, [JSON.stringify(input), { draft, start, baseUrl }] as const].slice(
        -maxToConfirm,
      );
      const place = placeLabel(start.request);
      return {
        invocationMessage:
          place === undefined
            ? vscode.l10n.t('Starting conversation')
            : plainNotification(vscode.l10n.t('Starting conversation in {0}', place)),
        confirmationMessages: confirmation(start, baseUrl),
      };
    } catch (error) {
      throw explainToModel(error);
    }
  }

  /**
   * @returns the result, described for the model
   * @throws {ExplainedError} with the reason why nothing was sent
   * @throws {vscode.CancellationError} when it was cancelled before anything was sent
   */
  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    try {
      const asked = this.#confirmedRequest(input);
      const result = await this.#start(asked, token);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(this.#resultText(result, asked))]);
    } catch (error) {
      throw error instanceof vscode.CancellationError ? error : explainToModel(error);
    }
  }

  /**
   * The confirmed request for this input. If there are several different ones, it's unknown which one was confirmed, so this
   * throws. They stay, since one of them may still be confirmed.
   */
  #confirmedRequest(input: unknown): RequestToConfirm {
    const text = JSON.stringify(input);
    const index = this.#toConfirm.findIndex(([asked]) => asked === text);
    const [, found] = this.#toConfirm[index] ?? [];
    if (!found) throw new ExplainedError(vscode.l10n.t("Not started. The user wasn't asked about this request."));
    if (this.#toConfirm.some(([asked, other]) => asked === text && comparable(other) !== comparable(found))) {
      throw new ExplainedError(
        vscode.l10n.t(
          "Not started. The user was asked about this more than once, and what would be sent wasn't the same each time. Ask again in different words.",
        ),
      );
    }
    this.#toConfirm = this.#toConfirm.toSpliced(index, 1);
    return found;
  }

  async #start({ draft, start, baseUrl }: RequestToConfirm, token: vscode.CancellationToken): Promise<StartResult> {
    requireTrust(this.#ports);
    const connection = await this.#ports.service.connect();
    if (connection.kind !== 'ready') throw asExplained(new NotConnected(connection));
    if (connection.address.baseUrl !== baseUrl) {
      throw new ExplainedError(vscode.l10n.t('Not started. The service URL was changed in the meantime.'));
    }
    if (lacksSuggested(draft, start.request, connection.api)) {
      throw new ExplainedError(
        vscode.l10n.t(
          "Not started. The service needs a text that the user wasn't asked about. Call this tool again, so that the user is asked about all of it.",
        ),
      );
    }
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await sendUnattended(start, connection, this.#ports, abort.signal);
    } finally {
      subscription.dispose();
    }
  }

  #resultText(result: StartResult, { baseUrl }: RequestToConfirm): string {
    if (result.outcome !== 'started') {
      const { message } = explainToModel(result.error, result.outcome);
      if (result.outcome === 'notStarted') return message;
      return vscode.l10n.t("{0} Don't call this tool again for it: it could start twice.", message);
    }
    const { conversation_id: id, conversation_status: status } = result.response;
    if (!looksLikeName(id)) {
      return vscode.l10n.t(
        'The conversation has started. Its ID contains unexpected characters and is only shown in the Conversations view.',
      );
    }
    const page = conversationPage(this.#ports.configuration.conversationUrlTemplate, baseUrl, id);
    return vscode.l10n.t(
      "The conversation has started. ID: {0}. Reported status: {1}. Page: {2}. Follow its progress there; this tool doesn't report it.",
      id,
      looksLikeName(status) ? status : vscode.l10n.t('none'),
      page.ok ? page.url : vscode.l10n.t('none'),
    );
  }
}

/** Fields that a model may set, as in `inputSchema` of package.json. All other values come from the workspace. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  message: (text) => text.trim() !== '',
  repository: isRepositoryPath,
  branch: isBranchName,
  provider: isGitProvider,
};

/**
 * The fields in a model's call of the tool.
 * @throws {ExplainedError} that tells the model which field is invalid
 */
export function fieldsOfToolInput(input: unknown): DraftFields {
  const { message, repository, branch, provider } = textsIn(input);
  if (message === undefined) throw invalidField('message');
  return {
    initial_user_msg: message,
    ...(repository !== undefined && { repository }),
    ...(branch !== undefined && { selected_branch: branch }),
    ...(provider !== undefined && isGitProvider(provider) && { git_provider: provider }),
  };
}

function textsIn(input: unknown): Readonly<Record<string, string | undefined>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(isRecord(input) ? input : {})) {
    // Some models send empty values for omitted fields.
    if (value === null || (value === '' && name !== 'message')) continue;
    const fits = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (typeof value !== 'string' || !fits?.(value) || countInvisible(value) > 0) throw invalidField(name);
    texts[name] = value;
  }
  return texts;
}

function invalidField(name: string): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      'Not started. "{0}" isn\'t valid. "message" must be text without invisible characters, "repository" a path like octocat/Hello-World, "branch" a branch name, "provider" one of {1}.',
      sanitizeServerText(name) ?? '',
      gitProviders.join(', '),
    ),
  );
}

/** The confirmation before a model's start: destination, values sent, and the warnings that a review would show. */
function confirmation(
  { request, warnings }: PreparedStart,
  baseUrl: string,
): vscode.LanguageModelToolConfirmationMessages {
  const facts = [
    ...placeFacts(request, baseUrl),
    ...warnings.map((warning) => vscode.l10n.t('Warning: {0}', warning.message)),
  ].flatMap((line) => consentText(line));
  const texts = textsSent(request).map(([name, text]) => ({ name, rows: consentText(text) }));
  const count = texts.reduce((sum, { rows }) => sum + rows.length, facts.length);
  const parts = [
    ...(count > rowsInDialog
      ? [vscode.l10n.t('The text below has {0} lines. Read it to its end before you allow this.', count)]
      : []),
    plainMarkdown(facts).value,
    ...texts.flatMap(({ name, rows }) => [name, fence(rows.join('\n'), 'text')]),
  ];
  return {
    title: vscode.l10n.t('Start a conversation with a software agent?'),
    message: new vscode.MarkdownString(parts.join('\n\n')),
  };
}

/** The texts that a model's start sends, by their names: the model's own, and those of the settings and of the API. */
function textsSent({
  initial_user_msg: message = '',
  conversation_instructions: instructions,
  clone_instructions: clone,
}: ConversationStartRequest): readonly (readonly [name: string, text: string])[] {
  return [
    [vscode.l10n.t('Message:'), message],
    ...(instructions === undefined ? [] : [[vscode.l10n.t('Instructions from settings:'), instructions] as const]),
    ...(clone === undefined ? [] : [[`${requestFieldLabel('clone_instructions')}:`, clone] as const]),
  ];
}

/**
 * The error that a language model gets. A model may follow what it reads, so of the service's answer, the error only has
 * the status, and of this machine's files only their names. The rest is for the user and the log.
 * @param outcome of a start that was sent
 */
function explainToModel(
  error: unknown,
  outcome: Exclude<StartResult['outcome'], 'started'> = 'notStarted',
): ExplainedError {
  const cause = error instanceof ExplainedError ? error.cause : error;
  if (cause instanceof PreparationError)
    return new ExplainedError(sentences(outlinePreparation(cause), vscode.l10n.t('See the log for details.')));
  const status = cause instanceof ServiceError ? statusWithServiceText(cause.failure) : undefined;
  if (!(cause instanceof ServiceError) || status === undefined)
    return new ExplainedError(withoutFolder(asExplained(error).message, cause));
  const words = sentences(statusWords(new URL(cause.baseUrl).host, status), vscode.l10n.t('See the log for details.'));
  return outcome === 'notStarted'
    ? withOutcome(outcome, new ExplainedError(words))
    : withOutcome('mayHaveStarted', new ExplainedError(orStarted(words)));
}

/** The path of a file that couldn't be used would leave this machine with the answer. */
function withoutFolder(message: string, cause: unknown): string {
  const isAboutFile = cause instanceof FileError || cause instanceof MachineUnknownError;
  return isAboutFile ? message.replaceAll(cause.file, path.basename(cause.file)) : message;
}
