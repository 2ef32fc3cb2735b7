import { env, l10n } from 'vscode';

/** "840 bytes", "3.2 kB", "1.1 MB". */
export function byteWords(bytes: number): string {
  if (bytes < 1000) return l10n.t('{0} bytes', bytes);
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString(env.language, { maximumFractionDigits: 1 })} ${unit}`;
}
