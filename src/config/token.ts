// Chooses the token for an address. Pure; a token is used only for the origin it was stored for.
import { AuthenticationError } from '../errors.ts';
import type { StoredToken } from './profiles.ts';

export interface FoundToken {
  readonly token: string;
  readonly source: 'environment' | 'profile';
}

/**
 * The token for a base URL: `PLENARY_TOKEN`, else the profile's own.
 * @throws {AuthenticationError} if there is none, or the profile's belongs to another origin
 */
export function resolveToken(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profileName: string;
  readonly stored: StoredToken | undefined;
  readonly baseUrl: string;
}): FoundToken {
  const { env, profileName, stored, baseUrl } = options;
  if (env.PLENARY_TOKEN) return { token: env.PLENARY_TOKEN, source: 'environment' };
  const { origin, hostname } = new URL(baseUrl);
  if (stored === undefined) {
    throw new AuthenticationError(`no token for ${origin}`, {
      fix: 'log in, or set PLENARY_TOKEN',
      advice: { kind: 'log_in', baseUrl },
    });
  }
  if (stored.origin !== origin) {
    throw new AuthenticationError(
      `the token of profile ${profileName} belongs to ${stored.origin}; it is not sent to ${origin}`,
      { fix: 'log in there with a separate profile', advice: { kind: 'log_in', baseUrl, profile: hostname } },
    );
  }
  return { token: stored.token, source: 'profile' };
}
