import * as vscode from 'vscode';
import { interfaceApi } from '../../../client/common/dialect';
import type { ServiceAddress } from '../../../client/common/serviceUrl';
import type { ConnectionPorts } from './connectionCommands';
import { plainNotification } from '../../../base/common/text';

/**
 * Removes a service from the list, after a confirmation, and from this machine its session key and the agreement to ask
 * it for the status of conversations.
 */
export async function forgetService(
  address: ServiceAddress,
  { apis, keys, services, followed }: Pick<ConnectionPorts, 'apis' | 'keys' | 'services' | 'followed'>,
): Promise<void> {
  const forget = vscode.l10n.t('Forget');
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Forget {0}?', address.baseUrl)),
    {
      modal: true,
      detail: vscode.l10n.t(
        "It's no longer offered, its session key is removed from this machine, and the status of its conversations is no longer followed. They stay in the list.",
      ),
    },
    forget,
  );
  if (answer !== forget) return;
  await followed.remove(address.origin);
  await apis.set(address, interfaceApi);
  await keys.clear(address.origin);
  await (await services()).forget(address);
}
