// Owns the declarations of `plenary sessions plan`, `apply` and `check`: their flags and help.
import { type Command, Option } from 'commander';
import { endpoints } from '../../../contract/index.ts';
import { endpointCommand } from '../../endpoint/command.ts';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addColumnOptions, addPaceOptions, maxChangesOption, saveMapOption, summaryOption } from '../row-file-flags.ts';

/** Adds the commands for a schedule file to those for one session. */
export function addScheduleCommands(group: Command, io: Io): void {
  const plan = addClashOptions(
    addFileOptions(
      group
        .command('plan')
        .description('Show what a schedule file would change, and its clashes; sends nothing')
        .argument('<file>', 'schedule file: CSV, XLSX, ODS, JSON, ICS or c3voc schedule; - is standard input'),
    ),
  )
    .addOption(scheduleOption())
    .addOption(saveMapOption())
    .option('--out <file>', 'save the plan as JSON, to apply it later')
    .option('--create', 'plan to create submissions for talks that have none')
    .option('--submitter-email <address>', 'with --create: address for new submissions that have none in the file')
    .addOption(maxChangesOption('move more placed sessions'))
    .option('--detailed-exitcode', 'exit with 8 if something would change')
    .addOption(summaryOption())
    .addHelpText('after', planHelp)
    .action(() => runCommand(plan, io, async (context) => (await import('./run.ts')).planFile(context)));

  const apply = addClashOptions(
    addFileOptions(
      group
        .command('apply')
        .description('Place and move sessions as a schedule file or a saved plan specifies')
        .argument('<file>', 'schedule file or saved plan; - is standard input'),
    ),
  );
  addPaceOptions(apply)
    .addOption(scheduleOption())
    .addOption(saveMapOption())
    .option('--create', 'create submissions for talks that have none, and place them')
    .option('--submitter-email <address>', 'with --create: address for new submissions that have none in the file')
    .addOption(maxChangesOption('move more placed sessions'))
    .option('--allow-partial', 'skip rows without a submission, and sessions that have changed since the plan')
    .addHelpText('after', applyHelp)
    .action(() => runCommand(apply, io, async (context) => (await import('./run.ts')).applyFile(context)));

  const check = addClashOptions(
    addFileOptions(group.command('check').description("Find the clashes among an event's sessions")),
  )
    .addOption(scheduleOption())
    .addOption(fileOnlyOption())
    .addHelpText('after', `\n${requestExitCodes(6)}`)
    .action(() => runCommand(check, io, async (context) => (await import('./run.ts')).checkEvent(context)));
}

/** The command of the endpoint, which checks the placement first. */
export function placeCommand(io: Io): Command {
  const place = addColumnOptions(
    addClashOptions(endpointCommand(endpoints.placeSession, io)).addOption(scheduleOption()),
  );
  return place.action(() =>
    runCommand(place, io, async (context) => (await import('./place.ts')).placeSession(context)),
  );
}

/** The flags that specify how a schedule file is read. */
export function addFileOptions(command: Command): Command {
  return addColumnOptions(
    command
      .option('--event <id>', 'event (or PLENARY_EVENT)')
      .option('--timezone <zone>', 'time zone of local times, in the file and in the output (or PLENARY_TIMEZONE)')
      .addOption(
        new Option('--date-order <order>', 'order of day, month and year in dates such as 05/06/2026').choices([
          'dmy',
          'mdy',
          'ymd',
        ]),
      )
      .option('--first-day <date>', 'date of the first day, for "Friday", "Day 2" and times without dates')
      .option('--room <name>', 'room of all sessions, for a list without a column of rooms')
      .addOption(
        new Option(
          '--layout <layout>',
          'how the file is laid out: rooms across and times down, or one session per row (default: detected)',
        ).choices(['grid', 'list']),
      ),
  );
}

export function scheduleOption(): Option {
  return new Option(
    '--schedule <file>',
    'schedule file with durations, speakers, tracks, formats and breaks that the service does not have',
  );
}

export function fileOnlyOption(): Option {
  return new Option(
    '--file-only',
    'with --schedule: read the file alone, as without an event, and as long as no session is placed',
  );
}

export function sharedRoomOption(): Option {
  return new Option('--shared-room <name>', 'room that holds several sessions at once; repeatable').argParser(collect);
}

export function addClashOptions(command: Command): Command {
  return command
    .option('--default-duration <duration>', 'duration of a session without a known end', '45m')
    .option('--turnaround <duration>', 'time that a room stays empty between two sessions', '0m')
    .addOption(sharedRoomOption())
    .addOption(
      new Option('--fail-on <what>', 'when to fail: on clashes, also on warnings, or never')
        .choices(['clash', 'warning', 'never'])
        .default('clash'),
    );
}

const fields = `
The file has one row for each session. Its columns are submission_id, or title (with submitter_email if titles repeat);
room; start, or date and time; and, to find clashes, end or duration, and speakers. Other column names are recognized
as in an import. Rows titled as breaks (Lunch, Kaffeepause), or with such a format, that name nobody are not sent.
Or the file is a grid: rooms across, times down, titles in the cells, and a day above or beside the times.`;

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
  plenary sessions apply schedule.csv --create --submitter-email program@example.org

${requestExitCodes(6, 9, 10)}`;
