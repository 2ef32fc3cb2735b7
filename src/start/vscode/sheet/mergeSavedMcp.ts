import * as vscode from 'vscode';
import { mergeMcp, type MergedMcp } from '../../../mcp/common/mergeMcp';
import { nothingTicked } from '../../../mcp/common/mcpServers';
import { ExplainedError } from '../../../base/vscode/explanation';
import { plainNotification } from '../../../base/common/text';
import { connectionMissing } from '../sendStart';
import { withProgress } from '../../../base/vscode/withProgress';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from './sheetState';

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
  if (words !== '') void vscode.window.showWarningMessage(plainNotification(words));
  // The row lists the request's own servers, regardless of their origin. The draft keeps those that it has: the merged ones
  // include secrets, and are gone with the sheet.
  const ticked = state.draft.fields.mcp_config ? nothingTicked : (state.mcp ?? nothingTicked);
  return { mcp: { ...ticked, config, saved: added } };
}

/**
 * Differences from the servers saved on the service, and the parts sent together with the request's own servers; may be
 * empty.
 */
export function mergedMcpWords({ leftOut, without, completed }: Omit<MergedMcp, 'config' | 'added'>): string {
  const lost = without.map(({ server, members }) => `${server} (${members.join(', ')})`);
  return [
    leftOut > 0
      ? vscode.l10n.t(
          "Saved MCP servers not sent because they couldn't be read as the service returned them: {0}",
          leftOut,
        )
      : '',
    lost.length > 0
      ? vscode.l10n.t(
          "These saved MCP servers are sent without settings that a request can't include: {0}",
          lost.join(', '),
        )
      : '',
    completed.length > 0
      ? vscode.l10n.t(
          'These MCP servers are sent with the key or variables the service has saved for them: {0}',
          completed.join(', '),
        )
      : '',
  ]
    .filter(Boolean)
    .join('. ');
}
