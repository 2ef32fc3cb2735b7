import { l10n } from 'vscode';
import { providerName } from '../../service/vscode/errors/providerName';

// Maps: names come from the service, and an object would know those of its prototype, too. Functions, so that nothing
// is translated before somebody looks.
type Words = ReadonlyMap<string, () => string>;

const serverLists: Words = new Map([
  ['sse_servers', () => l10n.t('SSE servers')],
  ['stdio_servers', () => l10n.t('stdio servers')],
  ['shttp_servers', () => l10n.t('HTTP servers')],
]);

const serverFields: Words = new Map([
  ['name', () => l10n.t('Name')],
  ['url', () => l10n.t('Address')],
  ['api_key', () => l10n.t('Key')],
  ['command', () => l10n.t('Command')],
  ['args', () => l10n.t('Arguments')],
  ['env', () => l10n.t('Environment')],
]);

const secretStores: Words = new Map([
  ['provider_tokens', () => l10n.t('Provider tokens')],
  ['custom_secrets', () => l10n.t('Custom secrets')],
]);

/**
 * The label of an entry inside a field, where the interface describes the entry (sections 2.4 and 2.6).
 * @param id its JSON Pointer, as in `SettingsRow.id`
 */
export function entryLabel(id: string): string | undefined {
  const [, field = '', name = '', entry, property, ...deeper] = id.split('/');
  if (field === 'mcp_config' && property !== undefined && deeper.length === 0)
    return serverLists.has(name) ? serverFields.get(property)?.() : undefined;
  if (entry !== undefined) return undefined;
  switch (field) {
    case 'mcp_config':
      return serverLists.get(name)?.();
    case 'secrets_store':
      return secretStores.get(name)?.();
    case 'provider_tokens_set':
      return providerName(name);
    default:
      return undefined;
  }
}
