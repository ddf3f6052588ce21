// Help topics that are not about a command: `plenary help flags`, `plenary help exit-codes`, `plenary help environment`.
import type { Command } from 'commander';
import { settingNames, settings } from '../../config/settings.ts';
import { allExitCodes } from '../exit-codes.ts';
import { flagSections, type HelpFormat } from '../help.ts';

const formats: Readonly<Record<(typeof topics)[number][0], HelpFormat>> = {
  flags: (topic, helper) =>
    ['Flags of every command, before or after its name:', ...flagSections(topic.parent ?? topic, helper), ''].join(
      '\n\n',
    ),
  'exit-codes': () => `${allExitCodes()}\n`,
  environment: () => environmentText(),
};

/** With what they describe. */
export const topics = [
  ['flags', 'flags of every command'],
  ['exit-codes', 'what each exit code means'],
  ['environment', 'variables that settings are read from'],
] as const;

export function addHelpTopics(program: Command): void {
  for (const [name, formatHelp] of Object.entries(formats)) {
    const topic = program.command(name, { hidden: true }).configureHelp({ formatHelp });
    topic.action(() => topic.outputHelp());
  }
}

/** Each with what it is for. */
export const variables: readonly (readonly [name: string, description: string])[] = [
  ['PLENARY_TOKEN', 'API token; overrides the one in the config file'],
  ...settingNames.flatMap((name) => {
    const { environment, description } = settings[name];
    return environment === undefined ? [] : [[environment, description] as const];
  }),
  ['PLENARY_DATA', 'database of the service: a file, or postgres://…'],
  ['PLENARY_PROFILE', 'profile to use from the config file'],
  ['PLENARY_CONFIG_DIR', 'folder of the config file'],
  ['PLENARY_STATE_DIR', 'folder of the run journals'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'proxy for requests, and hosts to reach without it'],
  ['NO_COLOR', 'disables color if it is not empty'],
];

function environmentText(): string {
  const width = Math.max(...variables.map(([name]) => name.length)) + 2;
  const lines = variables.map(([name, description]) => `  ${name.padEnd(width)}${description}`);
  return ['Environment variables (a flag overrides its variable):', ...lines, ''].join('\n');
}
