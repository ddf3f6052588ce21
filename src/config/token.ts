// Chooses the token for an address. Pure; a token is used only for the origin it was stored for.
import { listText } from '../contract/amount.ts';
import { flagText } from '../contract/escape.ts';
import { AuthenticationError } from '../errors.ts';
import type { Home } from './paths.ts';

/** A token and the only origin it may be sent to. */
export interface StoredToken {
  readonly token: string;
  readonly origin: string;
}

export interface FoundToken {
  readonly token: string;
  readonly source: 'environment' | 'profile';
}

/** What a profile has that may be for an address. */
export interface ProfileLogin {
  readonly name: string;
  readonly baseUrl: string | undefined;
  readonly stored: StoredToken | undefined;
}

/**
 * The token of the environment without white space around it, which overrides that of the profile.
 * The only place that reads it.
 */
export function environmentToken(env: Home['env']): string | undefined {
  return env.PLENARY_TOKEN?.trim() || undefined;
}

/**
 * The token for a base URL: that of the environment, else the profile's own.
 * @param profile is read only if it is needed
 * @throws {AuthenticationError} if there is none, or the profile's belongs to another origin
 */
export async function findToken(
  env: Home['env'],
  baseUrl: string,
  profile: () => Promise<Pick<ProfileLogin, 'name' | 'stored'>>,
): Promise<FoundToken> {
  const fromEnvironment = environmentToken(env);
  if (fromEnvironment !== undefined) return { token: fromEnvironment, source: 'environment' };
  const { name, stored } = await profile();
  const { origin, hostname } = new URL(baseUrl);
  if (stored === undefined) throw noToken(baseUrl);
  if (stored.origin === origin) return { token: stored.token, source: 'profile' };
  throw new AuthenticationError(
    `the token of profile ${name} belongs to ${stored.origin}; it is not sent to ${origin}`,
    {
      fix: 'log in there with a separate profile',
      next: [{ command: loginCommand(baseUrl, flagText('profile', hostname)) }],
    },
  );
}

/**
 * The token for a base URL that only the folder of a program names. Anybody may have made the
 * folder, so that the user must have named the origin before, in a profile.
 * @param profiles the one in use first
 * @throws {AuthenticationError} if there is none
 */
export function tokenForFolder(
  env: Home['env'],
  baseUrl: string,
  profiles: readonly ProfileLogin[],
): FoundToken {
  const { origin } = new URL(baseUrl);
  const token = environmentToken(env);
  if (token === undefined) return { token: storedFor(baseUrl, profiles), source: 'profile' };
  const isNamed = profiles.some((profile) => {
    return profile.stored?.origin === origin || originOf(profile.baseUrl) === origin;
  });
  if (isNamed) return { token, source: 'environment' };
  throw new AuthenticationError(
    `PLENARY_TOKEN is not sent to ${origin}, which only the folder of the program names`,
    { fix: `if the token is for this service, pass${flagText('base-url', baseUrl)}` },
  );
}

/** @throws {AuthenticationError} if no profile has a token for the origin, or several have one */
function storedFor(baseUrl: string, profiles: readonly ProfileLogin[]): string {
  const { origin } = new URL(baseUrl);
  const [current] = profiles;
  const logins = profiles.filter(({ stored }) => stored?.origin === origin);
  const [login] = logins;
  if (login?.stored === undefined) {
    throw new AuthenticationError(
      `no token for ${origin}, which only the folder of the program names`,
      { fix: `if you know this service, log in there with \`${loginCommand(baseUrl)}\`` },
    );
  }
  if (login === current || logins.length === 1) return login.stored.token;
  const names = logins.map(({ name }) => name);
  throw new AuthenticationError(`profiles ${listText(names)} have tokens for ${origin}`, {
    fix: 'choose one with --profile',
  });
}

function originOf(baseUrl: string | undefined): string | undefined {
  return baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
}

function noToken(baseUrl: string): AuthenticationError {
  return new AuthenticationError(`no token for ${new URL(baseUrl).origin}`, {
    fix: 'log in, or set PLENARY_TOKEN',
    next: [{ command: loginCommand(baseUrl) }],
  });
}

function loginCommand(baseUrl: string, profile = ''): string {
  return `plenary auth login${flagText('base-url', baseUrl)}${profile}`;
}
