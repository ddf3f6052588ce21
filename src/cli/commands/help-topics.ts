// Help on what is no command: `plenary help exit-codes`, `plenary help environment`.
import type { Command } from 'commander';
import { settingNames, settings } from '../../config/settings.ts';
import { allExitCodes } from '../exit-codes.ts';
import { type Io, write } from '../io.ts';

export function addHelpTopics(program: Command, io: Io): void {
  addTopic(program, io, 'exit-codes', 'what each exit code means', () => `${allExitCodes()}\n`);
  addTopic(program, io, 'environment', 'the environment variables that are read', environmentText);
}

function addTopic(program: Command, io: Io, name: string, description: string, text: () => string): void {
  const topic = program
    .command(name)
    .description(description)
    .action(() => write(io.stdout, text()));
  topic.helpInformation = text;
}

const variables: readonly (readonly [name: string, description: string])[] = [
  ['PLENARY_TOKEN', 'API token; wins over the one in the config file'],
  ...settingNames.flatMap((name) => {
    const { environment, description } = settings[name];
    return environment === undefined ? [] : [[environment, description] as const];
  }),
  ['PLENARY_PROFILE', 'profile of the config file to use'],
  ['PLENARY_CONFIG_DIR', 'folder of the config file'],
  ['PLENARY_STATE_DIR', 'folder of what is kept between runs'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'proxy to reach the service through, and hosts to reach without'],
  ['NO_COLOR', 'no colour, unless it is empty'],
];

function environmentText(): string {
  const width = Math.max(...variables.map(([name]) => name.length)) + 2;
  const lines = variables.map(([name, description]) => `  ${name.padEnd(width)}${description}`);
  return ['Environment variables (where there is a flag, it wins):', ...lines, ''].join('\n');
}
