import * as vscode from 'vscode';
import { withoutField } from '../../domain/draft';
import { mergeMcp } from '../../domain/mcp/mergeMcp';
import { nothingTicked } from '../../domain/mcp/tickedServers';
import { ExplainedError } from '../explanation';
import { plainNotification } from '../plainNotification';
import { connectionMissing } from '../sendStart';
import { withProgress } from '../withProgress';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from './sheetState';

/**
 * Puts the servers that the service has saved beside those of the request. They are read at this moment, with their
 * secrets, and live with the sheet alone.
 */
export async function mergeSavedMcp(
  state: SheetState,
  { mcp: load, service, serviceUrl }: SheetPorts,
): Promise<Edited> {
  const connection = await service.connect();
  if (connection.kind !== 'ready') throw connectionMissing(connection);
  if (connection.address.baseUrl !== serviceUrl) {
    throw new ExplainedError(vscode.l10n.t('The address of the service was changed: open the sheet anew.'));
  }
  const title = vscode.l10n.t('Reading the saved MCP servers...');
  const settings = await withProgress(title, (signal) => connection.client.loadSettings(signal));
  const { config, added, leftOut } = mergeMcp(sheetRequest(state).mcp_config, settings.mcp_config);
  if (config) (await load()).protect(config);
  if (leftOut > 0) {
    void vscode.window.showWarningMessage(
      plainNotification(
        vscode.l10n.t('Saved MCP servers that cannot be read as the service gave them, and are not sent: {0}', leftOut),
      ),
    );
  }
  // The row names the request's own servers, wherever they came from.
  const ticked = state.draft.fields.mcp_config ? nothingTicked : (state.mcp ?? nothingTicked);
  return {
    draft: withoutField(state.draft, 'mcp_config'),
    mcp: { ...ticked, config, saved: added },
  };
}
