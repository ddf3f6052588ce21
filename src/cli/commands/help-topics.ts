// Help topics that are not about a command: `plenary help exit-codes`, `plenary help environment`.
import type { Command } from 'commander';
import { settingNames, settings } from '../../config/settings.ts';
import { allExitCodes } from '../exit-codes.ts';
import { type Io, write } from '../io.ts';

export function addHelpTopics(program: Command, io: Io): void {
  addTopic(program, io, 'exit-codes', 'Explain the exit codes', () => `${allExitCodes()}\n`);
  addTopic(program, io, 'environment', 'List the environment variables that are read', environmentText);
}

function addTopic(program: Command, io: Io, name: string, description: string, text: () => string): void {
  const topic = program
    .command(name)
    .description(description)
    .action(() => write(io.stdout, text()));
  topic.helpInformation = text;
}

const variables: readonly (readonly [name: string, description: string])[] = [
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
