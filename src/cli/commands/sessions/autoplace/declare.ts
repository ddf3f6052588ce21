// Owns the declaration of `plenary sessions autoplace`: its flags and help.
import { type Command, Option } from 'commander';
import { requestExitCodes } from '../../../exit-codes.ts';
import type { Io } from '../../../io.ts';
import { runCommand } from '../../../run-command.ts';
import { addFileOptions } from '../declare.ts';

export function addAutoplaceCommand(group: Command, io: Io): void {
  const autoplace = addFileOptions(
    group
      .command('autoplace')
      .description('Find a room and a time for each talk, without clashes, and write a schedule file; sends nothing')
      .argument('[file]', 'schedule file; - is standard input (default: the submissions of the event)'),
  )
    .option('--rooms-file <file>', 'file with a row for each period in which a room is open (required)')
    .option(
      '--init',
      'write a file of rooms instead, from the schedule file, the event or questions; edit it and pass it with --rooms-file',
    )
    .option('--people-file <file>', 'file with the times at which people can speak, cannot, or would rather not')
    .option('--out <file>', 'schedule file to write, or file of rooms with --init; - is standard output', '-')
    .addOption(
      new Option(
        '--keep <how>',
        'when a placed session moves: only if a must requires it, also for larger wishes, or freely',
      )
        .choices(['strict', 'prefer', 'none'])
        .default('strict'),
    )
    .addOption(
      new Option('--effort <effort>', 'how long to search: 5 seconds, 20 seconds or 2 minutes')
        .choices(['quick', 'normal', 'long'])
        .default('normal'),
    )
    .option('--time <duration>', 'how long to search, instead of --effort, e.g. 60s')
    .option(
      '--steps <n>',
      'how many steps to search, instead of a time: with the same seed, the same steps find the same schedule',
    )
    .option('--seed <n>', 'any number; another one may find another schedule', '1')
    .option('--why <title>', 'title or id of a talk: also show its best other places, and what each would break')
    .option('--status <status>', 'only submissions with this status')
    .option('--default-duration <duration>', 'duration of a talk without one', '45m')
    .option('--turnaround <duration>', 'time that a room stays empty between two talks', '0m')
    .addHelpText('after', help)
    .action(() =>
      runCommand(autoplace, io, async (context) =>
        context.own.init === true
          ? (await import('./init.ts')).initRooms(context)
          : (await import('./run.ts')).autoplace(context),
      ),
    );
}

const help = `
The schedule file has one row for each talk. Rows without a start are placed; rows with a room and a start stay, unless
a must prevents it. Optional columns: duration, pinned, needs, expected, after, not_with, not_before, not_after,
room_wish, track, format, level, language.
The file of rooms has the columns room, start and end; optional: capacity, has (equipment), only (formats or tracks), walking.
The file of people has email or name, from, to, availability (can, cannot or rather_not), and time zone.

A must is never broken: a room and a person are in one talk at a time, rooms have times and equipment, people have times.
A talk for which that leaves no place is left out and named, and the exit code is 9. Wishes are met as far as possible:
expected audience, order, tracks, room_wish, rather_not. The report lists those that are not met.

Examples:
  plenary sessions autoplace --init --out rooms.csv
  plenary sessions autoplace talks.csv --rooms-file rooms.csv --out schedule.csv --timezone Europe/Berlin
  plenary sessions autoplace --status accepted --rooms-file rooms.csv --people-file people.csv --out schedule.csv
  plenary sessions autoplace talks.csv --rooms-file rooms.csv --out schedule.csv --why "Zero lost cents"

${requestExitCodes(9)}`;
