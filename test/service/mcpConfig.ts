import {
  Crash,
  dictionaryOf,
  listOf,
  nullable,
  object,
  optional,
  required,
  text,
  valueError,
  type Check,
} from './validation';

/** Interface section 2.4, as far as servers check it: duplicate addresses pass, unknown keys of an entry are ignored. */
export const mcpConfig: Check = object('forbidden', {
  sse_servers: optional(serversOf(remoteServer)),
  stdio_servers: optional(serversOf(stdioServer)),
  shttp_servers: optional(serversOf(remoteServer)),
});

function serversOf(entry: Check): Check {
  const list = listOf(entry);
  return (value, loc) => {
    // Servers go through the list before they check its type.
    if (value === null) throw new Crash(`${loc.join('.')} is null`);
    return list(value, loc);
  };
}

/** A bare address is an entry without a key. */
function remoteServer(value: unknown, loc: Parameters<Check>[1]): ReturnType<Check> {
  if (typeof value === 'string') return url(value, [...loc, 'url']);
  return object('ignored', { url: required(url), api_key: optional(nullable(text)) })(value, loc);
}

function stdioServer(value: unknown, loc: Parameters<Check>[1]): ReturnType<Check> {
  const fields = {
    name: required(serverName),
    command: required(command),
    args: optional(args),
    env: optional(environment),
  };
  return object('ignored', fields)(value, loc);
}

const url: Check = trimmed((address) => {
  if (address === '') return 'URL cannot be empty';
  const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i.exec(address);
  if (!parts) return 'URL must include a scheme (http:// or https://)';
  if (!parts[2]) return 'URL must include a valid domain/host';
  const scheme = parts[1]?.toLowerCase() ?? '';
  return ['http', 'https', 'ws', 'wss'].includes(scheme) ? undefined : 'URL scheme must be http, https, ws, or wss';
});

const serverName: Check = trimmed((name) => {
  if (name === '') return 'Server name cannot be empty';
  if (/^[A-Za-z0-9_-]+$/.test(name)) return undefined;
  return 'Server name can only contain letters, numbers, hyphens, and underscores';
});

const command: Check = trimmed((value) => {
  if (value === '') return 'Command cannot be empty';
  if (!value.includes(' ')) return undefined;
  return 'Command should be a single executable without spaces (use arguments field for parameters)';
});

/** A list, or one string as in a shell. */
const args: Check = (value, loc) => (typeof value === 'string' ? [] : listOf(text)(value, loc));

/** An object of strings, or one string `A=1,B=2`. */
const environment: Check = (value, loc) => {
  if (typeof value !== 'string') return dictionaryOf(text)(value, loc);
  const broken = value.split(',').find((pair) => pair.trim() !== '' && !/^\s*[^=\s][^=]*=/.test(pair));
  return broken === undefined
    ? []
    : [valueError(`Environment variable '${broken}' must be in KEY=VALUE format`, value, loc)];
};

/** The server applies these rules before it checks the type, so anything but a string exposes a defect of it. */
function trimmed(refusal: (value: string) => string | undefined): Check {
  return (value, loc) => {
    if (typeof value !== 'string') throw new Crash(`${loc.join('.')} is not a string`);
    const reason = refusal(value.trim());
    return reason === undefined ? [] : [valueError(reason, value, loc)];
  };
}
