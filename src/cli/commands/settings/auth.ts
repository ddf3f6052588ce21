// Runs `auth login` and `auth status`. A token is tested before it is saved, and never printed.
import { settingFault } from '../../../config/settings.ts';
import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { endpoints } from '../../../contract/index.ts';
import { ApiError, AuthenticationError, UsageError } from '../../../errors.ts';
import { hiddenLength } from '../../../secrets.ts';
import type { Context } from '../../context.ts';
import type { loginStatus } from '../../documents.ts';
import { findEvent } from '../../event-access.ts';
import { readText } from '../../json-input.ts';
import type { Credentials } from '../../open-client.ts';
import { printRecord } from '../../output/records.ts';

/**
 * Asks for an address, a token and, if the service lists its events, an event. Tests the token if
 * it can, and saves all in the config file.
 * @throws {UsageError} if the address or the token is missing and there is no terminal to ask at
 * @throws {PlenaryError} if the service refuses the token; nothing is saved then
 */
export async function login(context: Context<{ readonly tokenStdin: boolean }>): Promise<void> {
  const baseUrl = await readBaseUrl(context);
  const token = await readToken(context);
  const { value: named } = await context.setting('event');
  const credentials = { baseUrl, token };
  const testing =
    named === undefined ? askEvent(context, credentials) : testToken(context, credentials, named);
  const event = await testing.catch((error: unknown) => {
    throw ofLogin(error);
  });

  const profile = await context.profileName();
  const profiles = await context.profiles();
  const settings = { 'base-url': baseUrl, ...(event !== undefined && { event }) };
  await profiles.storeToken(profile, { token, origin: new URL(baseUrl).origin }, settings);

  if ((await context.format()) !== 'table') {
    const state = loginState(profile, { baseUrl, tokenSource: 'profile', event });
    await printRecord(context, { ...state });
  }
  const tested =
    event === undefined ? 'not tested: no event is set' : `it has access to event ${event}`;
  await noticeShort(context, token);
  await context.notice(
    `Logged in to ${baseUrl} as profile ${profile} (${tested}).\nThe token is saved in ` +
      `${profiles.path}.`,
  );
}

/**
 * Prints the profile, the address, the source of the token, and whether the service accepts it.
 * @throws {AuthenticationError} if there is no token, or it is refused
 */
export async function status(context: Context): Promise<void> {
  const profileName = await context.profileName();
  const baseUrl = await context.required('base-url');
  const { token, source } = await context.credentials();
  const { value: named } = await context.setting('event');
  await noticeShort(context, token);
  const event =
    named === undefined ? undefined : await testToken(context, { baseUrl, token }, named);

  const state = loginState(profileName, { baseUrl, tokenSource: source, event });
  await printRecord(
    context,
    { ...state },
    {
      profile: profileName,
      'base URL': baseUrl,
      token: source === 'environment' ? 'from PLENARY_TOKEN' : 'from the config file',
      accepted: event === undefined ? 'not tested: no event is set' : `yes, for event ${event}`,
    },
  );
}

type LoginStatus = DocumentOf<typeof loginStatus>;

/** @param event with which the token was tested, if that was done */
function loginState(
  profile: string,
  {
    event,
    ...login
  }: Pick<LoginStatus, 'baseUrl' | 'tokenSource'> & { readonly event: string | undefined },
): LoginStatus {
  return { profile, ...login, event: event ?? null, accepted: event !== undefined };
}

/** Removes the profile's token; the service still accepts it. */
export async function logout(context: Context): Promise<void> {
  const profile = await context.profileName();
  const profiles = await context.profiles();
  if (profiles.token(profile) === undefined)
    return context.notice(`Profile ${profile} has no token.`);
  await profiles.removeToken(profile);
  await context.notice(
    `Logged out: the token of profile ${profile} was removed. It stays valid until it is revoked.`,
  );
}

async function noticeShort(context: Context, { length }: string): Promise<void> {
  if (length >= hiddenLength) return;
  await context.notice(
    `Warning: the token has only ${amount(length, 'character')}. It is easy to guess, and ` +
      'error messages may show it.',
  );
}

async function readBaseUrl(context: Context): Promise<string> {
  const { value } = await context.setting('base-url');
  if (value !== undefined) return value;
  if (!context.interactive) {
    throw new UsageError(
      'the address of the service is missing, and there is no terminal to ask for it',
      {
        fix: 'pass --base-url, or set PLENARY_BASE_URL',
      },
    );
  }
  const { askText } = await import('../../ask.ts');
  return askText(context, 'Address of the service', {
    faultOf: (address) => settingFault('base-url', address),
  });
}

async function readToken(context: Context<{ readonly tokenStdin: boolean }>): Promise<string> {
  const { io, flags } = context;
  const text = flags.tokenStdin ? await readText(io, '-') : await askToken(context);
  const token = text.trim();
  io.secrets.hold(token);
  // The message must not repeat any part of the token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      token === ''
        ? 'the token is empty'
        : 'the token contains characters that are not allowed in a header',
      { fix: copyAgain },
    );
  }
  return token;
}

async function askToken(context: Context): Promise<string> {
  if (context.interactive) {
    const { askSecret } = await import('../../ask.ts');
    return askSecret(context, 'API token');
  }
  throw new UsageError('the token is missing, and there is no terminal to ask for it', {
    fix: 'pass --token-stdin and pipe the token in',
  });
}

/**
 * Sends one small read with the token, because the API has no request for testing one.
 * @param event by its id, slug or name
 * @returns its id
 * @throws {PlenaryError} as the read fails: 401, 403, unknown event, no network
 */
async function testToken(
  context: Context,
  credentials: Credentials,
  event: string,
): Promise<string> {
  const client = await context.clientFor(credentials);
  try {
    const { id } = await findEvent(client, event);
    const query = { page: 1, pageSize: 1 };
    await client.page(endpoints.listSpeakers, { path: { event_id: id }, query });
    return id;
  } finally {
    await client.close();
  }
}

/** A login never uses the token of PLENARY_TOKEN: what the service refuses is what it was given. */
function ofLogin(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  const { message, status, requestId } = error;
  return new AuthenticationError(message, { status, requestId, fix: copyAgain, cause: error });
}

const copyAgain = "copy the token again from your organization's API tokens";

/**
 * Offers the events of the service at a terminal.
 * @returns the id of the chosen one; undefined if there is none, nobody can be asked, or the
 *   service does not list them
 * @throws {PlenaryError} if the service refuses the token
 */
async function askEvent(context: Context, credentials: Credentials): Promise<string | undefined> {
  // A token that was pasted has ended the input.
  if (!context.interactive || context.io.stdin.readableEnded) return undefined;
  const { readEvents, toEventDetails } = await import('../../../client/event-lists.ts');
  const client = await context.clientFor(credentials);
  const records = await readEvents(client).finally(() => client.close());
  const events = (records ?? []).flatMap((record) => toEventDetails(record) ?? []);
  if (events.length === 0) return undefined;
  const { askChoice } = await import('../../ask.ts');
  const offered = events.map(({ id, name = id, slug }) => {
    return { name: slug === undefined || slug === name ? name : `${name} (${slug})`, value: id };
  });
  const choices = [...offered, { name: 'none of them', value: '' }];
  const chosen = await askChoice(context, 'Event for later commands to work on', choices);
  return chosen === '' ? undefined : chosen;
}
