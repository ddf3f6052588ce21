// The command tree: one command per row of the contract, and the commands that are not one endpoint.
import { Command } from 'commander';
import { endpointList } from '../contract/index.ts';
import { addApiCommand } from './commands/api.ts';
import { addAuthCommands } from './commands/auth.ts';
import { addConfigCommands } from './commands/config.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addHelpTopics } from './commands/help-topics.ts';
import { addImportCommands } from './commands/import.ts';
import { addServeCommand } from './commands/serve.ts';
import { addServiceCommands } from './commands/service.ts';
import { endpointCommand } from './endpoint-command.ts';
import { addGlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

const nouns = {
  speakers: 'the people on stage',
  submissions: 'the proposed talks',
  sessions: 'the talks in their rooms, at their times',
  contacts: 'everybody: speakers and submitters',
  'content-items': 'the program as it is published',
} as const;

/** Builds the whole tree. Nothing is read or opened; each action loads what it needs. */
export function createProgram(io: Io): Command {
  const program = new Command('plenary')
    .description("Run a conference's program from the terminal.")
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ showGlobalOptions: true })
    .commandsGroup('Program:');
  addGlobalFlags(program);

  for (const [noun, description] of Object.entries(nouns)) {
    const group = program.command(noun).description(description);
    for (const [, endpoint] of endpointList) {
      if (endpoint.resource === noun) group.addCommand(endpointCommand(endpoint, io));
    }
  }
  addImportCommands(program, io);

  program.commandsGroup('Service and settings:');
  addAuthCommands(program, io);
  addConfigCommands(program, io);
  addApiCommand(program, io);
  addServeCommand(program, io);
  addServiceCommands(program, io);
  addDemoCommand(program, io);
  addHelpTopics(program, io);
  return program;
}
