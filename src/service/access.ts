// Decides whose request it is: from a token to the organization whose data it may see.
import type { Store } from './store/store.ts';
import { isSameHash, tokenHash, tokenId } from './tokens.ts';

/** The header that carries the token. */
export const tokenHeader = 'x-access-token';

/** The organization that a token belongs to; undefined for one that is missing, malformed, unknown or revoked. */
export type OrganizationOf = (token: string | undefined) => Promise<string | undefined>;

/**
 * The database is asked for each token once in a turn of the event loop, and nothing is kept longer: a revocation, by
 * another process too, holds for every request that comes after it.
 */
export function organizationOf(store: Store): OrganizationOf {
  const thisTurn = new Map<string, Promise<string | undefined>>();
  return (token = '') => {
    let answer = thisTurn.get(token);
    if (answer === undefined) {
      if (thisTurn.size === 0) setImmediate(() => thisTurn.clear());
      answer = find(store, token);
      thisTurn.set(token, answer);
    }
    return answer;
  };
}

async function find(store: Store, token: string): Promise<string | undefined> {
  const id = tokenId(token);
  if (id === undefined) return undefined;
  const found = await store.findToken(id);
  // An unknown id costs what a wrong secret costs.
  const isRight = isSameHash(tokenHash(token), found?.hash ?? noHash);
  return found !== undefined && isRight ? found.organizationId : undefined;
}

const noHash = '0'.repeat(64);
