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
  const name = () => new Argument('<setting>', 'name of the setting');

  const list = config
    .command('list')
    .description('Print every setting, its value and its source')
    .addHelpText('after', after)
    .action(() => runCommand(list, io, listSettings));

  const get = config
    .command('get')
    .description('Print the value of a setting')
    .addArgument(name())
    .addHelpText('after', after)
    .action((setting: string) => runCommand(get, io, (context) => getSetting(context, setting)));

  const set = config
    .command('set')
    .description('Save a setting in the profile; the setting `profile` selects the profile in use')
    .addArgument(name())
    .argument('<value>', 'value of the setting')
    .addHelpText('after', after)
    .action((setting: string, value: string) => runCommand(set, io, (context) => setSetting(context, setting, value)));

  const unset = config
    .command('unset')
    .description('Remove a setting from the profile')
    .addArgument(name())
    .addHelpText('after', after)
    .action((setting: string) =>
      runCommand(unset, io, async (context) => {
        const profiles = await context.profiles();
        await (setting === 'profile'
          ? profiles.use(undefined)
          : profiles.unset(await context.profileName(), settingName(setting)));
      }),
    );

  const path = config
    .command('path')
    .description('Print the path of the config file')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(path, io, () => write(io.stdout, `${configFilePath(io)}\n`)));
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

async function getSetting(context: Context, name: string): Promise<void> {
  const value = name === 'profile' ? await context.profileName() : (await context.setting(settingName(name))).value;
  if (value === undefined) {
    throw new UsageError(`${name} is not set`, { fix: `set it with \`plenary config set ${name} VALUE\`` });
  }
  const isText = ['table', 'csv'].includes(await context.format());
  await write(context.io.stdout, `${isText ? value : JSON.stringify(value)}\n`);
}

async function setSetting(context: Context, name: string, value: string): Promise<void> {
  if (value === '') {
    throw new UsageError(`${name}: the value is empty`, { next: [{ command: `plenary config unset ${name}` }] });
  }
  const profiles = await context.profiles();
  if (name === 'profile') return profiles.use(value);
  const setting = settingName(name);
  assertSetting(setting, value, setting);
  await profiles.set(await context.profileName(), setting, value);
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
