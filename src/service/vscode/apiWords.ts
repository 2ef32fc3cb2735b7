import { l10n } from 'vscode';
import { shownLanguage } from '../../base/vscode/units';
import { apiNames, apis, type ApiName } from '../../client/apis/registry';

/** The words for an API and for the services that have it. Functions, so that nothing is translated before it's shown. */
interface ApiWords {
  /** Its name, as its services' documentation has it. */
  readonly name: () => string;
  readonly services: () => string;
  /** Says where people who run such a service find its session key. */
  readonly key: () => string;
}

const openHandsKey = () => l10n.t('OpenHands: its SESSION_API_KEY, or any text if it has none');

export const apiWords: Readonly<Record<ApiName, ApiWords>> = {
  v0: {
    name: () => l10n.t('API {0}', 'V0'),
    services: () => l10n.t('For older OpenHands servers'),
    key: openHandsKey,
  },
  v1: {
    name: () => l10n.t('API {0}', 'V1'),
    services: () => l10n.t('For newer OpenHands servers, which no longer have API V0'),
    key: openHandsKey,
  },
  agent: {
    name: () => l10n.t('Agent server'),
    services: () => l10n.t('For agent servers, such as that of Agent Canvas'),
    key: () => l10n.t('Agent Canvas: the text of {0}', '~/.openhands/agent-canvas/api-key.txt'),
  },
};

/** Says where the keys of all kinds of services are: "OpenHands: its SESSION_API_KEY, or any text if it has none; Agent Canvas: …". */
export function keyPlaces(): string {
  return [...new Set(apiNames.map((name) => apiWords[name].key()))].join('; ');
}

/** The usual URLs, and what is installed there: "http://localhost:3000 for OpenHands and …". */
export function usualPlaces(): string {
  const places = apiNames.map((name) => l10n.t('{0} for {1}', apis[name].usualUrl, apis[name].product));
  return new Intl.ListFormat(shownLanguage()).format(new Set(places));
}
