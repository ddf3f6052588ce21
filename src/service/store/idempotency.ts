// The rules of idempotent creation: what makes two requests the same, and how long a key is
// remembered. Pure.
import { hash } from 'node:crypto';
import type { Stored } from './record-fields.ts';
import type { IdempotencyKey } from './record-write.ts';
import { type Timestamp, timestamp } from './stamps.ts';
import type { KindName } from './statements.ts';
import type { CreateOutcome } from './store.ts';

/** How long a key is remembered. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * What a store remembers of a creation under a key: the request, and the record that was created.
 */
export interface RememberedKey {
  readonly fingerprint: string;
  readonly kind: KindName;
  readonly id: string;
  readonly number: number;
  readonly created_at: Timestamp;
}

/**
 * The form in which a key is stored: the same key of another organization is another one. 128 bits
 * of SHA-256.
 */
export function storedKey(organizationId: string, key: string): string {
  return hash('sha256', `${organizationId} ${key}`, 'base64url').slice(0, 22);
}

/**
 * Identifies a request by its checked input, so that the order of its members and spelled-out
 * defaults do not count.
 */
export function fingerprintOf(
  endpoint: string,
  input: { readonly path: object; readonly body: object },
): string {
  const request = [endpoint, sorted(input.path), sorted(input.body)];
  return hash('sha256', JSON.stringify(request), 'base64url').slice(0, 22);
}

/** The members of an object in the order of their names. */
function sorted(members: object): object {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param now milliseconds since 1970 */
export function isExpired({ created_at }: Pick<RememberedKey, 'created_at'>, now: number): boolean {
  return created_at <= timestamp(now - keyLifetimeMs);
}

/**
 * The outcome of a creation whose key is in use. The same request gives the record as it was
 * created: the request brings its fields, so that only its id, number and time have to be
 * remembered.
 */
export function replayed<T extends Stored>(
  { fingerprint, id, number, created_at }: RememberedKey,
  idempotency: IdempotencyKey,
  record: T,
): CreateOutcome<T> {
  if (fingerprint !== idempotency.fingerprint) return { outcome: 'key_reused' };
  return {
    outcome: 'replayed',
    record: {
      ...record,
      id,
      created_at,
      updated_at: created_at,
      ...('number' in record && { number }),
    },
  };
}
