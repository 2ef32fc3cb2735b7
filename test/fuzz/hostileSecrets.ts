import type { ConversationStartRequest } from '../../src/client/records';

/** Session key of every call of a fuzz run; hostile answers repeat it anywhere. */
export const sessionKey = 'SESSIONKEY-fuzz-4d1f8a';

const sentSecrets = [
  'MCPSECRET-fuzz-sse-77',
  'MCPSECRET-fuzz-http-78',
  'ENVSECRET-fuzz "79" \\é',
  'ARGSECRET-fuzz-81',
  'FLAGSECRET-fuzz-82',
  'URLSECRET-fuzz-83',
  'QUERYSECRET-fuzz-84',
] as const;
const [sse, http, env, argument, flag, path, query] = sentSecrets;

/** A start with every secret that a start can have. */
export const secretiveRequest: ConversationStartRequest = {
  initial_user_msg: 'Fix the failing test',
  mcp_config: {
    sse_servers: [{ url: `https://a.example/${path}/sse`, api_key: sse }],
    shttp_servers: [{ url: `https://b.example/mcp?plain=${query}`, api_key: http }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: [argument, `--at=${flag}`], env: { VALUE: env } }],
  },
};

/** A start that the interface and API V1 take. */
export const plainRequest: ConversationStartRequest = {
  initial_user_msg: 'Fix the failing test',
  repository: 'octocat/Hello-World',
};

/** Id that all APIs have, and that is asked for. */
export const askedFor = '0b7f5b0e7a314a579f5e3d1f6a0c1a19';

/** Secret that a service knows about the user, and may reveal in the fields of interface section 2.6 made for it. */
export const storedSecret = 'STOREDSECRET-fuzz-80';

export type Operation = 'startConversation' | 'loadSettings' | 'conversation' | 'startTask' | 'startForm' | 'events';

/** Secrets that may not come out, whatever the answer to an operation repeats. */
export function secretsOf(operation: Operation): readonly string[] {
  return operation === 'startConversation' ? [sessionKey, ...sentSecrets] : [sessionKey];
}

/** The spellings in which services repeat what they were sent. */
export function spellingsOf(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}

/** @throws {Error} if one of the secrets is in one of the texts, with what precedes it */
export function assertSilent(where: string, texts: Iterable<string>, secrets: readonly string[]): void {
  const spellings = secrets.flatMap(spellingsOf);
  for (const text of texts)
    for (const spelling of spellings) {
      const at = text.indexOf(spelling);
      if (at >= 0) throw new Error(`${where} reveals "${spelling}": …${text.slice(Math.max(0, at - 80), at)}`);
    }
}
