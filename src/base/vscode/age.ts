import { l10n } from 'vscode';
import { shownLanguage } from './shownLanguage';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a moment was: "just now", "3 min. ago", "2 days ago", and a date for what is older than a month. */
export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < minute) return l10n.t('just now');
  if (passed > 30 * day) return new Date(at).toLocaleDateString(shownLanguage());
  const format = new Intl.RelativeTimeFormat(shownLanguage(), { numeric: 'always', style: 'short' });
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  return format.format(-Math.floor(passed / day), 'day');
}
