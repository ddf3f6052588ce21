// Sends requests to the double as they are written in a test. Must not know what they mean.
import type { Double } from './double/double.ts';

/** In the place of the usual ones; undefined removes one. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * A function that sends one request. In a path, `…` is the double's event. A body that is a text
 * or bytes is sent as it is, any other value as JSON.
 */
export function askerOf(double: Double) {
  return async (method: string, path: string, body?: unknown, headers: Headers = {}) => {
    const response = await fetch(double.url + path.replace('…', `/v1/events/${double.eventId}`), {
      method,
      headers: headersOf(double, headers),
      body: bodyOf(body),
      redirect: 'manual',
    });
    return {
      status: response.status,
      text: await response.text(),
      headers: Object.fromEntries(response.headers),
    };
  };
}

/** The record of an answer. */
export function dataOf({ text }: { readonly text: string }) {
  return JSON.parse(text).data;
}

function headersOf(double: Double, changed: Headers): [string, string][] {
  const usual = { 'x-access-token': double.token, 'content-type': 'application/json' };
  const headers: Record<string, string | undefined> = Object.assign(usual, changed);
  return Object.entries(headers).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return body as string | Uint8Array<ArrayBuffer>;
  }
  return JSON.stringify(body);
}
