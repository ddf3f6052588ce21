// Owns the command tree: one command for each row of the contract, and the commands written by hand. Must not read or open anything.
import { Command } from 'commander';
import type { Resource } from '../contract/endpoint.ts';
import { endpointList, endpoints } from '../contract/index.ts';
import { addApiCommand } from './commands/api/declare.ts';
import { addAuthCommands } from './commands/auth/declare.ts';
import { addPlanCommands } from './commands/changes/declare.ts';
import { addConfigCommands } from './commands/config.ts';
import { addDemoCommand } from './commands/demo/declare.ts';
import { addHelpTopics } from './commands/help-topics.ts';
import { addImportCommand } from './commands/import/declare.ts';
import { addProgramCommands } from './commands/program/declare.ts';
import { addMissingCommand, addShowCommand, addStatsCommand } from './commands/records/declare.ts';
import { addRunsCommands } from './commands/runs/declare.ts';
import { addServeCommand } from './commands/serve/declare.ts';
import { addServiceCommands } from './commands/service/declare.ts';
import { addAutoplaceCommand } from './commands/sessions/autoplace/declare.ts';
import { addScheduleCommands, placeCommand } from './commands/sessions/declare.ts';
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
  speakers: { description: 'Add, update, list, show and import speakers', fill: fillSpeakers },
  submissions: {
    description: 'Add, update, list, search, show and import submissions',
    fill: fillSubmissions,
  },
  sessions: { description: 'Place submissions in rooms and times, and apply a whole schedule', fill: fillSessions },
  contacts: { description: 'Search contacts: speakers and submitters', fill: fillResource },
  'content-items': { description: 'List the published program', fill: fillResource },
};

const crossResource: Readonly<Record<string, Group>> = {
  program: { description: 'Pull an event into a folder of files, and compare them', fill: addProgramCommands },
  timetable: { description: 'Show and export the timetable', fill: addTimetableCommands },
  runs: { description: 'List, show and resume runs of imports and schedules on this machine', fill: addRunsCommands },
};

const others: Readonly<Record<string, Group>> = {
  auth: { description: 'Log in to a service, and log out', fill: addAuthCommands },
  config: { description: 'Show and change settings and profiles', fill: addConfigCommands },
  service: { description: 'Set up a service of your own: organizations, events and tokens', fill: addServiceCommands },
};

/** The commands that have subcommands. */
export const groupNames: readonly string[] = [resources, crossResource, others].flatMap(Object.keys);

const topics = 'Help:';

const start = `Start here:
  plenary demo                            watch the program work; needs no setup
  plenary auth login                      use an existing service
  plenary service init --data plenary.db  create a service of your own
  plenary COMMAND --help                  show a command's flags, examples and exit codes`;

/**
 * Builds the tree. Each action loads what it needs when it runs.
 * @param words the command line; only the groups that it names get their subcommands, which saves start-up time
 */
export function createProgram(io: Io, words: readonly string[]): Command {
  const program = new Command('plenary')
    .description("Run a conference's program from the terminal")
    .version(version, '-V, --version', 'print the version')
    .addHelpCommand(new Command('help').argument('[command]').description('Print help for a command').helpGroup(topics))
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
  addGroups(crossResource);
  program.commandsGroup('Service and settings:');
  addGroups(others);
  addApiCommand(program, io);
  addServeCommand(program, io);
  addDemoCommand(program, io);
  program.commandsGroup(topics);
  addHelpTopics(program, io);
  return program;
}

function fillSessions(group: Command, io: Io): void {
  fillResource(group, io);
  addScheduleCommands(group, io);
  addAutoplaceCommand(group, io);
}

function fillSpeakers(group: Command, io: Io): void {
  fillResource(group, io);
  addShowCommand(group, 'speakers', io);
  addMissingCommand(group, io);
}

function fillSubmissions(group: Command, io: Io): void {
  fillResource(group, io);
  addShowCommand(group, 'submissions', io);
  addStatsCommand(group, io);
}

function fillResource(group: Command, io: Io): void {
  for (const [, endpoint] of endpointList) {
    if (endpoint.resource !== group.name()) continue;
    group.addCommand(endpoint === endpoints.placeSession ? placeCommand(io) : endpointCommand(endpoint, io));
    if (endpoint.key !== undefined) {
      addImportCommand(group, endpoint, io);
      addPlanCommands(group, endpoint, io);
    }
  }
}
