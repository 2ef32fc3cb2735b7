import * as vscode from 'vscode';
import { plainLabel } from '../../base/text';
import { withProgress } from '../../base/vscode/withProgress';
import { isNotOffered, ServiceError } from '../../client/serviceError';
import { parseServiceUrl } from '../../client/serviceUrl';
import { isCurrentService } from '../../service/vscode/configuration';
import { connectTo } from '../../service/vscode/connection/connectTo';
import type { Conversation } from '../conversation';
import { canAskStatus, isOver } from '../reportedStatus';
import { askStatus, hasSendableId, saveUnanswered } from '../askStatus';
import { sayFormerApi, sayNotProvided, type StatusPorts } from './statusNotices';

/** The number of a service's conversations that are asked for. These are the newest ones. */
const maxAsked = 50;

/**
 * The command `refreshConversations`: asks each service for the status of conversations that may have changed, with as few
 * requests as its API allows. If one can't be asked, that is said, and the others are asked anyway.
 */
export async function refreshConversations(ports: StatusPorts): Promise<void> {
  const { history } = ports;
  const asked = (await history.load()).filter((one) => canAskStatus(one) && !isOver(one));
  const services = [...Map.groupBy(asked, ({ baseUrl }) => baseUrl)];
  if (services.length === 0) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) No conversation has a status that could change'), 3000);
    return;
  }
  for (const [baseUrl, conversations] of services)
    await refreshService(baseUrl, conversations.slice(0, maxAsked), ports).catch(ports.report);
}

async function refreshService(baseUrl: string, wanted: readonly Conversation[], ports: StatusPorts): Promise<void> {
  if (await mustNotAskForKey(baseUrl, ports)) {
    await saveUnanswered(wanted, { ...ports, now: Date.now });
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(info) Not refreshed: no session key is saved for {0}', plainLabel(new URL(baseUrl).host)),
      5000,
    );
    return;
  }
  const connection = await connectTo(ports, baseUrl);
  if (!connection) return;
  const { api, client, address } = connection;
  const { origin } = address;
  const asked = wanted.filter((one) => hasSendableId(one, api));
  const ofFormerApi = wanted.filter((one) => !asked.includes(one));
  sayFormerApi(origin, ofFormerApi, ports.report);
  if (asked.length === 0) return;
  const { host } = new URL(origin);
  const isOne = asked.length === 1;
  const title = isOne
    ? vscode.l10n.t('Refreshing 1 conversation on {0}...', host)
    : vscode.l10n.t('Refreshing {0} conversations on {1}...', asked.length, host);
  try {
    await withProgress(title, async (signal) => {
      for (const group of inGroups(asked, api.status.maxPerRequest))
        await askStatus(group, (ask) => ask(client.status), { ...ports, now: Date.now }, signal);
    });
    vscode.window.setStatusBarMessage(
      isOne
        ? vscode.l10n.t('$(check) Refreshed 1 conversation on {0}', plainLabel(host))
        : vscode.l10n.t('$(check) Refreshed {0} conversations on {1}', asked.length, plainLabel(host)),
      3000,
    );
  } catch (error) {
    if (!(error instanceof ServiceError) || !isNotOffered(error)) throw error;
    const [first] = asked;
    if (first) sayNotProvided(vscode.l10n.t("{0} doesn't provide conversation status.", origin), first);
  }
}

/** True if a service has no key, and the user has forgotten it, or uses another one now. */
async function mustNotAskForKey(baseUrl: string, { service, keys }: StatusPorts): Promise<boolean> {
  const parsed = parseServiceUrl(baseUrl);
  if (!parsed.ok || (isCurrentService(baseUrl) && !service.isForgotten(parsed.address))) return false;
  return (await keys.get(parsed.address.origin)) === undefined;
}

/** Groups with as many conversations as one request can ask for. */
function inGroups(asked: readonly Conversation[], most: number): readonly (readonly Conversation[])[] {
  return Array.from({ length: Math.ceil(asked.length / most) }, (_, at) => asked.slice(at * most, (at + 1) * most));
}
