// Declares `plenary program pull` and `status`: their flags and help.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

export function addProgramCommands(program: Command, io: Io): void {
  const pull = addEventOptions(
    program
      .command('pull')
      .description('Write the speakers, submissions and schedule of an event into a folder of CSV files'),
  )
    .option('--merge', 'merge what has changed in the service into files that you have edited')
    .addOption(
      new Option('--prefer <side>', 'with --merge: the side whose value is used in a conflict').choices([
        'file',
        'service',
      ]),
    )
    .option('--private-columns', 'write addresses, phone numbers, notes and feedback to files of their own')
    .option('--no-private-columns', 'write them to the public files again')
    .addHelpText('after', pullHelp)
    .action(() => runCommand(pull, io, async (context) => (await import('./run.ts')).pull(context)));

  const status = addEventOptions(
    program.command('status').description('Show what has changed in the service and in the files since the last pull'),
  )
    .option('--detailed-exitcode', 'exit with 8 if something has changed')
    .addHelpText('after', `\n${requestExitCodes(8)}`)
    .action(() => runCommand(status, io, async (context) => (await import('./run.ts')).status(context)));
}

function addEventOptions(command: Command): Command {
  return command
    .argument('<folder>', 'folder of the program')
    .option('--event <id>', 'event (or PLENARY_EVENT; default: that of the folder)')
    .option('--timezone <zone>', 'time zone of local times in the schedule (or PLENARY_TIMEZONE)');
}

const pullHelp = `
The folder contains speakers.csv, submissions.csv, schedule.csv and program.json, which describes them. What was seen is
saved in .plenary/, which is ignored by git. Columns and rows of your own, such as breaks, are preserved.

Examples:
  plenary program pull devconf --event devconf
  plenary program pull devconf --merge
  plenary program pull devconf --private-columns

${requestExitCodes(6)}`;
