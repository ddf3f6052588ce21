// `plenary config`: prints the settings and where each comes from, and changes those of a profile.
import { Argument, type Command } from 'commander';
import { configFilePath } from '../../config/paths.ts';
import { assertSetting, isSettingName, type SettingName, settingNames, settings } from '../../config/settings.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { localExitCodes } from '../exit-codes.ts';
import { type Io, write } from '../io.ts';
import { oneBatch, printRecords } from '../output/records.ts';
import { quoted } from '../output/text.ts';
import { runCommand } from '../run-command.ts';

export function addConfigCommands(config: Command, io: Io): void {
  const names = settingNames.map((name) => `  ${name.padEnd(10)} ${settings[name].description}`).join('\n');
  const after = `\nSettings:\n${names}\n  ${'profile'.padEnd(10)} name of the profile in use\n\n${localExitCodes()}`;
  const add = (
    name: string,
    description: string,
    help: string,
    action: (context: Context) => Promise<void>,
  ): Command => {
    const command = config.command(name).description(description).addHelpText('after', help);
    return command.action(() => runCommand(command, io, action));
  };

  add('list', 'Print every setting, its value and its source', after, listSettings);
  add('get', 'Print the value of a setting', after, getSetting).addArgument(settingArgument());
  add('set', 'Save a setting in the profile; the setting `profile` selects the profile in use', after, setSetting)
    .addArgument(settingArgument())
    .argument('<value>', 'value of the setting');
  add('unset', 'Remove a setting from the profile', after, unsetSetting).addArgument(settingArgument());
  add('path', 'Print the path of the config file', `\n${localExitCodes()}`, () =>
    write(io.stdout, `${configFilePath(io)}\n`),
  );
}

function settingArgument(): Argument {
  return new Argument('<setting>', 'name of the setting');
}

async function listSettings(context: Context): Promise<void> {
  const profile = await context.profileName();
  const resolved = await Promise.all(settingNames.map((name) => context.setting(name)));
  const rows = [
    { setting: 'profile', value: profile, source: await profileSource(context), origin: '' },
    ...resolved.map(({ name, value, source, origin }) => ({
      setting: name,
      value: value ?? null,
      source: source ?? null,
      origin,
    })),
  ].map(({ origin, ...row }) => ({ ...row, from: origin === '' ? row.source : origin }));
  await printRecords(context, oneBatch(rows), { noun: 'settings', defaultFields: ['setting', 'value', 'from'] });
}

async function getSetting(context: Context): Promise<void> {
  const [name = ''] = context.args;
  const value = name === 'profile' ? await context.profileName() : (await context.setting(settingName(name))).value;
  if (value === undefined) {
    throw new UsageError(`${name} is not set`, { fix: `set it with \`plenary config set ${name} VALUE\`` });
  }
  const isText = ['table', 'csv'].includes(await context.format());
  await write(context.io.stdout, `${isText ? value : JSON.stringify(value)}\n`);
}

async function setSetting(context: Context): Promise<void> {
  const [name = '', value = ''] = context.args;
  if (value === '') {
    throw new UsageError(`${name}: the value is empty`, { next: [{ command: `plenary config unset ${name}` }] });
  }
  const profiles = await context.profiles();
  if (name === 'profile') return profiles.use(value);
  const setting = settingName(name);
  assertSetting(setting, value, setting);
  await profiles.set(await context.profileName(), setting, value);
}

async function unsetSetting(context: Context): Promise<void> {
  const [name = ''] = context.args;
  const profiles = await context.profiles();
  if (name === 'profile') return profiles.use(undefined);
  await profiles.unset(await context.profileName(), settingName(name));
}

function settingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  if (name === 'token') {
    throw new UsageError('the token is not a setting', {
      fix: 'save a token by logging in',
      next: [{ command: 'plenary auth login' }],
    });
  }
  throw new UsageError(`unknown setting ${quoted(name)}`, {
    fix: `use one of ${['profile', ...settingNames].join(', ')}`,
  });
}

async function profileSource(context: Context): Promise<string> {
  if (context.global.profile) return '--profile';
  if (context.io.env.PLENARY_PROFILE) return 'PLENARY_PROFILE';
  return (await context.profiles()).isChosen() ? 'config file' : 'default';
}
