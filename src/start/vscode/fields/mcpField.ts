import * as vscode from 'vscode';
import { withField, withoutField, type DraftEdit } from '../../../draft/draft';
import { type FoundMcpServer, tickedServers, nothingTicked } from '../../../mcp/mcpServers';
import type { WorkspaceMcpServers } from '../../../mcp/vscode/workspaceMcpServers';
import { pickMcpServers } from '../../../mcp/vscode/mcpPick';
import { askAboutMcp } from '../../../mcp/vscode/mcpQuestions';
import {
  changeOrRemove,
  connectionOf,
  isMerged,
  type SheetChange,
  type SheetPorts,
  type SheetState,
  type FieldOnSheet,
  sheetRequest,
} from '../sheet/sheetState';
import { isUrl } from '../../../base/url';
import type { McpConfig } from '../../../client/records';
import { joined } from '../../../draft/vscode/draftLabels';
import { mergeMcp, type MergedMcp } from '../../../mcp/mergeMcp';
import { notify } from '../../../base/vscode/notify';
import { withProgress } from '../../../base/vscode/withProgress';

export const mcpField: FieldOnSheet<'mcp_config'> = {
  icon: 'server',
  isSentByDefault: true,
  value: mcpValue,
  // A caller that passed its own servers named them.
  edit: changeOrRemove('mcp_config', chooseServers, { remove: (draft) => withField(draft, 'mcp_config', null) }),
};

/** Prompts for the servers to send, and for the values that they need. */
async function chooseServers(_: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const mcp = await ports.mcp();
  const picked = await pickMcpServers(mcp);
  if (picked === 'forgotten') return withTicked(mcp);
  if (!picked) return {};
  await mcp.tick(picked);
  await askAboutAll(picked, mcp);
  const edit: DraftEdit = (draft) => (picked.length > 0 ? withoutField(draft, 'mcp_config') : draft);
  return { ...(await withTicked(mcp)), edit };
}

/** Prompts for what the selected servers still need; those whose file has changed have to be selected again. */
export async function answerMcp(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const mcp = await ports.mcp();
  const { files, gone } = await mcp.find();
  const servers = files.flatMap((file) => file.servers);
  if (gone.length > 0 || servers.some(({ changed }) => changed)) return chooseServers(state, ports);
  const ticked = servers.filter((server) => server.ticked);
  await askAboutAll(ticked, mcp);
  return withTicked(mcp);
}

/** Closing a prompt ends them all: the remaining ones stay open, and the sheet says so. */
async function askAboutAll(servers: readonly FoundMcpServer[], mcp: WorkspaceMcpServers): Promise<void> {
  for (const server of servers) if (!(await askAboutMcp(server, mcp))) return;
}

async function withTicked(mcp: WorkspaceMcpServers): Promise<SheetChange> {
  return { mcp: await tickedServers(mcp) };
}

/** The request's own servers have names only if they run a command; those of a file have one each. */
function mcpValue(config: McpConfig, state: SheetState): string {
  const { draft, mcp } = state;
  const { sse_servers = [], stdio_servers = [], shttp_servers = [] } = config;
  const urls = [...shttp_servers, ...sse_servers];
  const all = [...stdio_servers.map(({ name }) => name), ...urls.map(({ url }) => hostOf(url))];
  const ticked = isMerged(state) || draft.fields.mcp_config === undefined ? mcp : undefined;
  const { names = [], saved = 0 } = ticked ?? {};
  const also =
    saved > 0
      ? vscode.l10n.t({
          message: 'including {0} saved on the service',
          args: [saved],
          comment: '{0} is a number of MCP servers',
        })
      : '';
  return joined(String(all.length), (names.length > 0 ? names : all).join(', '), also);
}

function hostOf(url: string): string {
  return isUrl(url) ? new URL(url).host : '…';
}

/** Adds the servers saved on the service, which are read now, with their secrets, and live only as long as the sheet. */
export async function mergeSavedMcp(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const { client } = await connectionOf(ports);
  const title = vscode.l10n.t('Reading saved MCP servers...');
  const settings = await withProgress(title, (signal) => client.loadSettings(signal));
  const merged = mergeMcp(sheetRequest(state).mcp_config, settings.mcp_config);
  const { config, added } = merged;
  if (config) (await ports.mcp()).protect(config);
  const words = mergedMcpWords(merged);
  if (words !== '') void notify(vscode.window.showWarningMessage, words);
  // The row lists the request's own servers, regardless of their origin. The draft keeps those that it has: the merged ones
  // include secrets, and are gone with the sheet.
  const ticked = state.draft.fields.mcp_config ? nothingTicked : (state.mcp ?? nothingTicked);
  return { mcp: { ...ticked, config, saved: added } };
}

/** Differences from the servers saved on the service; may be empty. */
export function mergedMcpWords({ leftOut, without }: Pick<MergedMcp, 'leftOut' | 'without'>): string {
  const lost = without.map(({ server, members }) => `${server} (${members.join(', ')})`);
  return [
    leftOut > 0 ? vscode.l10n.t("{0} saved MCP servers can't be read and aren't sent", leftOut) : '',
    lost.length > 0
      ? vscode.l10n.t(
          "Some values of these saved MCP servers can't be in a request and aren't sent: {0}",
          lost.join(', '),
        )
      : '',
  ]
    .filter(Boolean)
    .join('. ');
}
