// Owns `sessions autoplace`, from the flags to the exit code. Must not word the report.

import { amount } from '../../../../contract/amount.ts';
import { InterruptedError, PartlyDoneError, UsageError } from '../../../../errors.ts';
import { formatOf } from '../../../../files/formats.ts';
import type { Keep } from '../../../../schedule/autoplace/drafts.ts';
import { placedFile } from '../../../../schedule/autoplace/output.ts';
import { placingOf } from '../../../../schedule/autoplace/placing.ts';
import { reportOf } from '../../../../schedule/autoplace/report.ts';
import { positionsOf } from '../../../../schedule/autoplace/result.ts';
import type { Context } from '../../../context.ts';
import type { ReadingFlags } from '../../../flag-sets.ts';
import { write } from '../../../io.ts';
import { nextCommand, typedFlags } from '../../../output/next-command.ts';
import { outputText } from '../../../output/terminal-text.ts';
import { readOpening } from '../../../source.ts';
import { fileWord, isSameFile, openSink } from '../../../user-files.ts';
import { inputNotices } from './notices.ts';
import { printReport } from './print-report.ts';
import { readInput } from './read-input.ts';
import { searchPlaces } from './search.ts';

interface AutoplaceFlags extends ReadingFlags {
  readonly roomsFile: string | undefined;
  readonly peopleFile: string | undefined;
  readonly out: string;
  readonly keep: Keep;
  readonly time: number;
  readonly steps: number | undefined;
  readonly seed: number;
  readonly status: string | undefined;
  readonly turnaround: number;
  readonly defaultDuration: number;
  readonly every: number | undefined;
}

/**
 * @throws {PlenaryError} for files that cannot be used, and after the file is written, if talks are
 *   left out
 */
export async function autoplace(
  context: Context<AutoplaceFlags>,
  { file: named }: { readonly file: string | undefined },
): Promise<void> {
  const { io, flags } = context;
  const ofFolder = (await context.folder())?.schedule;
  const path = named ?? ofFolder;
  const options = await readOptions(context, path);
  const out = flags.out === '-' ? undefined : flags.out;
  // Before the search, so that it is not in vain.
  if (out !== undefined) await openSink(io, out);
  const isOfFolder = named === undefined && path !== undefined;
  const read = await readInput(context, options, path, isOfFolder);
  const { input, rooms, table, file, isEventEmpty } = read;
  if (table === undefined && out !== undefined && file !== undefined && isSameFile(file, out)) {
    throw new UsageError(`--out would replace the grid ${file} by a list`, {
      fix: 'choose another file for --out',
    });
  }
  const placing = placingOf(input);
  for (const text of inputNotices(placing, file, rooms)) await context.notice(text);
  const { lanes, steps } = await searchPlaces(context, placing.problem, options.limits);
  const sink = out === undefined ? undefined : await openSink(io, out);
  const report = reportOf(placing, positionsOf(placing, lanes));
  const text = placedFile(placing, report.places, table);
  await (sink === undefined ? write(io.stdout, outputText(io.stdout, text)) : sink.write(text));
  await printReport(context, { placing, report, steps, seed: flags.seed });
  const { aborted, reason } = io.stopped;
  if (aborted)
    throw new InterruptedError(reason, {
      fix:
        'use the schedule that was written, which is the best so far, or run the command again ' +
        'to search longer',
    });
  const { leftOut, talks, broken } = report.counts;
  if (leftOut > 0) {
    const canMove = input.talks.some(({ isKept }) => isKept);
    const moving = canMove ? '; --keep none moves placed talks' : '';
    throw new PartlyDoneError(`${leftOut} of ${amount(talks, 'talk')} could not be placed`, {
      fix:
        'the report has the reasons: add periods to the file of rooms, or change the rows that ' +
        `it names${moving}`,
    });
  }
  if (broken > 0) {
    const canMove = report.broken.some((issue) =>
      issue.talks.some((index) => input.talks[index]?.isKept),
    );
    throw new PartlyDoneError(`talks that never move break ${amount(broken, 'must')}`, {
      fix: `${canMove ? `${keepNone}, or ` : ''}${changePlaces}`,
    });
  }
  if (out === undefined) return;
  // Without a list that was read, the columns are those of an export; those of a folder are known.
  const isOwn = ofFolder !== undefined && isSameFile(out, ofFolder);
  const repeatedFlags = isOwn ? ['timezone'] : placedFlags;
  const repeated = table === undefined ? '' : typedFlags(context, repeatedFlags);
  // With an event, the timetable shows what is placed there, which the new places are not yet; and
  // without a submission, a plan finds none of the talks.
  const verb = isEventEmpty ? 'timetable show --schedule' : 'sessions plan';
  const show = `plenary ${verb} ${fileWord(out)}${repeated}`;
  await context.notice(`To see it: ${nextCommand(show, context.serviceFlags)}`);
}

