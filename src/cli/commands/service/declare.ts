// Declares `plenary service`: administration of a database, whether it is being served or not.
import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { localExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import type * as run from './run.ts';

type Action = (context: Context) => Promise<void>;

export function addServiceCommands(service: Command, io: Io): void {
  const event = service.command('event').description('Add and list events');
  const token = service.command('token').description('Issue, list and revoke API tokens');
  const load = (pick: (module: typeof run) => Action) => async (context: Context) =>
    pick(await import('./run.ts'))(context);

  declare(
    service,
    io,
    'init',
    'Create an organization, its first token (shown once), and the database file if needed',
    {
      options: [new Option('--name <name>', 'name of the organization').default('My organization')],
      action: load((module) => module.init),
    },
  );
  declare(service, io, 'migrate', 'Create the tables, or bring older ones to this version', {
    action: load((module) => module.migrate),
  });
  declare(service, io, 'copy', 'Copy a database into an empty one, of the same or the other kind, and compare both', {
    databases: [
      new Option('--from <database>', 'database to copy (default: PLENARY_DATA, or else plenary.db)'),
      new Option('--to <database>', 'new or empty database to fill (same default; one of both is required)'),
    ],
    action: async (context) => (await import('./copy.ts')).copy(context),
  });
  declare(event, io, 'add', 'Add an event', {
    options: [
      new Option('--id <id>', 'id of the event, e.g. devconf-2027').makeOptionMandatory(),
      new Option('--name <name>', 'name of the event').makeOptionMandatory(),
      new Option('--timezone <zone>', 'IANA time zone, e.g. Europe/Berlin').makeOptionMandatory(),
      organization(),
    ],
    action: load((module) => module.addEvent),
  });
  declare(event, io, 'list', 'List the events', {
    options: [organization()],
    action: load((module) => module.listEvents),
  });
  declare(token, io, 'issue', 'Issue a token (shown once)', {
    options: [new Option('--name <name>', 'what the token is for').makeOptionMandatory(), organization()],
    action: load((module) => module.issueToken),
  });
  declare(token, io, 'list', 'List the ids, names and times of the tokens, without their secrets', {
    options: [organization()],
    action: load((module) => module.listTokens),
  });
  declare(token, io, 'revoke', 'Revoke a token immediately and permanently', {
    argument: '<id>',
    action: load((module) => module.revokeToken),
  });
}

export function databaseOption(): Option {
  return new Option('--data <database>', 'file, or postgres://… (or PLENARY_DATA; default: plenary.db)');
}

interface Declaration {
  /** Default: --data. */
  readonly databases?: readonly Option[];
  readonly options?: readonly Option[];
  readonly argument?: string;
  readonly action: Action;
}

function declare(group: Command, io: Io, name: string, description: string, declaration: Declaration): void {
  const command = group.command(name).description(description);
  const { databases = [databaseOption()], options = [] } = declaration;
  for (const option of [...databases, ...options]) command.addOption(option);
  if (declaration.argument !== undefined) command.argument(declaration.argument);
  command.addHelpText('after', `\n${localExitCodes(6)}`).action(() => runCommand(command, io, declaration.action));
}

function organization(): Option {
  return new Option('--organization <id>', 'id of the organization; required if there are several');
}
