import * as vscode from 'vscode';
import type { ServiceAddress } from '../../../client/common/serviceUrl';
import type { ConnectionPorts } from './connectionCommands';
import { plainNotification } from '../../../base/common/text';

/** Removes a service from the list, after a confirmation, and its session key from this machine. */
export async function forgetService(
  address: ServiceAddress,
  { keys, services }: Pick<ConnectionPorts, 'keys' | 'services'>,
): Promise<void> {
  const forget = vscode.l10n.t('Forget');
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Forget {0}?', address.baseUrl)),
    {
      modal: true,
      detail: vscode.l10n.t(
        "It's no longer offered, and its session key is removed from this machine. Its conversations stay in the list.",
      ),
    },
    forget,
  );
  if (answer !== forget) return;
  await keys.clear(address.origin);
  await (await services()).forget(address);
}