const keepNone = 'pass --keep none, which moves talks that are not pinned and not in several rooms';
const changePlaces =
  'change the rooms or starts of the talks that the report names, in the file or, if only the ' +
  'event has a talk, with `plenary sessions place`';

/**
 * The flags that a list needs in its placed form as well, which is CSV in UTF-8 and has a column of
 * rooms.
 */
const placedFlags = ['timezone', 'dateOrder', 'firstDay', 'layout', 'map', 'names'];

/** @throws {UsageError} */
async function readOptions({ flags, format }: Context<AutoplaceFlags>, path: string | undefined) {
  const { roomsFile, peopleFile, out, keep, time, steps, seed, every } = flags;
  if ((await format()) === 'json' && out === '-') {
    throw new UsageError(
      '--json needs --out: the report and the schedule file cannot both be standard output',
      {
        fix: 'pass a file with --out',
      },
    );
  }
  if (roomsFile === undefined) {
    throw new UsageError(
      'there is no file of rooms: none is named, and no folder of a program has one',
      {
        fix:
          'pass it with --rooms-file, or write rooms.csv in a folder that `plenary program pull` ' +
          'wrote',
      },
    );
  }
  if (every !== undefined && every % minuteMs !== 0) {
    throw new UsageError('--every: talks start at whole minutes', {
      fix: 'pass a number of minutes or hours, such as 15m',
    });
  }
  if (out !== '-') await refuseOverwriting(out, path, [roomsFile, peopleFile]);
  return {
    roomsFile,
    placing: {
      keep,
      turnaroundMs: flags.turnaround,
      defaultDurationMs: flags.defaultDuration,
      everyMinutes: every === undefined ? undefined : every / minuteMs,
    },
    limits: {
      seed,
      steps: steps ?? Number.POSITIVE_INFINITY,
      timeMs: steps === undefined ? time : Number.POSITIVE_INFINITY,
    },
  };
}

const minuteMs = 60_000;

/** A CSV file is written, which may replace the schedule file only if that is one. */
async function refuseOverwriting(
  out: string,
  schedule: string | undefined,
  others: readonly unknown[],
): Promise<void> {
  const fix = 'choose another file for --out';
  for (const file of others) {
    if (typeof file === 'string' && isSameFile(file, out))
      throw new UsageError(`--out would overwrite ${file}`, { fix });
  }
  if (schedule !== undefined && isSameFile(schedule, out)) {
    const name = formatOf(Buffer.from(await readOpening(out)), out);
    if (name !== 'CSV')
      throw new UsageError(`--out would replace ${out}, ${name}, by a CSV file`, { fix });
  }
  if (/\.(xlsx|xlsm|xls|ods|json|ics|xml)$/i.test(out)) {
    throw new UsageError(`--out ${out}: a CSV file is written`, {
      fix: 'choose a name that ends in .csv',
    });
  }
}
