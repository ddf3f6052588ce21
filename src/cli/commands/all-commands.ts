// The table of all commands: the endpoints of the contract, and the rows of those that are no
// endpoint.
import type { Endpoint, Resource } from '../../contract/endpoint.ts';
import { endpointList, endpoints } from '../../contract/index.ts';
import type { Command } from '../command.ts';
import { endpointCommand } from '../endpoint/endpoint-command.ts';
import { eventCommands } from './events/event-commands.ts';
import { letterCommands } from './letters/letter-commands.ts';
import { programCommands } from './program/program-commands.ts';
import { fileCommands, missing, showCommand, updateCommand } from './records/record-commands.ts';
import { runsCommands } from './runs/run-commands.ts';
import { demo, serve, serviceCommands } from './service/service-commands.ts';
import { placeCommand, scheduleCommands } from './sessions/session-commands.ts';
import { authCommands, configCommands } from './settings/setting-commands.ts';
import { timetableCommands } from './timetable/timetable-commands.ts';
import {
  api,
  commandsCommand,
  completion,
  doctor,
  mcpCommand,
  schemaCommand,
  status,
} from './top-level-commands.ts';

/** Commands that share their first word. */
export interface Group {
  readonly description: string;
  /** Descriptions of the groups inside it. */
  readonly groups?: Readonly<Record<string, string>>;
  /** A function, because a command line needs the commands of one group at most. */
  readonly commands: () => readonly Command[];
}

const resources: Readonly<Record<Resource, Group>> = {
  speakers: {
    description: 'Add, update, list, show and import speakers',
    commands: () => [...ofResource('speakers'), showCommand('speakers'), missing],
  },
  submissions: {
    description: 'Add, update, list, search, show and import submissions',
    commands: () => [...ofResource('submissions'), showCommand('submissions')],
  },
  sessions: {
    description: 'Place talks in rooms and times, one or a whole schedule',
    commands: () => [...ofResource('sessions'), ...scheduleCommands],
  },
  contacts: {
    description: 'Search contacts: speakers and submitters',
    commands: () => ofResource('contacts'),
  },
  'content-items': {
    description: 'List what speakers were asked to send',
    commands: () => ofResource('content-items'),
  },
};

/** The parts of the overview. Its own commands have one word. */
export const sections: readonly {
  readonly heading: string;
  readonly groups: Readonly<Record<string, Group>>;
  readonly commands: readonly Command[];
}[] = [
  {
    heading: 'Program:',
    groups: {
      ...resources,
      program: {
        description: 'Pull an event into a folder of files, compare them, and export a website',
        commands: () => programCommands,
      },
      timetable: {
        description: 'Show and export the timetable',
        commands: () => timetableCommands,
      },
      letters: {
        description: 'Write letters to the people of a list; nothing is sent',
        commands: () => letterCommands,
      },
      events: { description: 'List the events of the service', commands: () => eventCommands },
      runs: {
        description: 'List, show, resume and undo what was sent from here',
        commands: () => runsCommands,
      },
    },
    commands: [status],
  },
  {
    heading: 'Service and settings:',
    groups: {
      auth: { description: 'Log in to a service, and log out', commands: () => authCommands },
      config: {
        description: 'Show and change settings and profiles',
        commands: () => configCommands,
      },
      service: {
        description: 'Set up a service of your own: organizations, events and tokens',
        groups: { event: 'Add and list events', token: 'Issue, list and revoke API tokens' },
        commands: () => serviceCommands,
      },
    },
    commands: [api, serve, demo, doctor, completion],
  },
  {
    heading: 'For scripts and agents:',
    groups: {},
    commands: [
      commandsCommand(() => allCommands()),
      schemaCommand(() => allCommands()),
      mcpCommand(() => allCommands()),
    ],
  },
];

/** Every command that does something. */
export function allCommands(): readonly Command[] {
  return sections.flatMap(({ groups, commands }) => [
    ...Object.values(groups).flatMap((group) => group.commands()),
    ...commands,
  ]);
}

function ofResource(resource: Resource): readonly Command[] {
  return endpointList.flatMap(([, endpoint]) =>
    endpoint.resource === resource ? commandsOf(endpoint) : [],
  );
}

/** What creates one record also has commands for a file of them. */
function commandsOf(endpoint: Endpoint): readonly Command[] {
  if (endpoint === endpoints.placeSession) return [placeCommand()];
  if (endpoint === endpoints.updateSubmission) return [updateCommand()];
  return [endpointCommand(endpoint), ...(endpoint.key === undefined ? [] : fileCommands(endpoint))];
}
