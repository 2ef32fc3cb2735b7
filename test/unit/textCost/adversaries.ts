/** Pieces of the texts that take the longest to read: what opens and doesn't end, what ends and wasn't opened. */
export const pieces: readonly string[] = [
  ...['a', 'A', '0', 'a1', '_', ' ', '\t', '\n', '\r', '\r\n', '\u2028', '\0', '\\', '\\"', '\\n', '\\0'],
  ...['[', ']', '[a', '![', '](', '[a](', '(', ')', '{', '}', '${', '${a', '$(', '<', '>', '</', '<!--', '<script>'],
  ...['&', '&amp;', '"', "'", "''", '"\'', '`', '``', '` ', '```\n', '~', '*', '**', '**a ', '#', '##', '# ', '\n# '],
  ...['://', '://a', '://a:', '://a@', '://a?', 'a:', ': ', '@', 'a@', '=', 'a=', ' =', '= ', ',', ';', ':', '|'],
  ...['%', '%41', '-', '--', '---\n', '- ', '-a ', '.', '..', '.a', '1.', '/', '//', 'a/', '/*', 'a ', ' a', ' #'],
  ...['\n ', ' \n', '\n\n', '\ud800', '\udc00', '\u0301', 'e\u0301', '\u200d', '\ufe0f', '\u{1f469}\u200d'],
  ...['\u0915\u200d', '\ufeff', '\ufffd', '\x1b[', '\x1b]', '\x1bP', '\x9b', 'token=', 'token="', 'token: "'],
  ...['bearer ', 'eyJ', 'sk-1', 'cookie:', 'data:', ';a=', 'diff --git ', '\ndiff --git ', '* Unmerged path '],
  ...['GIT binary patch\n', '-----BEGIN CERTIFICATE-----', 'TODO', '//TODO'],
];

/** Repeats the piece, alone or between two letters, to at least this length in UTF-16 units. */
export function adversary(piece: string, isWrapped: boolean, length: number): string {
  const text = piece.repeat(Math.ceil(length / piece.length));
  return flat(isWrapped ? `x${text}x` : text);
}

/** Makes a text like one from outside: the engine knows nothing of how it was put together. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
