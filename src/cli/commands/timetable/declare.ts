// Owns the declarations of `plenary timetable show` and `export`: their flags and help.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addFileOptions, fileOnlyOption, scheduleOption, sharedRoomOption } from '../sessions/declare.ts';
import { exportFormats } from './formats.ts';

export function addTimetableCommands(timetable: Command, io: Io): void {
  const show = addCommonOptions(
    timetable.command('show').description('Show the timetable in the terminal: rooms across, times down'),
  )
    .addOption(new Option('--day <date>', 'only this day, e.g. 2026-05-02; repeatable').argParser(collect))
    .addOption(new Option('--rooms <names>', 'only these rooms, e.g. "Main Hall,Lab 1"; repeatable').argParser(collect))
    .addOption(sharedRoomOption())
    .addHelpText(
      'after',
      `\nExamples:\n  plenary timetable show --timezone Europe/Berlin\n  plenary timetable show --day 2026-05-02 --rooms "Main Hall,Lab 1"\n  plenary timetable show --schedule schedule.csv\n\n${requestExitCodes()}`,
    )
    .action(() => runCommand(show, io, async (context) => (await import('./show.ts')).showTimetable(context)));

  const send = addCommonOptions(
    timetable
      .command('export')
      .description('Write the timetable as a web page, a calendar, a file for apps, or a schedule file'),
  )
    .addOption(
      new Option(
        '--format <format>',
        'html for a web page, ics for calendars, schedule-json and schedule-xml for apps, csv for a schedule file',
      )
        .choices(exportFormats)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file to write; - is standard output', '-')
    .option('--bom', 'begin a CSV file with a byte order mark, so that Excel reads it as UTF-8')
    .option('--title <text>', 'name of the conference (default: the event id, or the name of the file)')
    .option('--url <url>', 'address of the published page, for links to it')
    .addHelpText(
      'after',
      `\nNo format contains e-mail addresses, feedback or notes.\n\nExamples:\n  plenary timetable export --format html --out timetable.html --title "DevConf 2026"\n  plenary timetable export --format ics --out timetable.ics\n\n${requestExitCodes()}`,
    )
    .action(() => runCommand(send, io, async (context) => (await import('./export.ts')).exportTimetable(context)));
}

function addCommonOptions(command: Command): Command {
  return addFileOptions(command)
    .option('--default-duration <duration>', 'duration of a session without a known end', '45m')
    .addOption(scheduleOption())
    .addOption(fileOnlyOption());
}
