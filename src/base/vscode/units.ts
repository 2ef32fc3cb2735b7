import * as vscode from 'vscode';
import { clocksDiffer } from '../clock';

/**
 * The language of the shown sentences, for the dates and numbers in them. VS Code shows English if this extension isn't
 * translated into its display language.
 */
export function shownLanguage(
  translations: object | undefined = vscode.l10n.bundle,
  wanted = vscode.env.language,
): string {
  return translations ? wanted : 'en';
}

/** "1 byte", "840 bytes", "3.2 kB", "1.1 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return amountWords(bytes, 'byte', 'long');
  return bytes < 1_000_000
    ? amountWords(bytes / 1000, 'kilobyte', 'short')
    : amountWords(bytes / 1_000_000, 'megabyte', 'short');
}

function amountWords(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return amount.toLocaleString(shownLanguage(), { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}

/** "840 bytes", "3.2 kB", "1.1 MB": the size of a text as it is sent, in UTF-8. */
export function formatTextSize(text: string): string {
  return formatBytes(new TextEncoder().encode(text).byteLength);
}

/** "1 character", "2,140 characters": the length of the user's text, as VS Code counts it. */
export function formatLength({ length }: string): string {
  return length === 1
    ? vscode.l10n.t('1 character')
    : vscode.l10n.t('{0} characters', length.toLocaleString(shownLanguage()));
}

const steps = [
  { unit: 'second', seconds: 1, below: 120 },
  { unit: 'minute', seconds: 60, below: 2 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60, below: 2 * 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60, below: Infinity },
] as const;

/** A duration: "1 second", "90 seconds", "5 minutes". Never rounded down. */
export function formatDuration(seconds: number): string {
  const { unit, seconds: length } = steps.find(({ below }) => seconds < below) ?? steps[3];
  const format = new Intl.NumberFormat(shownLanguage(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / length));
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Time since a moment: "just now", "3 min. ago", "2 days ago", and a date if it's older than a month, or in the future.
 * @param style `narrow` where there is little room: "3m ago"
 */
export function formatAge(at: number, now: number, style: 'short' | 'narrow' = 'short'): string {
  const passed = Math.max(0, now - at);
  const isDated = passed > 30 * day || at - now > clocksDiffer;
  if (passed < minute && !isDated) return vscode.l10n.t('just now');
  if (isDated) return new Date(at).toLocaleDateString(shownLanguage());
  const format = new Intl.RelativeTimeFormat(shownLanguage(), { numeric: 'always', style });
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  return format.format(-Math.floor(passed / day), 'day');
}
