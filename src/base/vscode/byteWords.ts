import { shownLanguage } from './shownLanguage';

/** "1 byte", "840 bytes", "3.2 kB", "1.1 MB". */
export function byteWords(bytes: number): string {
  if (bytes < 1000) return amountWords(bytes, 'byte', 'long');
  return bytes < 1_000_000
    ? amountWords(bytes / 1000, 'kilobyte', 'short')
    : amountWords(bytes / 1_000_000, 'megabyte', 'short');
}

function amountWords(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return amount.toLocaleString(shownLanguage(), { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}
