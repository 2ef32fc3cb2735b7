import * as vscode from 'vscode';
import type { ServiceAccess } from '../../serviceAccess';
import type { ServiceAddress } from '../../../client/serviceUrl';
import { plainNotification } from '../../../base/text';

/** Asks whether the session key may be sent without verifying the service's certificate, and remembers a yes. */
export async function confirmUnchecked(address: ServiceAddress, service: ServiceAccess): Promise<boolean> {
  const goOn = vscode.l10n.t('Use Anyway');
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t("The certificate of {0} isn't checked.", address.origin)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'http.proxyStrictSSL or NODE_TLS_REJECT_UNAUTHORIZED turns off certificate checks. Anyone between this machine and the service can impersonate the service and read your session key and everything you send.',
      ),
    },
    goOn,
  );
  if (answer !== goOn) return false;
  await service.agreeToUnchecked(address);
  return true;
}
