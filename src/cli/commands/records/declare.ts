// Declares what can be learned from the lists of speakers and submissions: `show`, `submissions stats`, `speakers missing`.
import { type Command, Option } from 'commander';
import type { NamedResource } from '../../endpoint/find-record.ts';
import { recordArgument } from '../../endpoint/record-argument.ts';
import { requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { sortOption, whereOption } from '../../selection/declare.ts';

/** Adds `show` beside the commands of the endpoints. */
export function addShowCommand(group: Command, resource: NamedResource, io: Io): void {
  const { description, parameter, examples } = shows[resource];
  const show = group
    .command('show')
    .description(description)
    .addArgument(recordArgument(parameter))
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .addHelpText(
      'after',
      `\nA part of a name is enough if no other record has it.\n\nExamples:\n${examples.map((line) => `  plenary ${resource} show ${line}\n`).join('')}\n${requestExitCodes()}`,
    )
    .action(() => runCommand(show, io, async (context) => (await import('./show.ts')).showRecord(resource, context)));
}

const shows = {
  speakers: {
    description: 'Show all fields of a speaker, and the talks',
    parameter: 'speaker_id',
    examples: ['amina@example.org', 'Okoye --json'],
  },
  submissions: {
    description: 'Show all fields of a submission, and its people',
    parameter: 'submission_id',
    examples: ["'Queues all the way down'", 'sub_1a2b3c --json'],
  },
} as const;

export function addStatsCommand(group: Command, io: Io): void {
  const stats = group
    .command('stats')
    .description('Count the submissions by status, track, format, room and day')
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .option('--by <what>', 'count only by these, e.g. status,track; of status, track, format, room, day')
    .addOption(whereOption())
    .option('--timezone <name>', 'time zone of the days (or PLENARY_TIMEZONE)')
    .addHelpText(
      'after',
      `\nExamples:\n  plenary submissions stats\n  plenary submissions stats --by track --where status=accepted\n  plenary submissions stats --by room,day -o csv\n\n${requestExitCodes()}`,
    )
    .action(() => runCommand(stats, io, async (context) => (await import('./stats.ts')).printStats(context)));
}

export function addMissingCommand(group: Command, io: Io): void {
  const missing = group
    .command('missing')
    .description(
      'List the speakers to remind: without a biography, a photo, a talk or a record, or with a talk that is not placed',
    )
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .addOption(whereOption())
    .addOption(sortOption())
    .addOption(new Option('--limit <n>', 'stop after this many records'))
    .addHelpText(
      'after',
      `\nSpeakers who are declined or withdrawn, or whose talks all are, are left out. Besides its own fields, each record has
missing (biography, photo, talk, placement), talk_statuses, and unplaced: the titles of accepted talks that are not placed.
The submitter of an accepted talk without a speaker in the event appears as well, without an id: missing is record.

Examples:
  plenary speakers missing
  plenary speakers missing --where missing=photo --where talk_statuses=accepted -o csv --fields email,first_name

${requestExitCodes()}`,
    )
    .action(() => runCommand(missing, io, async (context) => (await import('./missing.ts')).printMissing(context)));
}
