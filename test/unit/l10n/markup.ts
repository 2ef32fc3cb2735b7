/**
 * What a translation takes over as it is, in the order of the alphabet: placeholders, icons, addresses and commands of
 * links, code, what looks like a name of a setting, a field, a variable or a file, and the dots of what asks for more.
 */
export function markup(text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found).sort();
}

const pattern = new RegExp(
  [
    /\$?\{\w+\}/, // {0}, {base_url}, ${file}
    /\$\([\w~-]+\)/, // $(icon)
    /\]\([^)]+\)/, // [Words](command:...)
    /`[^`]+`/,
    /https?:\/\/[\w[\]:.-]*\w(?:\/[\w./%-]*\w)?/,
    /\b[\w-]+(?:[./][\w-]+)*\.(?:json|md|example\.com)\b/, // mcp.json
    /\b[A-Za-z]+\.[a-z]\w+/, // http.proxy
    /\b[A-Za-z]+(?:_[A-Za-z]+)+\b/, // git_provider, HTTPS_PROXY
    /\b[a-z]+\/[\w-]+(?:\/[\w-]+)*/, // octocat/Hello-World
    /\.\.\.$/,
    /\n/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
