// Owns the form of an API token, its hash, and whose it is. Only the hash is stored, so that the
// database reveals no token.
import { hash, timingSafeEqual } from 'node:crypto';
import { randomText } from './ids.ts';
import type { Store } from './store/store.ts';

/** A token `plt_<id>_<secret>` with 160 bits of secret. Only its id and its hash are stored. */
export function newToken() {
  const id = randomText(12);
  const token = `plt_${id}_${randomText(32)}`;
  return { id, token, hash: tokenHash(token) };
}

/**
 * Whose data a token may access.
 * @returns undefined if the token is missing, malformed, unknown or revoked
 */
export async function ownerOf({ findToken }: Pick<Store, 'findToken'>, token: unknown) {
  if (typeof token !== 'string') return undefined;
  const id = /^plt_([0-9a-z]{12})_[0-9a-z]{32}$/.exec(token)?.[1];
  if (id === undefined) return undefined;
  const stored = await findToken(id);
  // Takes the same time for an unknown id and for a wrong secret.
  const isRight = timingSafeEqual(
    Buffer.from(tokenHash(token), 'hex'),
    Buffer.from(stored?.hash ?? noHash, 'hex'),
  );
  if (!isRight || stored === undefined) return undefined;
  return { organizationId: stored.organizationId, tokenId: id };
}

const noHash = '0'.repeat(64);

/** SHA-256 in hexadecimal. A token is fully random, so that no slow hash is needed. */
function tokenHash(token: string): string {
  return hash('sha256', token);
}
