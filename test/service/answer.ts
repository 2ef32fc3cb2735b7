import type { OutgoingHttpHeaders } from 'node:http';

/** A whole HTTP answer, not yet sent. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

const neverCached = { 'cache-control': 'no-cache, no-store, must-revalidate, max-age=0' };

export function jsonAnswer(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return answer(status, 'application/json', JSON.stringify(value), { ...neverCached, ...headers });
}

export function textAnswer(status: number, text: string, headers: OutgoingHttpHeaders = {}): Answer {
  return answer(status, 'text/plain; charset=utf-8', text, headers);
}

export function htmlAnswer(status: number, html: string, headers: OutgoingHttpHeaders = {}): Answer {
  return answer(status, 'text/html; charset=utf-8', html, headers);
}

/** Answer of a real server that has a defect of its own. */
export const internalServerErrorAnswer = textAnswer(500, 'Internal Server Error');

function answer(status: number, contentType: string, text: string, headers: OutgoingHttpHeaders): Answer {
  return { status, headers: { 'content-type': contentType, ...headers }, body: Buffer.from(text) };
}
