// Reads the Idempotency-Key of a creation, and tells one request from another under the same key.
import { hash } from 'node:crypto';
import { errorAt } from '../contract/validation-error.ts';
import { invalid } from './refusal.ts';
import type { Once } from './store/store.ts';

/** The header that carries the key. */
export const idempotencyHeader = 'idempotency-key';

/**
 * What the store must remember of a creation; undefined where no key was sent. The fingerprint is of the checked
 * input, so the same request written in another order, or with its defaults spelled out, is the same.
 * @throws Refusal 422 for a key that is empty, too long, or has other than printable ASCII characters
 */
export function onceOf(
  endpoint: string,
  input: { readonly path: object; readonly body: object },
  { idempotencyKey: key }: { readonly idempotencyKey: string | undefined },
): Once | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const fault = { type: 'value_error', msg: 'A key has 1 to 255 printable ASCII characters' };
    throw invalid([errorAt(['header', idempotencyHeader], fault, key)]);
  }
  const request = JSON.stringify([endpoint, input.path, input.body]);
  return { key, fingerprint: hash('sha256', request, 'base64') };
}
