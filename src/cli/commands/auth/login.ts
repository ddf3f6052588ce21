// Logging in: an address, a token, a try of both where that can be had, and only then the config file.
import { assertSetting } from '../../../config/settings.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { readText } from '../../json-input.ts';
import { tryToken } from './try-token.ts';

/**
 * @throws {UsageError} where the address or the token is missing and nobody can be asked
 * @throws {PlenaryError} where the service refuses the token; nothing is kept then
 */
export async function login(context: Context): Promise<void> {
  const baseUrl = await readBaseUrl(context);
  const token = await readToken(context);
  const { value: event } = await context.setting('event');
  if (event !== undefined) await tryToken(context, { baseUrl, token, event });

  const profile = await context.profileName();
  const profiles = await context.profiles();
  await profiles.storeToken(profile, { token, origin: new URL(baseUrl).origin });
  await profiles.set(profile, 'base-url', baseUrl);
  if (event !== undefined) await profiles.set(profile, 'event', event);

  const checked = event === undefined ? 'not tried yet: no event is set' : `it can see event ${event}`;
  await context.notice(`Logged in to ${baseUrl} as profile ${profile} (${checked}).\nKept in ${profiles.path}.`);
}

async function readBaseUrl(context: Context): Promise<string> {
  const { value } = await context.setting('base-url');
  if (value !== undefined) return value;
  if (!context.interactive) return context.required('base-url');
  const { askText } = await import('../../ask.ts');
  const answer = await askText(context, 'Address of the service');
  assertSetting('base-url', answer, 'address');
  return answer;
}

async function readToken(context: Context): Promise<string> {
  const token = (await givenToken(context)).trim();
  // Nothing of it may be repeated in the message.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(token === '' ? 'the token is empty' : 'the token holds characters that no header can carry', {
      fix: 'copy it once more from the API tokens of your organization',
    });
  }
  return token;
}

async function givenToken(context: Context): Promise<string> {
  if (context.own.tokenStdin === true) return readText(context.io, '-');
  if (context.interactive) {
    const { askSecret } = await import('../../ask.ts');
    return askSecret(context, 'API token');
  }
  throw new UsageError('no terminal to ask for the token', { fix: 'give --token-stdin and pipe the token in' });
}
