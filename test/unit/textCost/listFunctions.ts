import type { Conversation } from '../../../src/conversations/conversation';
import { groupConversations } from '../../../src/conversations/conversationGroups';
import { knownServices } from '../../../src/service/serviceMemory';
import { movedBranches, pushedBranches } from '../../../src/result/pushedBranches';
import { readDiff } from '../../../src/repository/localChanges';
import { maskSettings } from '../../../src/client/maskSettings';
import { mcpConfigOf } from '../../../src/mcp/mcpConfig';
import { readMcpFile } from '../../../src/mcp/mcpFile';
import { mcpCandidate, type McpCandidate, resolveCandidate } from '../../../src/mcp/mcpCandidate';
import { contentOf, secretsOf } from '../../../src/client/mcpSecrets';
import { mergeMcp } from '../../../src/mcp/mergeMcp';
import { savedEntries } from '../../../src/settings/savedMcp';
import type { Settings } from '../../../src/client/records';
import { Redactor } from '../../../src/base/redactor';
import { waitingActions } from '../../../src/client/apis/v1/agentEvents';
import { outlineSettings } from '../../../src/settings/settingsOutline';
import { withoutSecrets } from '../../../src/client/secrets';
import { draftFrom } from '../../../src/draft/draftFormat';

/** More parts, worth more than a moment's work each, than a file of 1 MB or an answer of 16 MB has. */
export const most = 8000;

/** A function of a value with this many parts, which is created before the cost is measured. */
export interface ListFunction {
  readonly name: string;
  readonly make: (count: number) => () => unknown;
}

function listFunction<T>(name: string, parts: (count: number) => T, run: (value: T) => unknown): ListFunction {
  return {
    name,
    make: (count) => {
      const value = parts(count);
      return () => run(value);
    },
  };
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function record<T>(count: number, make: (index: number) => T): Record<string, T> {
  return Object.fromEntries(many(count, (index) => [`name-${index}`, make(index)] as const));
}

const inputs = (count: number) => many(count, (index) => ({ id: `id-${index}`, type: 'promptString' }));
const asking = (index: number) => ({ command: 'npx', args: [`\${input:id-${index}}`] });
const file = (count: number) => readMcpFile({ servers: record(count, asking), inputs: inputs(count) });
const candidatesOf = ({ entries, inputs: asked }: ReturnType<typeof file>) =>
  entries.map((entry) => mcpCandidate(entry, asked));
const stdio = (count: number, name: (index: number) => string) =>
  many(count, (index) => ({
    name: name(index),
    command: 'npx',
    args: [String(index)],
    env: { KEY: `value-${index}` },
  }));
const settings = (count: number): Settings => ({
  llm_api_key_set: true,
  ...record(count, (index) => `value ${index}`),
  mcp_config: { stdio_servers: stdio(count, String) },
});
const conversation = (index: number): Conversation => ({
  ...{ id: `id-${index}`, baseUrl: `https://host-${index}.example`, request: {}, outcome: 'sending' },
  ...{ sentAt: index, deadline: index },
});
const anAnswer = (count: number) => new Map(many(count, (index) => [`input:id-${index}`, `answer-${index}`] as const));
const oneServer = (count: number) =>
  readMcpFile({
    servers: { one: { command: 'npx', args: many(count, (index) => `\${input:id-${index}}`) } },
    inputs: inputs(count),
  });
const saved = (count: number) => ({ stdio_servers: stdio(count, String) });
const started = (count: number) => many(count, conversation);

/** Functions that go through lists from outside. */
export const listFunctions: readonly ListFunction[] = [
  listFunction(
    'servers and inputs of readMcpFile',
    (count) => [record(count, asking), inputs(count)],
    ([servers, list]) => readMcpFile({ servers, mcpServers: servers, inputs: list }),
  ),
  listFunction('servers and inputs of mcpCandidate', file, candidatesOf),
  listFunction('variables of mcpCandidate', oneServer, candidatesOf),
  listFunction(
    'answers of resolveCandidate',
    (count) => [candidatesOf(oneServer(count))[0], anAnswer(count)] as [McpCandidate, Map<string, string>],
    ([candidate, answers]) => [resolveCandidate(candidate, answers), resolveCandidate(candidate, new Map())],
  ),
  listFunction(
    'servers of mcpConfigOf',
    (count) => stdio(count, String),
    (servers) =>
      mcpConfigOf([
        ...servers.map((server) => ({ kind: 'stdio', server }) as const),
        ...servers.map(({ name }) => ({ kind: 'sse', server: { url: `https://${name}` } }) as const),
      ]),
  ),
  listFunction(
    'servers of one name of mcpConfigOf',
    (count) => stdio(count, () => 'same'),
    (servers) => mcpConfigOf(servers.map((server) => ({ kind: 'stdio', server }) as const)),
  ),
  listFunction('servers of mergeMcp', saved, (all) => mergeMcp({ stdio_servers: all.stdio_servers.slice(0, 10) }, all)),
  listFunction('servers of secretsOf', saved, secretsOf),
  listFunction('servers of contentOf', saved, contentOf),
  listFunction('servers of savedEntries', (count) => record(count, () => ({})), savedEntries),
  listFunction('files of readDiff', (count) => 'diff --git a/b b/b\n+c\n'.repeat(count), readDiff),
  listFunction('members of maskSettings', settings, maskSettings),
  listFunction('members of outlineSettings', settings, (value) =>
    outlineSettings(value).map(({ rows }) => rows.map(({ children }) => children)),
  ),
  listFunction('members of withoutSecrets', settings, (value) => withoutSecrets(value, new Redactor())),
  listFunction(
    'secrets of Redactor',
    (count) => many(count, (index) => `secret-${index}-${index * 7919}`),
    (secrets) => {
      const redactor = new Redactor();
      for (const secret of secrets) redactor.add(secret);
      return redactor.redact(secrets.join(' '));
    },
  ),
  listFunction(
    'secrets of Redactor that begin alike',
    (count) => many(count, (index) => `the same beginning of all, and ${index}`),
    (secrets) => {
      const redactor = new Redactor();
      for (const secret of secrets) redactor.add(secret);
      return redactor.redact('the same nothing '.repeat(secrets.length));
    },
  ),
  listFunction('services of knownServices', started, (list) => knownServices([], list)),
  listFunction('conversations of groupConversations', started, (list) => groupConversations(list, 1)),
  listFunction(
    'branches and changes of pushedBranches',
    (count) => {
      const branches = many(count, (index) => ({
        name: String(index),
        commit: 'a',
        committedAt: index,
        subject: '',
      }));
      const changes = many(count, (index) => ({ ref: `r/${index % 2}`, at: index, commit: 'b', reason: '' }));
      return { branches, changes };
    },
    ({ branches, changes }) => {
      const start = { commits: new Map<string, string>(), at: 0 };
      return pushedBranches(movedBranches({ branches }, start), changes, start, 'r/');
    },
  ),
  listFunction(
    'levels of an action in waitingActions',
    (count) => many(count, (index) => index).reduce<unknown>((inner) => [inner], 'x'),
    (command) => waitingActions([{ kind: 'ActionEvent', timestamp: '', action: { command } }], true, (text) => text),
  ),
  listFunction(
    'pieces of draftFrom',
    (count) => ({
      fields: record(count, String),
      attachments: many(count, (index) => ({ kind: 'file', text: String(index) })),
    }),
    draftFrom,
  ),
];
