import type { QuickRow } from '../host/quickInput';

const fieldsByLabel: Readonly<Record<string, string>> = {
  Repository: 'repository',
  'Git provider': 'git_provider',
  Branch: 'selected_branch',
};

/** What the rows of the review sheet say will be sent, under the fields' wire names; rows that say "none" are left out. */
export function sheetFields(rows: readonly QuickRow[]): Record<string, string> {
  const fields = rows.slice(1).map(({ description }): [string, string] => {
    const [, label = '', value = ''] = /^([^:]+): (.*?)( · .*)?$/.exec(description) ?? [];
    return [fieldsByLabel[label] ?? label, value];
  });
  return Object.fromEntries(fields.filter(([field, value]) => field !== '' && value !== 'none'));
}
