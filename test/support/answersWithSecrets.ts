import { answers, drops, redirects, type Fault } from '../service/faults';
import { marked } from './markedSecrets';

const token = marked('server-token');

export interface SentSecrets {
  readonly sessionKey: string;
  /** Another secret that is in the request. */
  readonly sent: string;
}

/** Answers of services that reveal more than they should: what they were sent, and what they know themselves. */
export function answersWithSecrets({
  sessionKey,
  sent,
}: SentSecrets): readonly (readonly [what: string, fault: () => Fault])[] {
  const issue = (loc: readonly unknown[]) => ({
    type: 'value_error',
    loc,
    msg: `Value error, no ${sessionKey} here`,
    input: { name: 'search', env: { SEARCH_KEY: sent }, api_key: token },
    ctx: { error: token },
  });
  return [
    [
      'a 422 that repeats its input',
      () => answers(422, { detail: [issue(['body', 'mcp_config', 'stdio_servers', 0]), issue(['body', 'extra'])] }),
    ],
    ['a 400 with a token', () => answers(400, { message: `Clone failed: https://x:${token}@github.com/octocat/a` })],
    ['a 401 with the key', () => answers(401, { error: `No such key: ${sessionKey}`, api_key: token })],
    ['a 403 in plain text', () => answers(403, `Bearer ${token}1 with X-Session-API-Key: ${sessionKey}`)],
    ['a 500 with a trace', () => answers(500, `KeyError: {'api_key': '${sent}', 'token': '${token}'}`)],
    ['a page', () => answers(502, `<html><title>${sessionKey}</title></html>`, { 'content-type': 'text/html' })],
    ['a redirect', () => redirects(`https://user:${token}@login.example/${sessionKey}?token=${token}#${token}`, 302)],
    ['a lost connection', () => drops('midBody')],
  ];
}
