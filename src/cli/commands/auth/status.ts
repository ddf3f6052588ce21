// The state of the login: which profile, which address, where the token comes from, and whether it is taken.
import { resolveToken } from '../../../config/token.ts';
import type { Context } from '../../context.ts';
import { printRecord } from '../../output/records.ts';
import { tryToken } from './try-token.ts';

/** @throws {AuthenticationError} without a token, or when it is refused */
export async function status(context: Context): Promise<void> {
  const profileName = await context.profileName();
  const baseUrl = await context.required('base-url');
  const stored = (await context.profiles()).token(profileName);
  const { token, source } = resolveToken({ env: context.io.env, profileName, stored, baseUrl });
  const { value: event } = await context.setting('event');
  if (event !== undefined) await tryToken(context, { baseUrl, token, event });

  const state = {
    profile: profileName,
    baseUrl,
    tokenSource: source,
    event: event ?? null,
    accepted: event !== undefined,
  };
  await printRecord(context, state, {
    profile: profileName,
    'base URL': baseUrl,
    token: source === 'environment' ? 'from PLENARY_TOKEN' : 'from the config file',
    accepted: event === undefined ? 'not tried: no event is set' : `yes, for event ${event}`,
  });
}
