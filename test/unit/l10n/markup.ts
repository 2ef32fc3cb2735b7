/**
 * Markup that a translation keeps unchanged, in alphabetical order: placeholders, icons, URLs and commands of
 * links, code, names of settings, fields, variables and files, and the dots of commands that ask for more input.
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
