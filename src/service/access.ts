// Decides whose request it is: from a token to the organization whose data it may see.
import type { Store } from './store/store.ts';
import { isSameHash, tokenHash, tokenId } from './tokens.ts';

/** The header that carries the token. */
export const tokenHeader = 'x-access-token';

/**
 * The organization a token belongs to, or undefined for one that is missing, malformed, unknown or revoked. The
 * database is asked each time, so that a revocation by another process holds from the next request on.
 */
export async function organizationOf(store: Store, token: string | undefined): Promise<string | undefined> {
  const id = token === undefined ? undefined : tokenId(token);
  if (token === undefined || id === undefined) return undefined;
  const found = await store.findToken(id);
  // An unknown id costs what a wrong secret costs.
  const isRight = isSameHash(tokenHash(token), found?.hash ?? noHash);
  return found !== undefined && isRight ? found.organizationId : undefined;
}

const noHash = '0'.repeat(64);
