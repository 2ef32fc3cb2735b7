import * as vscode from 'vscode';
import { tickedServers } from '../../../mcp/common/mcpServers';
import { previewRequest } from '../sheet/requestPreview';
import { targetsOf, type StartPorts } from '../startPorts';
import { activeDraft } from './activeDraft';
import { startDraft } from './startDraft';

/**
 * The command `previewDraft`: the request that a message in the editor would make now, as the sheet previews its own. The
 * review sheet on the message opens when the preview is closed.
 */
export async function previewDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const draft = await document.load();
  const surroundings = await targetsOf(ports).find(draft.chosen);
  const mcp = await tickedServers(await ports.mcp());
  const { closed } = await previewRequest({ draft, surroundings, settings: undefined, mcp }, ports);
  await closed;
  // It may have been sent or discarded meanwhile.
  const still = await (await ports.drafts()).documentAt(document.path);
  if (still && !still.isBeingSent) await startDraft(ports, vscode.Uri.file(still.path));
}
