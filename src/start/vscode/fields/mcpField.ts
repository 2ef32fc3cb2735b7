import * as vscode from 'vscode';
import { withField, withoutField, type DraftEdit } from '../../../draft/draft';
import { type FoundMcpServer, tickedServers, nothingTicked } from '../../../mcp/mcpServers';
import type { WorkspaceMcpServers } from '../../../mcp/vscode/workspaceMcpServers';
import { pickMcpServers } from '../../../mcp/vscode/mcpPick';
import { askAboutMcp } from '../../../mcp/vscode/mcpQuestions';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import {
  isMerged,
  type Edited,
  type SheetPorts,
  type SheetState,
  type FieldOnSheet,
  sheetRequest,
} from '../sheet/sheetState';
import { isUrl } from '../../../base/url';
import type { McpConfig } from '../../../client/records';
import { joined } from '../../../draft/vscode/draftLabels';
import { mergeMcp, type MergedMcp } from '../../../mcp/mergeMcp';
import { ExplainedError } from '../../../base/vscode/explanation';
import { notify } from '../../../base/vscode/notify';
import { connectionMissing } from '../sendStart';
import { withProgress } from '../../../base/vscode/withProgress';

export const mcpField: FieldOnSheet<'mcp_config'> = {
  icon: 'server',
  isSentByDefault: true,
  value: mcpValue,
  edit: editMcp,
};

/** Prompts for the servers to send, and for the values that they need. */
async function editMcp(state: SheetState, ports: SheetPorts): Promise<Edited> {
  if (state.draft.fields.mcp_config) {
    const choice = await askAboutGiven();
    if (choice === 'leaveOut') return { edit: (draft) => withField(draft, 'mcp_config', null) };
    if (choice !== 'choose') return {};
  }
  const mcp = await ports.mcp();
  const picked = await pickMcpServers(mcp);
  if (picked === 'forgotten') return withTicked(mcp);
  if (!picked) return {};
  await mcp.tick(picked);
  await askAboutAll(picked, mcp);
  const edit: DraftEdit = (draft) => (picked.length > 0 ? withoutField(draft, 'mcp_config') : draft);
  return { ...(await withTicked(mcp)), edit };
}

/**
 * Prompts for the values that the selected servers still need; servers whose file has changed have to be selected
 * again.
 */
export async function answerMcp(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const mcp = await ports.mcp();
  const { files, gone } = await mcp.find();
  const servers = files.flatMap((file) => file.servers);
  if (gone.length > 0 || servers.some(({ changed }) => changed)) return editMcp(state, ports);
  await askAboutAll(
    servers.filter(({ ticked }) => ticked),
    mcp,
  );
  return withTicked(mcp);
}

/** Closing a prompt ends them all: the remaining ones stay open, and the sheet says so. */
async function askAboutAll(servers: readonly FoundMcpServer[], mcp: WorkspaceMcpServers): Promise<void> {
  for (const server of servers) if (!(await askAboutMcp(server, mcp))) return;
}

async function withTicked(mcp: WorkspaceMcpServers): Promise<Edited> {
  return { mcp: await tickedServers(mcp) };
}

/** The caller that passed the request named its own servers. */
async function askAboutGiven(): Promise<'send' | 'choose' | 'leaveOut' | undefined> {
  const items = [
    { label: vscode.l10n.t('$(check) Send'), choice: 'send' },
    { label: vscode.l10n.t('$(server) Select MCP Servers...'), choice: 'choose' },
    { label: vscode.l10n.t('$(trash) Remove'), choice: 'leaveOut' },
  ] as const;
  const title = requestFieldTitle('mcp_config');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.choice;
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

/**
 * Adds the servers saved on the service to those of the request. They are read now, with their secrets, and live only
 * as long as the sheet.
 */
export async function mergeSavedMcp(
  state: SheetState,
  { mcp: load, service, serviceUrl }: SheetPorts,
): Promise<Edited> {
  const connection = await service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  if (connection.address.baseUrl !== serviceUrl) {
    throw new ExplainedError(vscode.l10n.t('The service URL was changed. Open the review sheet again.'));
  }
  const title = vscode.l10n.t('Reading saved MCP servers...');
  const settings = await withProgress(title, (signal) => connection.client.loadSettings(signal));
  const merged = mergeMcp(sheetRequest(state).mcp_config, settings.mcp_config);
  const { config, added } = merged;
  if (config) (await load()).protect(config);
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
