// `plenary timetable`: the sessions of an event as people read them, here and elsewhere. The declarations.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addFileOptions, scheduleOption, sharedRoomOption } from '../sessions/declare.ts';
import { exportFormats } from './formats.ts';

export function addTimetableCommands(timetable: Command, io: Io): void {
  const show = addCommonOptions(
    timetable.command('show').description('Show the timetable in the terminal: rooms across, time down.'),
  )
    .addOption(new Option('--day <date>', 'only this day, as 2026-05-02; repeatable').argParser(collect))
    .addOption(new Option('--rooms <names>', 'only these rooms: a,b; repeatable').argParser(collect))
    .addOption(sharedRoomOption())
    .addHelpText(
      'after',
      `\nExamples:\n  plenary timetable show --timezone Europe/Berlin\n  plenary timetable show --day 2026-05-02 --rooms "Main Hall,Lab 1"\n\n${requestExitCodes()}`,
    )
    .action(() => runCommand(show, io, async (context) => (await import('./run.ts')).showTimetable(context)));

  const send = addCommonOptions(
    timetable
      .command('export')
      .description('Write the timetable for a web site, for calendars, for apps, or as a schedule file.'),
  )
    .addOption(
      new Option('--format <format>', 'html is a page, ics for calendars, schedule-json and -xml for apps')
        .choices(exportFormats)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'write it here; - is standard output', '-')
    .option('--title <text>', 'name of the conference (default: the event)')
    .option('--url <url>', 'address of the page, for links to it')
    .addHelpText(
      'after',
      `\nNo address, feedback or note is in any of them.\n\nExamples:\n  plenary timetable export --format html --out timetable.html --title "DevConf 2026"\n  plenary timetable export --format ics --out timetable.ics\n\n${requestExitCodes()}`,
    )
    .action(() => runCommand(send, io, async (context) => (await import('./run.ts')).exportTimetable(context)));
}

function addCommonOptions(command: Command): Command {
  return addFileOptions(command)
    .option('--default-duration <duration>', 'how long a session is where nobody tells', '45m')
    .addOption(scheduleOption());
}
