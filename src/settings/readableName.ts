/** Records whose members somebody has named: profiles, servers. */
const namedByUsers: readonly string[] = ['profiles', 'mcpServers', 'mcp_config'];

/** Records that are passed on to others, with all that is in them. */
const passedOn: readonly string[] = [
  'headers',
  'extra_headers',
  'env',
  'params',
  'litellm_extra_body',
  'capability_overrides',
  'secrets',
];

/** Parts of names that aren't words, or that are abbreviated. */
const spelled: ReadonlyMap<string, string> = new Map([
  ...['api', 'aws', 'id', 'llm', 'mcp', 'sse', 'url'].map((name) => [name, name.toUpperCase()] as const),
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['openrouter', 'OpenRouter'],
]);

/**
 * A service's own name for a field as words, as VS Code does with the ids of settings: `max_input_tokens` becomes "Maximum
 * input tokens". They aren't translated, since services may add fields at any time.
 * @param path the names from the field of the settings down to this one
 * @returns `undefined` if it isn't the service that has named it, or not in words
 */
export function readableName(path: readonly string[]): string | undefined {
  const above = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  if (above.some((one) => passedOn.includes(one)) || namedByUsers.includes(above.at(-1) ?? '')) return undefined;
  if (!/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(name)) return undefined;
  const words = name
    .split('_')
    .map((part) => spelled.get(part) ?? part)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
