import { l10n } from 'vscode';
import type { ServiceUrlRefusal } from '../../../client/common/serviceUrl';
import type { SessionKeyRefusal } from '../../common/sessionKey';

export function explainServiceUrl(reason: ServiceUrlRefusal): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Enter the address of the service, like http://localhost:3000.');
    case 'notAnAddress':
      return l10n.t('This is no address. It looks like http://localhost:3000 or https://agents.example.com.');
    case 'scheme':
      return l10n.t('The address has to begin with http:// or https://.');
    case 'credentials':
      return l10n.t('Leave user name and password out of the address: the session key is set on its own.');
    case 'query':
      return l10n.t('The address has to end before "?" and "#".');
  }
}

export function explainSessionKey(reason: SessionKeyRefusal): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Enter the session key.');
    case 'lineBreak':
      return l10n.t('A session key must not have line breaks.');
    case 'characters':
      return l10n.t('The session key holds characters that cannot travel in a request header.');
  }
}
