import * as vscode from 'vscode';
import { withField, withoutField } from '../../../draft/common/draft';
import { type FoundMcpServer, type McpServers, tickedServers } from '../../../mcp/common/mcpServers';
import { pickMcpServers } from '../../../mcp/vscode/mcpPick';
import { askAboutMcp } from '../../../mcp/vscode/mcpQuestions';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { isMerged, type Edited, type SheetPorts, type SheetState } from '../sheet/sheetState';
import { isUrl } from '../../../base/common/url';
import type { McpConfig } from '../../../client/common/records';
import { joined } from '../messageWords';
import type { RequestField } from './requestFields';

export const mcpField: RequestField<'mcp_config'> = {
  icon: 'server',
  isSentByDefault: true,
  value: mcpValue,
  edit: editMcp,
};

/** Prompts for the servers to send, and for the values that they need. */
export async function editMcp(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const { draft } = state;
  if (draft.fields.mcp_config) {
    const choice = await askAboutGiven();
    if (choice === 'leaveOut') return { draft: withField(draft, 'mcp_config', null) };
    if (choice !== 'choose') return {};
  }
  const mcp = await ports.mcp();
  const picked = await pickMcpServers(mcp);
  // Previous answers are cleared, whether or not the prompt was completed.
  if (picked === 'forgotten') return withTicked(mcp);
  if (!picked) return {};
  await mcp.tick(picked);
  await askAboutAll(picked, mcp);
  return { ...(await withTicked(mcp)), draft: picked.length > 0 ? withoutField(draft, 'mcp_config') : draft };
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
async function askAboutAll(servers: readonly FoundMcpServer[], mcp: McpServers): Promise<void> {
  for (const server of servers) if (!(await askAboutMcp(server, mcp))) return;
}

async function withTicked(mcp: McpServers): Promise<Edited> {
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
