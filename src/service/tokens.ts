// Owns the form of an API token, and its hash. Only the hash is stored, so that the database reveals no token.
import { hash, timingSafeEqual } from 'node:crypto';
import { randomText } from './ids.ts';

export interface NewToken {
  readonly id: string;
  /** The whole token, which is shown once. */
  readonly token: string;
  readonly hash: string;
}

/** A token `plt_<id>_<secret>` with 160 bits of secret. */
export function newToken(): NewToken {
  const id = randomText(12);
  const token = `plt_${id}_${randomText(32)}`;
  return { id, token, hash: tokenHash(token) };
}

/** The id in a token; undefined if the text does not have the form of a token. */
export function tokenId(token: string): string | undefined {
  return /^plt_([0-9a-z]{12})_[0-9a-z]{32}$/.exec(token)?.[1];
}

/** SHA-256 in hexadecimal. A token is fully random, so that no slow hash is needed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** Compares in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
