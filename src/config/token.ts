// Which token goes with which address. Pure; a token is never handed out for an origin it was not stored for.
import { AuthenticationError } from '../errors.ts';
import type { StoredToken } from './profiles.ts';

export interface FoundToken {
  readonly token: string;
  readonly source: 'environment' | 'profile';
}

/**
 * The token for a base URL: `PLENARY_TOKEN`, else the profile's own.
 * @throws {AuthenticationError} when there is none, or the profile's belongs to another origin
 */
export function resolveToken(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profileName: string;
  readonly stored: StoredToken | undefined;
  readonly baseUrl: string;
}): FoundToken {
  const { env, profileName, stored, baseUrl } = options;
  if (env.PLENARY_TOKEN) return { token: env.PLENARY_TOKEN, source: 'environment' };
  const { origin } = new URL(baseUrl);
  const login = `plenary auth login --base-url ${baseUrl}`;
  if (stored === undefined) {
    throw new AuthenticationError(`no token for ${origin}`, {
      fix: 'log in, or set PLENARY_TOKEN',
      next: [{ command: login }],
    });
  }
  if (stored.origin !== origin) {
    throw new AuthenticationError(
      `the token of profile ${profileName} belongs to ${stored.origin}; it is not sent to ${origin}`,
      { fix: 'log in there with a profile of its own', next: [{ command: `${login} --profile NAME` }] },
    );
  }
  return { token: stored.token, source: 'profile' };
}
