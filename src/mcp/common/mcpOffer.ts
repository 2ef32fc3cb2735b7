import { blocksOf, type McpBlock } from './mcpBlock';
import type { McpEntry } from './mcpFile';
import { inputOf, type McpInput } from './mcpInput';
import { lossesOf, type McpLoss } from './mcpLoss';
import { partsOf, type McpParts } from './mcpParts';
import { bearerOf, templatesOf, type EnvFile, type McpServerTemplate } from './mcpServerTemplate';
import { envFileKey, environmentKey, inputKey, mcpTemplate, type McpTemplate } from './mcpTemplate';

/** A server of a file, as it would travel with a request. */
export interface McpOffer {
  /** As its file has it. */
  readonly name: string;
  readonly server: McpServerTemplate | undefined;
  /** Why it cannot travel; when there is none, it can. */
  readonly blocks: readonly McpBlock[];
  /** What stays behind, or is different where the agent works. */
  readonly losses: readonly McpLoss[];
  /** What has to be known before it can be sent. */
  readonly questions: readonly McpQuestion[];
  /** What its file says about it. Answers are for a server whose parts are these, and for no other. */
  readonly parts: McpParts;
}

/** Its key says where the answer is kept among those for its server. */
export type McpQuestion =
  | { readonly kind: 'input'; readonly key: string; readonly input: Exclude<McpInput, { kind: 'command' }> }
  | { readonly kind: 'env'; readonly key: string; readonly name: string; readonly byDefault: string }
  /** Whether these variables may go along. The answer is {@link agreementTo} them, or empty. */
  | { readonly kind: 'envFile'; readonly key: string; readonly path: string; readonly names: readonly string[] };

/** The answer that agrees to these variables: when the file has others later, it is none any more. */
export function agreementTo(names: readonly string[]): string {
  return [...names].sort().join('\n');
}

/** @param envFile what the entry's `envFile` holds, where it has one */
export function mcpOffer(entry: McpEntry, inputs: readonly McpInput[], envFile?: EnvFile): McpOffer {
  const server = serverOf(entry, envFile);
  const questions = questionsOf(server ? templatesOf(server) : [], inputs, envFile);
  return {
    name: entry.name,
    server,
    blocks: blocksOf(entry, server, inputs),
    losses: lossesOf(entry, server),
    questions,
    parts: partsOf(entry, inputsIn(questions), envFile),
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
    default:
      return undefined;
  }
}

function questionsOf(
  templates: readonly McpTemplate[],
  inputs: readonly McpInput[],
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
      const input = inputOf(piece.id, inputs);
      if (input && input.kind !== 'command') questions.set(key, { kind: 'input', key, input });
    }
  }
  const names = Object.keys(envFile?.variables ?? {});
  const path = envFile?.path ?? '';
  const key = envFileKey(path);
  return [...questions.values(), ...(names.length === 0 ? [] : [{ kind: 'envFile', key, path, names } as const])];
}
