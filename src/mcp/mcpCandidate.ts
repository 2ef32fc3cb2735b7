import { createHash } from 'node:crypto';
import type { McpServer } from '../client/records';
import { blockersOf, limitationsOf, type McpBlocker, type McpLimitation, refusalOf } from './mcpProblems';
import type { EnvFile, McpDialect, McpEntry, McpInput, McpInputs } from './mcpFile';
import { variableKey, withVariables, type McpAnswers, type McpVariable } from './mcpVariables';

/** A server of a file, as it would be sent with a request. */
export interface McpCandidate {
  readonly name: string;
  readonly dialect: McpDialect;
  /** Its variables aren't filled in. */
  readonly server: McpServer | undefined;
  readonly envFile: EnvFile | undefined;
  readonly blockers: readonly McpBlocker[];
  /** Parts that aren't sent, or that are different on the agent's machine. */
  readonly limitations: readonly McpLimitation[];
  readonly questions: readonly McpQuestion[];
  /** Digest of everything that files say about the server. Answers are valid only for exactly this content. */
  readonly digest: string;
}

/** A question to the user about a server. The key identifies its stored answer among those for the server. */
export type McpQuestion =
  | { readonly kind: 'input'; readonly key: string; readonly input: Exclude<McpInput, { kind: 'command' }> }
  | { readonly kind: 'env'; readonly key: string; readonly name: string; readonly byDefault: string }
  /** Asks whether these variables may be sent. The answer is {@link agreementTo} them, or empty. */
  | { readonly kind: 'envFile'; readonly key: string; readonly path: string; readonly names: readonly string[] };

/** The answer that agrees to sending these variables. It doesn't agree to others that the file may have later. */
export function agreementTo(names: readonly string[]): string {
  return [...names].sort().join('\n');
}

/** @param envFile content of the entry's `envFile`, if it has one */
export function mcpCandidate(entry: McpEntry, inputs: McpInputs, envFile?: EnvFile): McpCandidate {
  const { name, dialect } = entry;
  const server = serverOf(entry);
  const variables = server ? variablesOf(server, dialect) : [];
  const questions = [
    ...variables.flatMap((variable) => questionAbout(variable, inputs)),
    ...questionAboutFile(envFile),
  ];
  const asked = questions.flatMap((question) => (question.kind === 'input' ? question.input : []));
  const content = JSON.stringify([dialect, name, entry.members, asked, envFile?.variables]);
  return {
    name,
    dialect,
    server,
    envFile,
    blockers: blockersOf(entry, server, variables, inputs),
    limitations: limitationsOf(entry, server, envFile),
    questions,
    digest: createHash('sha256').update(content).digest('hex'),
  };
}

function serverOf({ name, type, command, args, env, url, apiKey }: McpEntry): McpServer | undefined {
  if (type === 'stdio') return { kind: type, server: { name: serverNameFor(name), command, args, env } };
  return type === 'http' || type === 'sse' ? { kind: type, server: { url, api_key: apiKey } } : undefined;
}

/** The name under which a stdio server is sent: servers accept only letters, digits, `_` and `-`. */
function serverNameFor(name: string): string {
  // Split at single characters: for a pattern with repetitions, the engine's stack would be as long as the name.
  const allowed = name
    .split(/[^A-Za-z0-9_-]/)
    .filter((part) => part !== '')
    .join('-');
  return allowed === name && name !== '' ? name : allowed.replace(/^-+|(?<!-)-+$/g, '') || 'server';
}

/** The variables in all texts that are sent, each once. */
function variablesOf(server: McpServer, dialect: McpDialect): readonly McpVariable[] {
  const found = new Map<string, McpVariable>();
  filledServer(server, (text) =>
    withVariables(text, dialect, (variable) => {
      found.set(variableKey(variable), variable);
      return '';
    }),
  );
  return [...found.values()];
}

function questionAbout(variable: McpVariable, inputs: McpInputs): readonly McpQuestion[] {
  const key = variableKey(variable);
  if (variable.kind === 'env') return [{ ...variable, key }];
  const input = variable.kind === 'input' ? inputs.get(variable.id) : undefined;
  return input && input.kind !== 'command' ? [{ kind: 'input', key, input }] : [];
}

function questionAboutFile(envFile: EnvFile | undefined): readonly McpQuestion[] {
  const { path = '', variables = {} } = envFile ?? {};
  const names = Object.keys(variables);
  return names.length === 0 ? [] : [{ kind: 'envFile', key: envFileKey(path), path, names }];
}

function envFileKey(path: string): string {
  return `envFile:${path}`;
}

type Resolution =
  | { readonly kind: 'resolved'; readonly server: McpServer }
  | { readonly kind: 'unanswered'; readonly questions: readonly McpQuestion[] }
  /** It can't be sent, possibly because of an answer. */
  | { readonly kind: 'blocked'; readonly blockers: readonly McpBlocker[] };

export function resolveCandidate(candidate: McpCandidate, answers: McpAnswers): Resolution {
  const { server, dialect, envFile, blockers, questions } = candidate;
  if (!server || blockers.length > 0) return { kind: 'blocked', blockers };
  const unanswered = questions.filter((question) => !isAnswered(question, answers));
  if (unanswered.length > 0) return { kind: 'unanswered', questions: unanswered };
  const { path = '', variables = {} } = envFile ?? {};
  const isAgreed = answers.get(envFileKey(path)) === agreementTo(Object.keys(variables));
  const fill = (text: string) => withVariables(text, dialect, (variable) => answers.get(variableKey(variable)) ?? '');
  const filled = filledServer(server, fill, isAgreed ? variables : {});
  const refusal = refusalOf(filled);
  return refusal ? { kind: 'blocked', blockers: [{ kind: refusal }] } : { kind: 'resolved', server: filled };
}

function isAnswered(question: McpQuestion, answers: McpAnswers): boolean {
  const answer = answers.get(question.key);
  if (question.kind === 'envFile') return answer === '' || answer === agreementTo(question.names);
  if (question.kind === 'env' || question.input.kind === 'text') return answer !== undefined;
  return question.input.options.some(({ value }) => value === answer);
}

/**
 * The server with its texts filled in, without members that are empty then.
 * @param more further variables. As in VS Code, those of the server itself have priority
 */
function filledServer(
  { kind, server }: McpServer,
  fill: (text: string) => string,
  more: Readonly<Record<string, string>> = {},
): McpServer {
  if (kind !== 'stdio') {
    const url = fill(server.url).trim();
    const key = fill(server.api_key ?? '').trim();
    return { kind, server: { url, ...(key !== '' && { api_key: key }) } };
  }
  const command = fill(server.command).trim();
  const args = (server.args ?? []).map(fill);
  const own = Object.entries(server.env ?? {}).map(([name, value]) => [name, fill(value)] as const);
  const env = Object.fromEntries([...Object.entries(more), ...own]);
  return {
    kind,
    server: {
      name: server.name,
      command,
      ...(args.length > 0 && { args }),
      ...(Object.keys(env).length > 0 && { env }),
    },
  };
}
