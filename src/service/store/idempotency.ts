// The rules of idempotent creation: what makes two requests the same, and how long a key is remembered. Pure.
import { hash } from 'node:crypto';
import type { Stored } from './records.ts';
import { timestamp } from './stamps.ts';
import type { CreateOutcome, IdempotencyKey } from './store.ts';

/** How long a key is remembered. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** What a store remembers of a creation under a key. */
export interface RememberedKey {
  readonly fingerprint: string;
  /** Of the record that was created. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly created_at: number;
}

/** Identifies a request by its checked input, so that the order of its members and spelled-out defaults do not count. */
export function fingerprintOf(endpoint: string, input: { readonly path: object; readonly body: object }): string {
  return hash('sha256', JSON.stringify([endpoint, input.path, input.body]), 'base64');
}

/** @param now milliseconds since 1970 */
export function isExpired({ created_at }: Pick<RememberedKey, 'created_at'>, now: number): boolean {
  return created_at <= now - keyLifetimeMs;
}

/**
 * The outcome of a creation whose key is in use. The same request gives the record as it was created: the request
 * brings its fields, so that only its id and its time have to be remembered.
 */
export function replayed<T extends Stored>(
  { fingerprint, id, created_at }: RememberedKey,
  idempotency: IdempotencyKey,
  record: T,
): CreateOutcome<T> {
  if (fingerprint !== idempotency.fingerprint) return { outcome: 'key_reused' };
  const time = timestamp(created_at);
  return { outcome: 'replayed', record: { ...record, id, created_at: time, updated_at: time } };
}
