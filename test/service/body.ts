import type { IncomingMessage } from 'node:http';
import type { SentBody } from './startRequest';

export interface ReadBody {
  readonly bytes: Buffer;
  /** False if the client broke off. */
  readonly complete: boolean;
}

/** Never rejects: a body that breaks off is returned as far as it arrived. */
export function readBody(incoming: IncomingMessage): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const done = () => resolve({ bytes: Buffer.concat(chunks), complete: incoming.complete });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', done);
    incoming.once('close', done);
    // Breaking off is also an error of the stream; 'close' follows and is enough.
    incoming.on('error', () => undefined);
  });
}

export type ParsedBody =
  SentBody | { readonly kind: 'malformed'; readonly position: number } | { readonly kind: 'undecodable' };

/** Without a JSON content type, a body is text, whatever it contains (interface section 4.1). */
export function parseBody(bytes: Buffer, contentType: string | undefined): ParsedBody {
  if (bytes.length === 0) return { kind: 'none' };
  if (!isJson(contentType)) return { kind: 'text', value: bytes.toString() };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { kind: 'undecodable' };
  }
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return { kind: 'malformed', position: Number(position ?? text.length) };
  }
}

function isJson(contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';')[0]?.trim() ?? '';
  return /^application\/([\w.-]+\+)?json$/i.test(mediaType);
}
