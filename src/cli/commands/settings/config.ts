// `plenary config`: prints the settings and where each comes from, and changes those of a profile.
import { configFilePath } from '../../../config/paths.ts';
import {
  assertSetting,
  isSettingName,
  type SettingName,
  settingNames,
} from '../../../config/settings.ts';
import { quoted } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { settingList } from '../../documents.ts';
import { write } from '../../io.ts';
import { oneBatch, printRecords } from '../../output/records.ts';

export async function listSettings(context: Context): Promise<void> {
  const profile = await context.profileName();
  const resolved = await Promise.all(settingNames.map((name) => context.setting(name)));
  const rows: DocumentOf<typeof settingList> = [
    { setting: 'profile', value: profile, source: await profileSource(context), origin: undefined },
    ...resolved.map(({ name, value, source, origin }) => ({
      setting: name,
      value: value ?? null,
      source: source ?? null,
      origin,
    })),
    ...(await folderRows(context)),
  ].map(({ origin, ...row }) => ({ ...row, from: origin ?? row.source }));
  await printRecords(context, oneBatch(rows), {
    noun: 'settings',
    defaultFields: ['setting', 'value', 'from'],
  });
}

/** What the folder of a program adds: its path, its files, and values for flags. */
async function folderRows(context: Context) {
  const folder = await context.folder();
  if (folder === undefined) return [];
  const { path, settings, schedule, rooms, settingsFile } = folder;
  const { defaultDuration, turnaround, every, map = {}, statusMap = {} } = settings;
  const values: readonly (readonly [setting: string, value: string | undefined])[] = [
    ['default-duration', defaultDuration],
    ['turnaround', turnaround],
    ['every', every],
    ...mappingRows('map', map),
    ...mappingRows('status-map', statusMap),
  ];
  const files: typeof values = [
    ['folder', path],
    ['schedule', schedule],
    ['rooms-file', rooms],
  ];
  const rowsOf = (some: typeof values, origin: string) =>
    some.flatMap(([setting, value]) =>
      value === undefined ? [] : [{ setting, value, source: 'folder', origin }],
    );
  return [...rowsOf(files, `folder ${path}`), ...rowsOf(values, settingsFile)];
}

/** `map speakers`: `E-mail=email, Firma=company_name` */
function mappingRows(
  name: string,
  byFile: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
): readonly (readonly [setting: string, value: string])[] {
  return Object.entries(byFile).map(([kind, words = {}]) => {
    const entries = Object.entries(words).map(([word, meaning]) => `${word}=${meaning}`);
    return [`${name} ${kind}`, entries.join(', ')];
  });
}

interface Setting {
  /** Its name. */
  readonly setting: string;
}

export async function getSetting(context: Context, { setting: name }: Setting): Promise<void> {
  const value =
    name === 'profile'
      ? await context.profileName()
      : (await context.setting(settingName(name))).value;
  if (value === undefined) {
    throw new UsageError(`${name} is not set`, {
      fix: `set it with \`plenary config set ${name} VALUE\``,
    });
  }
  await printText(context, value);
}

export async function setSetting(
  context: Context,
  { setting: name, value }: Setting & { readonly value: string },
): Promise<void> {
  if (value === '') {
    throw new UsageError(`${name}: the value is empty`, {
      next: [{ command: `plenary config unset ${name}` }],
    });
  }
  const profiles = await context.profiles();
  if (name === 'profile') return profiles.use(value);
  const setting = settingName(name);
  assertSetting(setting, value, setting);
  await profiles.set(await context.profileName(), setting, value);
}

export async function unsetSetting(context: Context, { setting: name }: Setting): Promise<void> {
  const profiles = await context.profiles();
  if (name === 'profile') return profiles.use(undefined);
  await profiles.unset(await context.profileName(), settingName(name));
}

export async function printPath(context: Context): Promise<void> {
  await printText(context, configFilePath(context.io));
}

async function printText(context: Context, text: string): Promise<void> {
  const isText = ['table', 'csv'].includes(await context.format());
  await write(context.io.stdout, `${isText ? text : JSON.stringify(text)}\n`);
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

/** Where the name of the profile comes from. */
export async function profileSource(context: Context): Promise<string> {
  if (context.global.profile) return '--profile';
  if (context.io.env.PLENARY_PROFILE) return 'PLENARY_PROFILE';
  return (await context.profiles()).isChosen() ? 'config file' : 'default';
}
