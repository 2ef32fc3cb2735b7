import * as vscode from 'vscode';
import { apiVersions, type ApiVersion } from '../../../client/dialect';
import type { ServiceAddress } from '../../../client/serviceUrl';
import { plainNotification } from '../../../base/text';
import type { ServiceMemory } from '../../serviceMemory';

/** Asks which API a service has, for when that can't be found out, or was found out wrongly. */
export async function chooseApi(address: ServiceAddress, services: ServiceMemory): Promise<void> {
  const current = await services.apiOf(address);
  const picked = await vscode.window.showQuickPick(
    apiVersions.map((api) => ({ api, ...apiItem(api, api === current) })),
    {
      title: plainNotification(vscode.l10n.t('API of {0}', address.baseUrl)),
      placeHolder: vscode.l10n.t('Detected when you enter the service URL or the session key'),
      ignoreFocusOut: true,
    },
  );
  if (picked) await services.setApi(address, picked.api);
}

function apiItem(api: ApiVersion, isCurrent: boolean): vscode.QuickPickItem {
  const described = apiDescription(api);
  return { ...described, description: isCurrent ? vscode.l10n.t('current') : '' };
}

function apiDescription(api: ApiVersion): { readonly label: string; readonly detail: string } {
  switch (api) {
    case 'v0':
      return { label: apiLabel(api), detail: vscode.l10n.t('For older OpenHands servers') };
    case 'v1':
      return {
        label: apiLabel(api),
        detail: vscode.l10n.t('For newer OpenHands servers, which no longer have API V0'),
      };
  }
}

/** Name of an API, as its services' documentation has it. */
export function apiLabel(api: ApiVersion): string {
  return vscode.l10n.t('API {0}', api.toUpperCase());
}
