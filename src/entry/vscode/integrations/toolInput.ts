import * as vscode from 'vscode';
import { isBranchName, isRepositoryPath } from '../../../repository/common/repository';
import type { DraftFields } from '../../../draft/common/draftFields';
import { hasInvisibleCharacters } from '../../../base/common/readableText';
import { isRecord } from '../../../base/common/json';
import { gitProviders } from '../../../client/common/records';
import { isGitProvider } from '../../../client/common/shapes';
import { sanitiseServerText } from '../../../client/common/serverText';
import { ExplainedError } from '../../../base/vscode/explanation';

/**
 * Values that a model may set, as described to it by `inputSchema` in package.json; the rest comes from the workspace.
 */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  message: (text) => text.trim() !== '',
  repository: isRepositoryPath,
  branch: isBranchName,
  provider: isGitProvider,
};

/**
 * The fields in a model's call of the tool.
 * @throws {ExplainedError} what is invalid, for the model to read
 */
export function fieldsOfToolInput(input: unknown): DraftFields {
  const { message, repository, branch, provider } = textsIn(input);
  if (message === undefined) throw misfit('message');
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
    if (typeof value !== 'string' || !fits?.(value) || hasInvisibleCharacters(value)) throw misfit(name);
    texts[name] = value;
  }
  return texts;
}

function misfit(name: string): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      'Nothing was started: "{0}" isn\'t valid. "message" must be text without invisible characters, "repository" a path like octocat/Hello-World, "branch" a branch name, "provider" one of {1}.',
      sanitiseServerText(name) ?? '',
      gitProviders.join(', '),
    ),
  );
}
