import { blockersOf, type McpBlocker, commandBlocker, urlBlocker } from './mcpBlocker';
import type { McpEntry } from './mcpFile';
import type { McpInput, McpInputs } from './mcpInput';
import { limitationsOf, type McpLimitation } from './mcpLimitation';
import {
  bearerOf,
  templatesOf,
  type EnvFile,
  type McpServerTemplate,
  envFileKey,
  environmentKey,
  inputKey,
  mcpTemplate,
  type McpTemplate,
  filledIn,
  type McpAnswers,
  serverNameFor,
} from './mcpServerTemplate';
import type { McpServer } from '../client/records';

/** A server of a file, as it would be sent with a request. */
export interface McpCandidate {
  readonly name: string;
  readonly server: McpServerTemplate | undefined;
  readonly blockers: readonly McpBlocker[];
  /** Parts that aren't sent, or that are different on the agent's machine. */
  readonly limitations: readonly McpLimitation[];
  readonly questions: readonly McpQuestion[];
  /** Everything that files say about it. Answers are valid only for a server with exactly this content. */
  readonly content: string;
}

/** The key identifies the stored answer among those for its server. */
export type McpQuestion =
  | { readonly kind: 'input'; readonly key: string; readonly input: Exclude<McpInput, { kind: 'command' }> }
  | { readonly kind: 'env'; readonly key: string; readonly name: string; readonly byDefault: string }
  /** Asks whether these variables may be sent. The answer is {@link agreementTo} them, or empty. */
  | { readonly kind: 'envFile'; readonly key: string; readonly path: string; readonly names: readonly string[] };

/** The answer that agrees to these variables: if the file has different ones later, it is no longer valid. */
export function agreementTo(names: readonly string[]): string {
  return [...names].sort().join('\n');
}

/** @param envFile content of the entry's `envFile`, if it has one */
export function mcpCandidate(entry: McpEntry, inputs: McpInputs, envFile?: EnvFile): McpCandidate {
  const server = serverOf(entry, envFile);
  const questions = questionsOf(server ? templatesOf(server) : [], inputs, envFile);
  return {
    name: entry.name,
    server,
    blockers: blockersOf(entry, server, inputs),
    limitations: limitationsOf(entry, server),
    questions,
    content: JSON.stringify([entry.dialect, entry.name, entry.members, inputsIn(questions), envFile?.variables]),
  };
}

function inputsIn(questions: readonly McpQuestion[]): readonly McpInput[] {
  return questions.flatMap((question) => (question.kind === 'input' ? question.input : []));
}

function serverOf(entry: McpEntry, envFile: EnvFile | undefined): McpServerTemplate | undefined {
  const template = (text: string) => mcpTemplate(text, entry.dialect);
  switch (entry.type) {
    case 'stdio':
      return {
        kind: 'stdio',
        command: template(entry.command.trim()),
        args: entry.args.map(template),
        env: entry.env.map(([name, value]) => [name, template(value)]),
        ...(envFile && { envFile }),
      };
    case 'http':
    case 'sse': {
      const apiKey = entry.headers.map(([name, value]) => bearerOf(name, value)).find((key) => key !== undefined);
      const url = template(entry.url.trim());
      return { kind: entry.type, url, ...(apiKey !== undefined && { apiKey: template(apiKey) }) };
    }
    case undefined:
    default:
      return undefined;
  }
}

function questionsOf(
  templates: readonly McpTemplate[],
  inputs: McpInputs,
  envFile: EnvFile | undefined,
): McpQuestion[] {
  const questions = new Map<string, McpQuestion>();
  for (const piece of templates.flatMap(({ pieces }) => pieces)) {
    if (typeof piece === 'string' || piece.kind === 'machine') continue;
    if (piece.kind === 'env') {
      const { name, byDefault = '' } = piece;
      const key = environmentKey(name);
      questions.set(key, { kind: 'env', key, name, byDefault });
    } else {
      const key = inputKey(piece.id);
      const input = inputs.get(piece.id);
      if (input && input.kind !== 'command') questions.set(key, { kind: 'input', key, input });
    }
  }
  const names = Object.keys(envFile?.variables ?? {});
  const path = envFile?.path ?? '';
  const key = envFileKey(path);
  return [...questions.values(), ...(names.length === 0 ? [] : [{ kind: 'envFile', key, path, names } as const])];
}

export type Resolution =
  | { readonly kind: 'resolved'; readonly server: McpServer }
  | { readonly kind: 'unanswered'; readonly questions: readonly McpQuestion[] }
  /** It can't be sent, because of its file or because of an answer. */
  | { readonly kind: 'blocked'; readonly blockers: readonly McpBlocker[] };

export function resolveCandidate({ name, server, blockers, questions }: McpCandidate, answers: McpAnswers): Resolution {
  if (!server || blockers.length > 0) return { kind: 'blocked', blockers };
  const open = questions.filter((question) => !isAnswered(question, answers));
  if (open.length > 0) return { kind: 'unanswered', questions: open };
  const resolved = server.kind === 'stdio' ? stdioServer(name, server, answers) : urlServer(server, answers);
  return 'kind' in resolved
    ? { kind: 'resolved', server: resolved }
    : { kind: 'blocked', blockers: [resolved.blocker] };
}

function isAnswered(question: McpQuestion, answers: McpAnswers): boolean {
  const answer = answers.get(question.key);
  if (question.kind === 'envFile') return answer === '' || answer === agreementTo(question.names);
  if (answer === undefined) return false;
  return (
    question.kind === 'env' ||
    question.input.kind === 'text' ||
    question.input.options.some(({ value }) => value === answer)
  );
}

type Attempt = McpServer | { readonly blocker: McpBlocker };

function stdioServer(
  name: string,
  template: Extract<McpServerTemplate, { kind: 'stdio' }>,
  answers: McpAnswers,
): Attempt {
  const command = (filledIn(template.command, answers) ?? '').trim();
  const blocker = commandBlocker(command);
  if (blocker) return { blocker: { kind: blocker } };
  const args = template.args.map((argument) => filledIn(argument, answers) ?? '');
  const env = new Map(Object.entries(agreedVariables(template, answers)));
  // The file's own variables override those of its envFile, as in VS Code.
  for (const [variable, value] of template.env) env.set(variable, filledIn(value, answers) ?? '');
  return {
    kind: 'stdio',
    server: {
      name: serverNameFor(name),
      command,
      ...(args.length > 0 && { args }),
      ...(env.size > 0 && { env: Object.fromEntries(env) }),
    },
  };
}

function agreedVariables(
  { envFile }: Extract<McpServerTemplate, { kind: 'stdio' }>,
  answers: McpAnswers,
): Readonly<Record<string, string>> {
  if (!envFile?.variables) return {};
  const agreed = answers.get(envFileKey(envFile.path)) === agreementTo(Object.keys(envFile.variables));
  return agreed ? envFile.variables : {};
}

function urlServer(
  { kind, url: urlTemplate, apiKey }: Exclude<McpServerTemplate, { kind: 'stdio' }>,
  answers: McpAnswers,
): Attempt {
  const url = (filledIn(urlTemplate, answers) ?? '').trim();
  const blocker = urlBlocker(url);
  if (blocker) return { blocker: { kind: blocker } };
  const key = (apiKey && filledIn(apiKey, answers)?.trim()) ?? '';
  return { kind, server: { url, ...(key !== '' && { api_key: key }) } };
}
