// Finds the organization whose data a token may access.
import type { Store } from './store/store.ts';
import { isSameHash, tokenHash, tokenId } from './tokens.ts';

/** The header that carries the token. */
export const tokenHeader = 'x-access-token';

/** The organization of a token; undefined if the token is missing, malformed, unknown or revoked. */
export type OrganizationOf = (token: string | undefined) => Promise<string | undefined>;

/**
 * Looks each token up once per turn of the event loop, and caches nothing longer, so that a revocation, also by another
 * process, applies to every later request.
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
  // Takes the same time for an unknown id and for a wrong secret.
  const isRight = isSameHash(tokenHash(token), found?.hash ?? noHash);
  return found !== undefined && isRight ? found.organizationId : undefined;
}

const noHash = '0'.repeat(64);
