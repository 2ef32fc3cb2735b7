import * as vscode from 'vscode';
import { ellipsize, plainNotification, visibleText } from '../../base/text';
import { isSettingsRowName, settingsField } from '../../client/settingsFields';
import type { SettingsRow, SettingsSection } from '../settingsOutline';
import type { ShownValue } from '../shownValue';
import { plainMarkdown } from '../../base/vscode/text';
import { formatAge, shownLanguage } from '../../base/vscode/units';
import { explainService } from '../../service/vscode/errors/explainService';
import { shownSettings, type SettingsState } from '../../service/settingsState';
import { entryLabel, fieldWords, groups } from './settingsWords';

export function sectionItem({ group }: SettingsSection): vscode.TreeItem {
  const item = new vscode.TreeItem(groups[group].name(), vscode.TreeItemCollapsibleState.Expanded);
  item.id = group;
  item.iconPath = new vscode.ThemeIcon(groups[group].icon);
  item.contextValue = 'settingsGroup';
  return item;
}

export function rowItem(row: SettingsRow): vscode.TreeItem {
  const label = labelOf(row);
  const item = new vscode.TreeItem(
    label,
    row.hasChildren ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  item.id = row.id;
  item.description = valueWithNote(row);
  item.contextValue = copyable(row) === undefined ? 'setting' : 'settingValue';
  item.accessibilityInformation = { label: [label, item.description].filter(Boolean).join(': ') };
  return item;
}

function valueWithNote({ value, isDefault, isOfAnotherType }: SettingsRow): string {
  const words = valueWords(value);
  if (isOfAnotherType) return vscode.l10n.t('{0} · unexpected type', words);
  return isDefault ? vscode.l10n.t('{0} · default', words) : words;
}

function labelOf({ field, id, name }: SettingsRow): string {
  return field && isSettingsRowName(name) ? fieldWords[name]().label : (entryLabel(id) ?? displayText(name));
}

/** Longer values are truncated in rows and tooltips. *Copy Value* copies the whole value. */
const maxDisplayLength = 500;

function displayText(text: string): string {
  return ellipsize(visibleText(text.slice(0, 2 * maxDisplayLength)), maxDisplayLength);
}

function valueWords(value: ShownValue): string {
  switch (value.kind) {
    case 'text':
      return value.text === '' ? vscode.l10n.t('empty') : displayText(value.text);
    case 'switch':
      return switchWords(value.on);
    case 'secret':
      return value.set
        ? vscode.l10n.t({ message: 'set', comment: 'There is a key or a secret' })
        : vscode.l10n.t('not set');
    case 'unset':
      return vscode.l10n.t('not set');
    case 'unreported':
      return vscode.l10n.t('not reported');
    case 'count':
      return countWords(value.count, value.of);
    case 'group':
      return '';
  }
}

function countWords(count: number, of: Extract<ShownValue, { kind: 'count' }>['of']): string {
  if (count === 0) return vscode.l10n.t({ message: 'none', comment: 'No servers, providers, secrets or entries' });
  const shown = count.toLocaleString(shownLanguage());
  switch (of) {
    case 'servers':
      return count === 1 ? vscode.l10n.t('1 server') : vscode.l10n.t('{0} servers', shown);
    case 'providers':
      return vscode.l10n.t('{0} configured', shown);
    case 'secrets':
      return count === 1 ? vscode.l10n.t('1 secret') : vscode.l10n.t('{0} secrets', shown);
    case 'entries':
      return count === 1 ? vscode.l10n.t('1 entry') : vscode.l10n.t('{0} entries', shown);
  }
}

export function rowTooltip(row: SettingsRow): vscode.MarkdownString {
  const { field, name, key } = row;
  const type = field && (field.required ? vscode.l10n.t('{0}, required', field.type) : field.type);
  const types = [type, key && settingsField(key)?.type].filter(Boolean).join('; ');
  return plainMarkdown([
    [labelOf(row), valueWords(row.value)].filter(Boolean).join(': '),
    field && isSettingsRowName(name) ? fieldWords[name]().meaning : undefined,
    row.value.kind === 'unreported' ? vscode.l10n.t("Services don't report whether this is set.") : undefined,
    originWords(row),
    namesWords(row.fieldNames),
    types === '' ? undefined : vscode.l10n.t('Type: {0}', types),
    row.isOfAnotherType ? vscode.l10n.t('The service sent a value of a different type.') : undefined,
    field?.default === undefined ? undefined : vscode.l10n.t('Default: {0}', switchWords(field.default)),
  ]);
}

function namesWords([field, key]: readonly string[]): string | undefined {
  if (field === undefined) return undefined;
  return key === undefined
    ? vscode.l10n.t('Field name: {0}', displayText(field))
    : vscode.l10n.t('Field names: {0}, {1}', displayText(field), key);
}

/** Tells absent from null, which look the same in the row. */
function originWords({ origin }: SettingsRow): string | undefined {
  if (origin === 'absent') return vscode.l10n.t("The service didn't send this field.");
  return origin === 'null' ? vscode.l10n.t('The service sent null.') : undefined;
}

function switchWords(on: boolean): string {
  return on ? vscode.l10n.t('on') : vscode.l10n.t('off');
}

/** The text that *Copy Value* copies; `undefined` for secrets, and for rows without a value of their own. */
export function copyable({ value }: SettingsRow): string | undefined {
  if (value.kind === 'text') return value.text;
  return value.kind === 'switch' ? String(value.on) : undefined;
}

/**
 * The message above the rows: when they were loaded, and why they couldn't be loaded again. Empty if there are no rows,
 * because VS Code only shows the view's welcome text, with its buttons, while there is no message.
 */
export function settingsMessage(state: SettingsState, now: number): string {
  const shown = shownSettings(state);
  if (!shown) return state.kind === 'loading' ? vscode.l10n.t('Loading service settings...') : '';
  const when = formatAge(shown.loadedAt, now);
  if (!('error' in state)) {
    return vscode.l10n.t({ message: 'Loaded {0}.', args: [when], comment: '{0} is "3 min. ago" or a date' });
  }
  const loaded = vscode.l10n.t({
    message: 'Last loaded {0}.',
    args: [when],
    comment: '{0} is "3 min. ago" or a date',
  });
  return plainNotification(`${explainService(state.error).sentence} ${loaded}`);
}
