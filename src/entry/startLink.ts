import { isBranchName, isRepositoryPath } from '../repository/repository';
import { countInvisible } from '../base/readableText';
import { addressRefusal } from '../draft/images';
import { isRecord, parseJson } from '../base/json';
import { percentDecoded } from '../base/url';
import { isGitProvider, type ConversationStartRequest } from '../client/records';
import { fitsField } from '../client/fieldTypes';

/** The reason why a link is rejected. `field` comes from the link, so it's untrusted text. */
export type LinkRefusal =
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'unknown' | 'notFromLinks' | 'twice' | 'invisible' | 'misfit'; readonly field: string };

type LinkResult =
  | { readonly ok: true; readonly fields: ConversationStartRequest }
  | { readonly ok: false; readonly refusal: LinkRefusal };

/** Maximum length of the query, in characters. Nobody would read a longer text before sending it. */
export const maxLinkLength = 100_000;

/**
 * The fields in the query of a link. Each is validated, since the author of the link is unknown. Values must be encoded
 * twice: VS Code decodes the query before it's split at each `&`, and then each value is decoded again.
 */
export function readStartLink(query: string): LinkResult {
  if (query.length > maxLinkLength) return { ok: false, refusal: { kind: 'tooLong' } };
  const fields = new Map<string, unknown>();
  for (const part of query.split('&').filter((piece) => piece !== '')) {
    const [name = '', ...rest] = part.split('=');
    // A text that was only encoded once stays as it is if it has a percent sign that isn't part of an escape.
    const text = percentDecoded(rest.join('='));
    const refusal = fields.has(name) ? ({ kind: 'twice', field: name } as const) : refusalOf(name, text);
    if (refusal) return { ok: false, refusal };
    fields.set(name, valueOf(name as LinkField, text));
  }
  // Empty values are ignored.
  return { ok: true, fields: Object.fromEntries([...fields].filter(([, value]) => value !== '')) };
}

interface Check {
  /** True if the value is JSON. Otherwise it's plain text. */
  readonly isJson?: true;
  readonly fits?: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isRepository = (value: unknown) => isText(value) && isRepositoryPath(value);
const namesRepository = (value: unknown) =>
  isRecord(value) &&
  (!('repo' in value) || isRepository(value['repo'])) &&
  (!('git_provider' in value) || isGitProvider(value['git_provider']));

/** Checks of the fields that a link may have. They're stricter than the interface's. */
const checks = {
  initial_user_msg: {},
  conversation_instructions: {},
  repository: { fits: isRepository },
  selected_branch: { fits: (value) => isText(value) && isBranchName(value) },
  git_provider: { fits: isGitProvider },
  image_urls: {
    isJson: true,
    fits: (value) => Array.isArray(value) && value.every((url) => isText(url) && addressRefusal(url) === undefined),
  },
  suggested_task: { isJson: true, fits: namesRepository },
  create_microagent: { isJson: true, fits: namesRepository },
} as const satisfies Partial<Record<keyof ConversationStartRequest, Check>>;
type LinkField = keyof typeof checks;

/**
 * Fields that a link must not set: MCP servers run commands, a replay is too long to review, and with the id of a running
 * conversation, the message would be ignored. How the agent works is the user's choice.
 */
const notFromLinks: readonly string[] = [
  'mcp_config',
  'replay_json',
  'conversation_id',
  'llm_model',
  'agent_type',
] satisfies Exclude<keyof ConversationStartRequest, LinkField>[];

function refusalOf(field: string, text: string): LinkRefusal | undefined {
  if (notFromLinks.includes(field)) return { kind: 'notFromLinks', field };
  if (!Object.hasOwn(checks, field)) return { kind: 'unknown', field };
  const value = valueOf(field as LinkField, text);
  // Also in the parsed value, since JSON may escape them.
  if (countInvisible(text) > 0 || countInvisible(textsIn(value).join(' ')) > 0) return { kind: 'invisible', field };
  const check: Check = checks[field as LinkField];
  if (text === '') return undefined;
  if (fitsField(value, field as LinkField) && (check.fits?.(value) ?? true)) return undefined;
  return { kind: 'misfit', field };
}

function valueOf(field: LinkField, text: string): unknown {
  const { isJson }: Check = checks[field];
  return isJson && text !== '' ? parseJson(text) : text.replace(/\r\n?/g, '\n');
}

/** The texts of a list or a record, one level deep, which is enough for the fields of a link. */
function textsIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isText) : [];
}
