// Chooses the token for an address. Pure; a token is used only for the origin it was stored for.
import { flagText } from '../contract/escape.ts';
import { AuthenticationError } from '../errors.ts';
import type { StoredToken } from './profiles.ts';

export interface FoundToken {
  readonly token: string;
  readonly source: 'environment' | 'profile';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The token of the environment without white space around it, which overrides that of the profile.
 * The only place that reads it.
 */
export function environmentToken(env: Environment): string | undefined {
  return env.PLENARY_TOKEN?.trim() || undefined;
}

/**
 * The token for a base URL: that of the environment, else the profile's own.
 * @param profile is read only if it is needed
 * @throws {AuthenticationError} if there is none, or the profile's belongs to another origin
 */
export async function findToken(
  env: Environment,
  baseUrl: string,
  profile: () => Promise<{ readonly name: string; readonly stored: StoredToken | undefined }>,
): Promise<FoundToken> {
  const fromEnvironment = environmentToken(env);
  if (fromEnvironment !== undefined) return { token: fromEnvironment, source: 'environment' };
  const { name, stored } = await profile();
  const { origin, hostname } = new URL(baseUrl);
  if (stored === undefined) {
    throw new AuthenticationError(`no token for ${origin}`, {
      fix: 'log in, or set PLENARY_TOKEN',
      next: [{ command: `plenary auth login${flagText('base-url', baseUrl)}` }],
    });
  }
  if (stored.origin !== origin) {
    throw new AuthenticationError(
      `the token of profile ${name} belongs to ${stored.origin}; it is not sent to ${origin}`,
      {
        fix: 'log in there with a separate profile',
        next: [
          {
            command:
              'plenary auth ' +
              `login${flagText('base-url', baseUrl)}${flagText('profile', hostname)}`,
          },
        ],
      },
    );
  }
  return { token: stored.token, source: 'profile' };
}
