import * as vscode from 'vscode';
import type { ServiceAccess } from '../../serviceConnection';
import type { ServiceAddress } from '../../../client/serviceUrl';
import { confirm } from '../../../base/vscode/notify';

/** Asks whether the session key may be sent without verifying the service's certificate, and remembers a yes. */
export async function confirmUnchecked(address: ServiceAddress, service: ServiceAccess): Promise<boolean> {
  const isAgreed = await confirm(
    vscode.l10n.t("The certificate of {0} isn't checked.", address.origin),
    vscode.l10n.t(
      'http.proxyStrictSSL or NODE_TLS_REJECT_UNAUTHORIZED turns off certificate checks. Anyone between this machine and the service can impersonate the service and read your session key and everything you send.',
    ),
    vscode.l10n.t('Use Anyway'),
  );
  if (isAgreed) await service.agreeToUnchecked(address);
  return isAgreed;
}
