import * as vscode from 'vscode';
import { confirm, type Answers } from '../../../base/vscode/notify';
import type { ServiceAddress } from '../../../client/serviceUrl';
import type { ServiceAccess } from '../../serviceConnection';

/** Asks whether the session key may be sent without verifying the service's certificate. Remembers that the user agreed. */
export async function confirmUnverified(address: ServiceAddress, service: ServiceAccess): Promise<boolean> {
  const isAgreed = await confirm(
    vscode.l10n.t("The certificate of {0} isn't checked.", address.origin),
    vscode.l10n.t(
      'http.proxyStrictSSL or NODE_TLS_REJECT_UNAUTHORIZED turns off certificate checks. Anyone between this machine and the service can impersonate the service and read your session key and everything you send.',
    ),
    unsafeAnswers(),
  );
  if (isAgreed) await service.agreeToUnverified(address);
  return isAgreed;
}

function unsafeAnswers(): Answers {
  return { no: vscode.l10n.t("Don't Use"), yes: vscode.l10n.t('Use Anyway') };
}

/** Asks, before a key is entered, whether it may be sent over plain http to another machine, where it can be intercepted. */
export async function confirmUnencrypted({ secure, origin }: ServiceAddress): Promise<boolean> {
  if (secure) return true;
  return confirm(
    vscode.l10n.t("The connection to {0} isn't encrypted.", origin),
    vscode.l10n.t(
      'Your session key and everything you send can be read on the way to the service. Use https if the service supports it.',
    ),
    unsafeAnswers(),
  );
}
