import { l10n } from 'vscode';
import type { ServiceUrlRefusal } from '../../../client/serviceUrl';
import type { SessionKeyRefusal } from '../../sessionKey';

export function explainServiceUrl(reason: ServiceUrlRefusal): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Enter the service URL, such as http://localhost:3000.');
    case 'notAnAddress':
      return l10n.t("This isn't a valid URL. Use one like http://localhost:3000 or https://agents.example.com.");
    case 'scheme':
      return l10n.t('The URL must start with http:// or https://.');
    case 'credentials':
      return l10n.t('Remove the username and password from the URL. The session key is set separately.');
    case 'query':
      return l10n.t('The URL can\'t contain "?" or "#".');
  }
}

export function explainSessionKey(reason: SessionKeyRefusal): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Enter the session key.');
    case 'lineBreak':
      return l10n.t("The session key can't contain line breaks.");
    case 'characters':
      return l10n.t("The session key contains characters that aren't allowed in a request header.");
  }
}
