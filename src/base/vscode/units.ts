import * as vscode from 'vscode';
import { maxClockDifference } from '../clock';

/**
 * The language for dates and numbers in sentences: VS Code's display language if the extension is translated into it, and
 * otherwise English, like the sentences themselves.
 */
export function shownLanguage(
  translations: object | undefined = vscode.l10n.bundle,
  wanted = vscode.env.language,
): string {
  return translations ? wanted : 'en';
}

/** "1 byte", "840 bytes", "3.2 kB", "1.1 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatAmount(bytes, 'byte', 'long');
  // From this number on, kilobytes would be rounded up to "1,000 kB".
  return bytes < 999_950
    ? formatAmount(bytes / 1000, 'kilobyte', 'short')
    : formatAmount(bytes / 1_000_000, 'megabyte', 'short');
}

function formatAmount(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return amount.toLocaleString(shownLanguage(), { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}

/** The size of a text in UTF-8, as it's sent: "840 bytes", "3.2 kB", "1.1 MB". */
export function formatTextSize(text: string): string {
  return formatBytes(new TextEncoder().encode(text).byteLength);
}

/** The length of a text in UTF-16 units, as VS Code counts it: "1 character", "2,140 characters". */
export function formatLength({ length }: string): string {
  return length === 1
    ? vscode.l10n.t('1 character')
    : vscode.l10n.t('{0} characters', length.toLocaleString(shownLanguage()));
}

const durationUnits = [
  { unit: 'second', seconds: 1, below: 120 },
  { unit: 'minute', seconds: 60, below: 2 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60, below: 2 * 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60, below: Infinity },
] as const;

/** A duration, rounded up: "1 second", "90 seconds", "5 minutes". */
export function formatDuration(seconds: number): string {
  const { unit, seconds: length } = durationUnits.find(({ below }) => seconds < below) ?? durationUnits[3];
  const format = new Intl.NumberFormat(shownLanguage(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / length));
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The time since a moment: "just now", "3 min. ago", "2 days ago". A date if it's more than a month ago, or in the future.
 * @param style `narrow` where there is little room: "3m ago"
 */
export function formatAge(at: number, now: number, style: 'short' | 'narrow' = 'short'): string {
  const passed = Math.max(0, now - at);
  const isDated = passed > 30 * day || at - now > maxClockDifference;
  if (passed < minute && !isDated) return vscode.l10n.t('just now');
  if (isDated) return new Date(at).toLocaleDateString(shownLanguage());
  const format = new Intl.RelativeTimeFormat(shownLanguage(), { numeric: 'always', style });
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  return format.format(-Math.floor(passed / day), 'day');
}
