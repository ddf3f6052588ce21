// The commands of logins and settings.
import { settingNames, settings } from '../../../config/settings.ts';
import { type Argument, defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';

export const authCommands = [
  defineCommand({
    words: 'auth login',
    description: 'Ask for a token and save it in the config file',
    sends: 'read',
    isOutside: true,
    json: 'login',
    flags: {
      tokenStdin: flag.boolean('read the token from standard input'),
      event: flag.text('<event>', 'event for later commands to work on: its id, slug or name'),
    },
    examples: [
      'plenary auth login --base-url https://program.example.org',
      'plenary auth login --base-url http://127.0.0.1:8080 --event devconf --token-stdin < ' +
        'token.txt',
    ],
    load: async () => (await import('./auth.ts')).login,
  }),
  defineCommand({
    words: 'auth status',
    description: 'Show which token is used for which service, and whether the service accepts it',
    sends: 'read',
    json: 'login',
    flags: { event: flag.text('<event>', 'event to test the token with') },
    load: async () => (await import('./auth.ts')).status,
  }),
  defineCommand({
    words: 'auth logout',
    description: "Remove the profile's token from the config file",
    sends: 'none',
    load: async () => (await import('./auth.ts')).logout,
  }),
];

const setting = {
  setting: { description: 'name of the setting', type: 'setting' },
} satisfies Readonly<Record<string, Argument>>;

const about = [
  'Settings:',
  ...settingNames.map((name) => `  ${name.padEnd(10)} ${settings[name].description}`),
  `  ${'profile'.padEnd(10)} name of the profile in use`,
].join('\n');

export const configCommands = [
  defineCommand({
    words: 'config list',
    description: 'Print every setting, its value and its source',
    sends: 'none',
    json: 'settings',
    about,
    load: async () => (await import('./config.ts')).listSettings,
  }),
  defineCommand({
    words: 'config get',
    description: 'Print the value of a setting',
    sends: 'none',
    json: 'setting',
    arguments: setting,
    about,
    load: async () => (await import('./config.ts')).getSetting,
  }),
  defineCommand({
    words: 'config set',
    description: 'Save a setting in the profile; the setting `profile` selects the profile in use',
    sends: 'none',
    arguments: { ...setting, value: { description: 'value of the setting' } },
    about,
    load: async () => (await import('./config.ts')).setSetting,
  }),
  defineCommand({
    words: 'config unset',
    description: 'Remove a setting from the profile',
    sends: 'none',
    arguments: setting,
    about,
    load: async () => (await import('./config.ts')).unsetSetting,
  }),
  defineCommand({
    words: 'config path',
    description: 'Print the path of the config file',
    sends: 'none',
    json: 'config-path',
    load: async () => (await import('./config.ts')).printPath,
  }),
];
