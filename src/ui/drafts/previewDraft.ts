import { tickedServers } from '../../domain/mcp/tickedServers';
import { previewRequest } from '../sheet/requestPreview';
import { targetsOf, type StartPorts } from '../startPorts';
import { activeDraft } from './activeDraft';

/** The command `previewDraft`: the request that a message in the editor would make now, as the sheet previews its own. */
export async function previewDraft(ports: StartPorts, given?: unknown): Promise<void> {
  const draft = await (await activeDraft(given, ports)).load();
  const surroundings = await targetsOf(ports).find(draft.chosen);
  const mcp = await tickedServers(await ports.mcp());
  await previewRequest({ draft, surroundings, settings: undefined, mcp }, ports);
}
