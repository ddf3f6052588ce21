// The command tree: one command per row of the contract, and the commands that are not one endpoint.
import { Command } from 'commander';
import type { Resource } from '../contract/endpoint.ts';
import { endpointList } from '../contract/index.ts';
import { addApiCommand } from './commands/api/declare.ts';
import { addAuthCommands } from './commands/auth/declare.ts';
import { addConfigCommands } from './commands/config.ts';
import { addDemoCommand } from './commands/demo/declare.ts';
import { addHelpTopics } from './commands/help-topics.ts';
import { addImportCommand } from './commands/import/declare.ts';
import { addImportsCommands } from './commands/runs/declare.ts';
import { addServeCommand } from './commands/serve/declare.ts';
import { addServiceCommands } from './commands/service/declare.ts';
import { addScheduleCommands } from './commands/sessions/declare.ts';
import { addTimetableCommands } from './commands/timetable/declare.ts';
import { endpointCommand } from './endpoint/command.ts';
import { addGlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

interface Group {
  readonly description: string;
  readonly fill: (group: Command, io: Io) => void;
}

const resources: Readonly<Record<Resource, Group>> = {
  speakers: { description: 'the people on stage', fill: fillResource },
  submissions: { description: 'the proposed talks', fill: fillResource },
  sessions: { description: 'the talks in their rooms, at their times', fill: fillSessions },
  contacts: { description: 'everybody: speakers and submitters', fill: fillResource },
  'content-items': { description: 'the program as it is published', fill: fillResource },
};

const overall: Readonly<Record<string, Group>> = {
  timetable: { description: 'the sessions as people read them, here and elsewhere', fill: addTimetableCommands },
  imports: { description: 'imports that have run here, to look at or go on with', fill: addImportsCommands },
};

const others: Readonly<Record<string, Group>> = {
  auth: { description: 'log in to a service, and out', fill: addAuthCommands },
  config: { description: 'settings and profiles', fill: addConfigCommands },
  service: { description: 'organizations, events and tokens of a service of your own', fill: addServiceCommands },
};

/** The commands that hold others. */
export const groupNames: readonly string[] = [resources, overall, others].flatMap(Object.keys);

const start = `Start here:
  plenary demo                            watch it at work, nothing to set up
  plenary auth login                      use a service that exists
  plenary service init --data plenary.db  make one of your own
  plenary COMMAND --help                  flags, examples, exit codes of a command`;

/**
 * Builds the tree. Nothing is read or opened; each action loads what it needs.
 * @param words the command line: a group that it does not name is listed, but not filled
 */
export function createProgram(io: Io, words: readonly string[]): Command {
  const program = new Command('plenary')
    .description("Run a conference's program from the terminal.")
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', () => `\n${start}`);
  addGlobalFlags(program);
  const addGroups = (groups: Readonly<Record<string, Group>>) => {
    for (const [name, { description, fill }] of Object.entries(groups)) {
      const group = program.command(name).description(description);
      if (words.includes(name)) fill(group, io);
    }
  };

  program.commandsGroup('Program:');
  addGroups(resources);
  addGroups(overall);
  program.commandsGroup('Service and settings:');
  addGroups(others);
  addApiCommand(program, io);
  addServeCommand(program, io);
  addDemoCommand(program, io);
  program.commandsGroup('Help topics:');
  addHelpTopics(program, io);
  return program;
}

function fillSessions(group: Command, io: Io): void {
  fillResource(group, io);
  addScheduleCommands(group, io);
}

function fillResource(group: Command, io: Io): void {
  for (const [, endpoint] of endpointList) {
    if (endpoint.resource !== group.name()) continue;
    group.addCommand(endpointCommand(endpoint, io));
    if (endpoint.key !== undefined) addImportCommand(group, endpoint, io);
  }
}
