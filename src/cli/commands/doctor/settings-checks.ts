// Checks the config file, the settings and where each comes from. Must not print, nor send anything.
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { configFilePath } from '../../../config/paths.ts';
import { type SettingName, settingNames } from '../../../config/settings.ts';
import { shellWord } from '../../../contract/escape.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { profileSource } from '../settings/config.ts';
import { type Check, expected, failed, judge, note, ok } from './check.ts';

/** A missing file is no fault. Opening it restricts its mode, as every command does. */
export async function checkConfigFile(context: Context): Promise<Check> {
  const path = configFilePath(context.io);
  const all = context.io.platform === 'win32' ? [] : [path, dirname(path)];
  const before = all.filter((each) => existsSync(each)).map((each) => ({ each, mode: modeOf(each) }));
  const check = await judge('config', async () => {
    await context.profiles();
    if (!existsSync(path)) return `no config file yet at ${path}; none is needed`;
    for (const { each } of before) refuseShared(each);
    return path;
  });
  const changed = before.filter(({ each, mode }) => modeOf(each) !== mode);
  if (check.state === 'failed' || changed.length === 0) return check;
  const texts = changed.map(
    ({ each, mode }) => `${each} had the mode ${shownMode(mode)}, and has ${shownMode(modeOf(each))} now`,
  );
  return note('config', texts.join('; '));
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

function shownMode(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/** @throws {UsageError} if other users have access */
export function refuseShared(path: string): void {
  const mode = modeOf(path);
  if ((mode & 0o077) === 0) return;
  throw new UsageError(`other users have access to ${path} (mode ${shownMode(mode)})`, {
    fix: `restrict it: \`chmod go-rwx ${shellWord(path)}\``,
  });
}

/** @param context without the config file, if that is broken @param isBroken what is missing may be in it */
export async function checkSettings(context: Context, isBroken: boolean): Promise<readonly Check[]> {
  const checks = [isBroken ? note('profile', unreadConfig) : await checkProfile(context)];
  for (const name of settingNames) checks.push(await checkSetting(context, name, isBroken));
  return checks;
}

export const unreadConfig = 'unknown, because the config file cannot be read';

async function checkProfile(context: Context): Promise<Check> {
  const name = await context.profileName();
  const source = await profileSource(context);
  const profiles = await context.profiles();
  const isEmpty = Object.keys(profiles.settings(name)).length === 0 && profiles.token(name) === undefined;
  if (!isEmpty || source === 'default') return ok('profile', `${name} (${source})`);
  const error = new UsageError('', {
    fix: 'check its name, or log in with it',
    next: [{ command: `plenary auth login --profile ${shellWord(name)}` }],
  });
  return note('profile', `${name} (${source}) has no settings and no token`, error);
}

/** The settings that commands ask for. */
const wanted: readonly SettingName[] = ['base-url', 'event', 'timezone'];

async function checkSetting(context: Context, name: SettingName, isBroken: boolean): Promise<Check> {
  try {
    const { value, origin, source } = await context.setting(name);
    if (isBroken && (value === undefined || source === 'default')) return note(name, unreadConfig);
    if (value !== undefined && source === 'default') return ok(name, `${value} (${origin})`, true);
    if (value !== undefined)
      return ok(name, `${value} (${origin})${name === 'timezone' ? timeIn(context, value) : ''}`);
    if (!wanted.includes(name)) return ok(name, 'not set', true);
  } catch (error) {
    return failed(name, expected(error));
  }
  const missing = await context.required(name).then(() => undefined, expected);
  return name === 'base-url' && missing !== undefined ? failed(name, missing) : note(name, 'not set', missing);
}

/** What a clock on the wall there shows, so that a wrong zone is seen. */
function timeIn({ io }: Context, timeZone: string): string {
  const form = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `, where it is ${new Intl.DateTimeFormat('en-GB', form).format(io.clock.now())}`;
}
