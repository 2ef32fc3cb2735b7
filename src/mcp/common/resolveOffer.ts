import type { McpServer } from '../../client/common/serversOf';
import { commandBlock, urlBlock, type McpBlock } from './mcpBlock';
import { agreementTo, type McpOffer, type McpQuestion } from './mcpOffer';
import type { McpServerTemplate } from './mcpServerTemplate';
import { envFileKey, filledIn, type McpAnswers } from './mcpTemplate';
import { serverNameFor } from './serverNameFor';

/** What an offer has become with the answers that there are. */
export type Resolution =
  | { readonly kind: 'resolved'; readonly server: McpServer }
  | { readonly kind: 'unanswered'; readonly questions: readonly McpQuestion[] }
  /** It cannot travel: by itself, or by what was answered. */
  | { readonly kind: 'blocked'; readonly blocks: readonly McpBlock[] };

export function resolveOffer({ name, server, blocks, questions }: McpOffer, answers: McpAnswers): Resolution {
  if (!server || blocks.length > 0) return { kind: 'blocked', blocks };
  const open = questions.filter((question) => !isAnswered(question, answers));
  if (open.length > 0) return { kind: 'unanswered', questions: open };
  const resolved = server.kind === 'stdio' ? stdioServer(name, server, answers) : urlServer(server, answers);
  return 'kind' in resolved ? { kind: 'resolved', server: resolved } : { kind: 'blocked', blocks: [resolved.block] };
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

type Attempt = McpServer | { readonly block: McpBlock };

function stdioServer(
  name: string,
  template: Extract<McpServerTemplate, { kind: 'stdio' }>,
  answers: McpAnswers,
): Attempt {
  const command = (filledIn(template.command, answers) ?? '').trim();
  const block = commandBlock(command);
  if (block) return { block: { kind: block } };
  const args = template.args.map((argument) => filledIn(argument, answers) ?? '');
  const env = new Map(Object.entries(agreedVariables(template, answers)));
  // What the file says itself stands over what its envFile says, as in VS Code.
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
  const block = urlBlock(url);
  if (block) return { block: { kind: block } };
  const key = (apiKey && filledIn(apiKey, answers)?.trim()) ?? '';
  return { kind, server: { url, ...(key !== '' && { api_key: key }) } };
}
