interface Sending {
  readonly method?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

interface Received {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  /** @throws if the body isn't JSON */
  readonly json: () => unknown;
}

interface Target {
  readonly url: string;
  readonly sessionKey: string;
}

/** One request with the session key. */
export async function exchange(
  { url, sessionKey }: Target,
  path: string,
  { method = 'GET', body }: Sending = {},
): Promise<Received> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    'X-Session-API-Key': sessionKey,
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...(sent !== undefined && { body: sent }) });
  const text = await response.text();
  const type = response.headers.get('content-type');
  return { status: response.status, type, text, json: () => JSON.parse(text) as unknown };
}
