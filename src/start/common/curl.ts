/** The environment variable that the session key is read from: it is never part of the command. */
export const keyVariable = 'AGENT_CONVERSATIONS_KEY';

/**
 * The start of a conversation (interface section 4.1) as a command for a POSIX shell and curl 7.55 or later. The body goes
 * in through a quoted heredoc: no character in it means anything to the shell, and no limit on the length of arguments
 * applies. It ends in one line break more than it has here. The key goes in through another one, since everybody on the
 * machine can read the arguments of a process.
 * @param baseUrl `{base_url}` of the interface
 * @param body JSON, in which no line begins with a letter: dash loses a byte of a line that begins as the delimiter does
 *   and goes on beyond ASCII
 */
export function curlCommand(baseUrl: string, body: string): string {
  const delimiter = delimiterFor(body);
  return [
    `curl --globoff --request POST ${quoted(`${baseUrl}/api/conversations`)} \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --header @/dev/fd/3 \\`,
    `  --data-binary @- 3<<END_OF_HEADER <<'${delimiter}'`,
    `X-Session-API-Key: $${keyVariable}`,
    'END_OF_HEADER',
    body,
    delimiter,
    '',
  ].join('\n');
}

/** In single quotes, nothing but the quote itself means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A line that the body does not have. */
function delimiterFor(body: string): string {
  const lines = new Set(body.split('\n'));
  let delimiter = 'END_OF_REQUEST';
  for (let number = 2; lines.has(delimiter); number++) delimiter = `END_OF_REQUEST_${number}`;
  return delimiter;
}
