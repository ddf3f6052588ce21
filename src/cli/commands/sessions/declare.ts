// `plenary sessions plan`, `apply` and `check`: the declarations.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

/** Adds the commands of a schedule file beside those of one session. */
export function addScheduleCommands(group: Command, io: Io): void {
  const plan = addClashOptions(
    addFileOptions(
      group
        .command('plan')
        .description('Show what a schedule file would change, and its clashes; nothing is sent.')
        .argument('<file>', 'CSV file; - is standard input'),
    ),
  )
    .option('--out <file>', 'keep the plan (JSON), to be applied as it is')
    .option('--detailed-exitcode', 'exit with 8 where something would change')
    .addOption(new Option('--summary <form>', 'print the plan in this form instead').choices(['markdown']))
    .addHelpText('after', planHelp)
    .action(() => runCommand(plan, io, async (context) => (await import('./run.ts')).planFile(context)));

  const apply = addClashOptions(
    addFileOptions(
      group
        .command('apply')
        .description('Place and move sessions until they stand as a schedule file, or a plan that was kept, says.')
        .argument('<file>', 'CSV file, or plan.json; - is standard input (CSV)'),
    ),
  )
    .option('--allow-partial', 'go on without the rows that are unknown or changed since')
    .option('--concurrency <n>', 'requests at a time; auto finds out how many the service takes', 'auto')
    .option('--rate <n/s>', 'no more requests than this, e.g. 10/s or 100/m')
    .addHelpText('after', applyHelp)
    .action(() => runCommand(apply, io, async (context) => (await import('./run.ts')).applyFile(context)));

  const check = addClashOptions(
    addFileOptions(group.command('check').description('Find the clashes among the sessions that the service holds.')),
  )
    .addOption(scheduleOption())
    .addHelpText('after', `\n${requestExitCodes(6)}`)
    .action(() => runCommand(check, io, async (context) => (await import('./run.ts')).checkEvent(context)));
}

/** How a schedule file is read. */
export function addFileOptions(command: Command): Command {
  return command
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .option('--timezone <zone>', 'zone of local times, in the file and in what is shown (or PLENARY_TIMEZONE)')
    .addOption(new Option('--date-order <order>', 'how 05/06/2026 is meant').choices(['dmy', 'mdy', 'ymd']))
    .addOption(new Option('--map <column=field>', 'which column fills which field; repeatable').argParser(collect))
    .option('--map-file <file>', 'the same for many columns, as JSON: {"Column": "field"}')
    .option('--encoding <name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)');
}

export function scheduleOption(): Option {
  return new Option(
    '--schedule <file>',
    'the schedule file (CSV), for durations, speakers, tracks and formats that the service does not hold',
  );
}

export function sharedRoomOption(): Option {
  return new Option('--shared-room <name>', 'a room that holds several sessions at once; repeatable').argParser(
    collect,
  );
}

function addClashOptions(command: Command): Command {
  return command
    .option('--default-duration <duration>', 'how long a session is where nobody tells', '45m')
    .option('--turnaround <duration>', 'how long a room stays empty between two sessions', '0m')
    .addOption(sharedRoomOption())
    .addOption(
      new Option('--fail-on <what>', 'what is reason enough to fail')
        .choices(['clash', 'warning', 'never'])
        .default('clash'),
    );
}

const fields = `
The file has a row for each session: submission_id, or title (with submitter_email where titles repeat); room; start, or
date and time; and, to find clashes by, end or duration, and speakers. Other names of columns are understood as in an import.`;

const planHelp = `${fields}

Examples:
  plenary sessions plan schedule.csv --timezone Europe/Berlin
  plenary sessions plan schedule.csv --detailed-exitcode --summary markdown
  plenary sessions plan schedule.csv --out plan.json

${requestExitCodes(6, 8)}`;

const applyHelp = `${fields}

Examples:
  plenary sessions apply schedule.csv --timezone Europe/Berlin
  plenary sessions apply plan.json --yes

${requestExitCodes(6, 9, 10)}`;
