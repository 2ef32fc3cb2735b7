import { l10n } from 'vscode';
import type { ServiceUrlRefusal } from '../../../client/serviceUrl';
import type { SessionKeyRefusal } from '../../sessionKey';

const urlRefusals: Readonly<Record<ServiceUrlRefusal, () => string>> = {
  empty: () => l10n.t('Enter the service URL, such as http://localhost:3000.'),
  notAnAddress: () =>
    l10n.t("This isn't a valid URL. Use one like http://localhost:3000 or https://agents.example.com."),
  scheme: () => l10n.t('The URL must start with http:// or https://.'),
  credentials: () => l10n.t('Remove the username and password from the URL. The session key is set separately.'),
  query: () => l10n.t('The URL can\'t contain "?" or "#".'),
};

export function explainServiceUrl(reason: ServiceUrlRefusal): string {
  return urlRefusals[reason]();
}

const keyRefusals: Readonly<Record<SessionKeyRefusal, () => string>> = {
  empty: () => l10n.t('Enter the session key.'),
  lineBreak: () => l10n.t("The session key can't contain line breaks."),
  characters: () => l10n.t("The session key contains characters that aren't allowed in a request header."),
};

export function explainSessionKey(reason: SessionKeyRefusal): string {
  return keyRefusals[reason]();
}
