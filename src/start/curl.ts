/** The environment variable that provides the session key: it is never part of the command. */
export const keyVariable = 'AGENT_CONVERSATIONS_KEY';

/**
 * The start of a conversation (interface section 4.1) as a command for a POSIX shell and curl 7.55 or later. The body
 * is passed in a quoted heredoc: no character in it has a meaning to the shell, and the limit on the length of
 * arguments doesn't apply. It gets one additional line break at the end. The key is passed in another heredoc, since
 * all users of the machine can read the arguments of a process.
 * @param url where the start is sent
 * @param body JSON, in which no line begins with a letter: dash loses a byte of a line that begins like the delimiter
 * and continues with non-ASCII characters
 */
export function curlCommand(url: string, body: string): string {
  const delimiter = delimiterFor(body);
  return [
    `curl --globoff --request POST ${quoted(url)} \\`,
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

/** Only the quote itself has a meaning inside single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function delimiterFor(body: string): string {
  const lines = new Set(body.split('\n'));
  let delimiter = 'END_OF_REQUEST';
  for (let number = 2; lines.has(delimiter); number++) delimiter = `END_OF_REQUEST_${number}`;
  return delimiter;
}
