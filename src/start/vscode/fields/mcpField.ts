import * as vscode from 'vscode';
import { withField, withoutField, type DraftEdit } from '../../../draft/draft';
import { withKept } from '../../../draft/startAgain';
import { type FoundMcpServer, selectedServers, noSelectedServers } from '../../../mcp/mcpSelection';
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
import { inform } from '../../../base/vscode/notify';
import { withProgress } from '../../../base/vscode/withProgress';

// `null` instead of unset: otherwise, the servers that are selected for the workspace would be sent.
const remove: DraftEdit = (draft) => withKept(withField(draft, 'mcp_config', null), 'mcp_config');

export const mcpField: FieldOnSheet<'mcp_config'> = {
  icon: 'server',
  isSentByDefault: true,
  value: mcpValue,
  edit: changeOrRemove('mcp_config', chooseServers, { remove }),
  remove,
};

async function chooseServers(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const mcp = await ports.mcp();
  const picked = await pickMcpServers(mcp);
  if (picked === 'forgotten') return withSelected(state, ports);
  if (!picked) return {};
  await mcp.select(picked);
  await askAboutAll(picked, mcp);
  // Only what was picked is sent: also without a pick, no servers of the request itself.
  const edit: DraftEdit = (draft) =>
    picked.length === 0 && draft.fields.mcp_config === null ? draft : withoutField(draft, 'mcp_config');
  return { mcp: await selectedServers(mcp), edit: (draft) => withKept(edit(draft), 'mcp_config') };
}

/** Prompts for values that the selected servers still need. Servers that have changed must be selected again first. */
export async function answerMcp(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const mcp = await ports.mcp();
  const { files, gone } = await mcp.find();
  const servers = files.flatMap((file) => file.servers);
  if (gone.length > 0 || servers.some(({ changed }) => changed)) return chooseServers(state, ports);
  const selected = servers.filter((server) => server.selected);
  await askAboutAll(selected, mcp);
  return withSelected(state, ports);
}

/** Asks about each server until a prompt is closed. The sheet warns about servers that still need answers. */
async function askAboutAll(servers: readonly FoundMcpServer[], mcp: WorkspaceMcpServers): Promise<void> {
  for (const server of servers) if (!(await askAboutMcp(server, mcp))) return;
}

/** The selected servers with their present answers, and those that are saved on the service if they were added before. */
async function withSelected(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const mcp = await selectedServers(await ports.mcp());
  if (!isMerged(state)) return { mcp };
  return mergeSavedMcp({ ...state, mcp }, ports).catch(async (error: unknown) => {
    await ports.report(error);
    return { mcp };
  });
}

/** The number of servers and their names. Servers of the request that have no name are shown by their host. */
function mcpValue(config: McpConfig, state: SheetState): string {
  const { draft, mcp } = state;
  const { sse_servers = [], stdio_servers = [], shttp_servers = [] } = config;
  const urls = [...shttp_servers, ...sse_servers];
  const all = [...stdio_servers.map(({ name }) => name), ...urls.map(({ url }) => hostOf(url))];
  const selected = isMerged(state) || draft.fields.mcp_config === undefined ? mcp : undefined;
  const { names = [], saved } = selected ?? {};
  const also =
    saved && saved.count > 0
      ? vscode.l10n.t({
          message: 'including {0} saved on the service',
          args: [saved.count],
          comment: '{0} is a number of MCP servers',
        })
      : '';
  return joined(String(all.length), (names.length > 0 ? names : all).join(', '), also);
}

function hostOf(url: string): string {
  return isUrl(url) ? new URL(url).host : '…';
}

/** Adds the servers that are saved on the service. They have secrets, so they're kept with the sheet, not in the draft. */
export async function mergeSavedMcp(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const { client } = await connectionOf(ports);
  const title = vscode.l10n.t('Reading saved MCP servers...');
  const settings = await withProgress(title, (signal) => client.loadSettings(signal));
  const merged = mergeMcp(sheetRequest(state).mcp_config, settings.mcp_config);
  const { config, added } = merged;
  if (config) (await ports.mcp()).protect(config);
  const words = mergedMcpWords(merged);
  if (words !== '') inform(vscode.window.showWarningMessage, words);
  // If the draft has servers of its own, `config` has these and the saved ones, and the selected ones aren't sent.
  const selected = state.draft.fields.mcp_config ? noSelectedServers : (state.mcp ?? noSelectedServers);
  return { mcp: { ...selected, config, saved: { count: added, client } } };
}

/** Says what of the saved servers isn't sent; empty if everything is. */
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
