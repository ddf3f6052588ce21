// Declares `plenary program pull`, `status`, `plan` and `apply`: their flags and help.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import { newValueOption } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addPaceOptions, emptyOption, maxChangesOption, summaryOption } from '../row-file-flags.ts';
import { addClashOptions } from '../sessions/declare.ts';

export function addProgramCommands(program: Command, io: Io): void {
  const pull = addEventOptions(
    program
      .command('pull')
      .description('Write the speakers, submissions and schedule of an event into a folder of CSV files')
      .argument('<folder>', 'folder of the program'),
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
    program
      .command('status')
      .description('Show what has changed in the service and in the files since the last pull')
      .argument('<folder>', 'folder of the program'),
  )
    .option('--detailed-exitcode', 'exit with 8 if something has changed')
    .addHelpText('after', `\n${requestExitCodes(8)}`)
    .action(() => runCommand(status, io, async (context) => (await import('./run.ts')).status(context)));

  const plan = addPlanOptions(
    addEventOptions(
      program
        .command('plan')
        .description('Show what the files of a program would change in the service; sends nothing')
        .argument('<folder>', 'folder of the program'),
    ),
  )
    .option('--out <file>', 'save the plan as JSON, to apply it later')
    .option('--detailed-exitcode', 'exit with 8 if something would change')
    .addOption(summaryOption())
    .addHelpText('after', planHelp)
    .action(() => runCommand(plan, io, async (context) => (await import('./apply.ts')).plan(context)));

  const apply = addPlanOptions(
    addEventOptions(
      program
        .command('apply')
        .description('Change speakers, submissions and sessions as the files of a program or a saved plan specify')
        .argument('<folder>', 'folder of the program, or saved plan'),
    ),
  );
  addPaceOptions(
    apply.addOption(
      maxChangesOption('change more existing records', ' (default without a terminal: 30%, and at least 20)'),
    ),
  )
    .addHelpText('after', applyHelp)
    .action(() => runCommand(apply, io, async (context) => (await import('./apply.ts')).apply(context)));
}

function addPlanOptions(command: Command): Command {
  return addClashOptions(
    command
      .option('--create', 'create records for rows without an id')
      .addOption(emptyOption(' without the snapshot of a pull'))
      .addOption(newValueOption()),
  );
}

function addEventOptions(command: Command): Command {
  return command
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

const planHelp = `
Edits since the last pull are compared with the service: what only the service has changed is left as it is, and a value
that both have changed is a conflict. Without the snapshot of a pull, all values that differ are changes.

Examples:
  plenary program plan devconf
  plenary program plan devconf --create --out plan.json

${requestExitCodes(6, 8)}`;

const applyHelp = `
Speakers come first, then submissions, then sessions. Rows that were removed from a file are left alone, because the API
cannot delete. After an interruption, run the same command again to resume.

Examples:
  plenary program apply devconf
  plenary program apply devconf --create --yes
  plenary program apply plan.json --yes

${requestExitCodes(6, 9, 10)}`;
