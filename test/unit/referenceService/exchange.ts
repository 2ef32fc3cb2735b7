import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or buffer is sent as is, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** @throws if the body isn't JSON */
  readonly json: () => unknown;
}

interface Target {
  readonly url: string;
  readonly sessionKey: string;
}

/**
 * One request on a connection of its own, with the session key.
 * @throws the error of the connection if no whole response comes
 */
export function exchange({ url, sessionKey }: Target, path: string, sending: Sending = {}): Promise<Received> {
  const { method = 'GET', headers, body, signal } = sending;
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  const options = {
    method,
    headers: { 'X-Session-API-Key': sessionKey, ...headers },
    agent: false,
    rejectUnauthorized: false,
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        const json = (): unknown => JSON.parse(text);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, json });
      });
    });
    outgoing.once('error', reject);
    if (body === undefined) outgoing.end();
    else outgoing.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}
