/** Records whose members were named by users. */
const recordsWithUserNames: readonly string[] = ['profiles', 'mcpServers', 'mcp_config'];

/** Records that services pass on to other programs, so the names in them aren't those of the service. */
const passThroughRecords: readonly string[] = [
  'headers',
  'extra_headers',
  'env',
  'params',
  'litellm_extra_body',
  'capability_overrides',
  'secrets',
];

/** How parts of names are written that are abbreviations or names. */
const spelling: ReadonlyMap<string, string> = new Map([
  ...['api', 'aws', 'id', 'llm', 'mcp', 'sse', 'url'].map((name) => [name, name.toUpperCase()] as const),
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['openrouter', 'OpenRouter'],
]);

/**
 * Makes a label of a service's name for a field, as VS Code does with the ids of settings: `max_input_tokens` becomes
 * "Maximum input tokens". It isn't translated, since services may add fields at any time.
 * @param path the names from the settings' field down to this one
 * @returns `undefined` if the name isn't the service's own, or doesn't consist of words
 */
export function readableName(path: readonly string[]): string | undefined {
  const above = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  if (above.some((record) => passThroughRecords.includes(record)) || recordsWithUserNames.includes(above.at(-1) ?? ''))
    return undefined;
  if (!/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(name)) return undefined;
  const words = name
    .split('_')
    .map((part) => spelling.get(part) ?? part)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
