/**
 * Whether a text has what a reader cannot see and a model can read: control characters other than tabs and line breaks,
 * characters that turn the direction of writing round, tags, fillers, and halves of characters. What joins letters and
 * emoji is allowed.
 */
export function hasUnseen(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[\u115f\u1160\u180e\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{effff}]/u.test(
    text,
  );
}
