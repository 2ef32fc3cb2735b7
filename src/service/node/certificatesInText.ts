/** Each certificate of a text in PEM form, which may hold much else. */
export function certificatesInText(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
