// Owns `sessions autoplace`, from the flags to the exit code. Must not word the report.
import { existsSync } from 'node:fs';
import type { Lanes } from '../../../../autoplace/placement.ts';
import type { Mapping } from '../../../../columns/mapping.ts';
import { mostSimilar } from '../../../../columns/similarity.ts';
import { foldKey } from '../../../../contract/key.ts';
import { InterruptedError, NotFoundError, PartlyDoneError, UsageError } from '../../../../errors.ts';
import { alternativesOf } from '../../../../schedule/autoplace/alternatives.ts';
import { readPeopleFile } from '../../../../schedule/autoplace/files/people.ts';
import { type RoomsFile, readRooms } from '../../../../schedule/autoplace/files/rooms.ts';
import { type AutoplaceInput, autoplaceInput } from '../../../../schedule/autoplace/input.ts';
import type { Positions } from '../../../../schedule/autoplace/issues.ts';
import { placedFile } from '../../../../schedule/autoplace/output.ts';
import type { Keep, Placing } from '../../../../schedule/autoplace/placing.ts';
import { placingOf } from '../../../../schedule/autoplace/problem.ts';
import { type AutoplaceReport, reportOf } from '../../../../schedule/autoplace/report.ts';
import { placesOf, positionsOf } from '../../../../schedule/autoplace/result.ts';
import { fetchSubmissions } from '../../../../schedule/submissions.ts';
import type { Context } from '../../../context.ts';
import { readDurationFlag, readWholeNumber, refuseFlags } from '../../../flags.ts';
import { say, write } from '../../../io.ts';
import { noticeRenames } from '../../../mapping/table.ts';
import { jsonText } from '../../../output/json.ts';
import { amount, plural, quoted } from '../../../output/text.ts';
import { openRows } from '../../../row-source.ts';
import { checkWritable, isRegularFile, isSameFile, openSink, usingSink } from '../../../user-files.ts';
import { loadTalks, timeOptions } from '../schedule-file.ts';
import { inputNotices, longTrackNotices } from './notices.ts';
import { type SearchLimits, searchPlaces } from './search.ts';
import { alternativeText, issueText, leftOutText, moreText, movedText, totalsText } from './words.ts';

/** @throws {PlenaryError} for files that cannot be used, and after the file is written, if talks are left out */
export async function autoplace(context: Context): Promise<void> {
  const { io, own } = context;
  const options = await readOptions(context);
  const out = own.out === '-' ? undefined : String(own.out);
  // Before the search, so that it is not in vain.
  if (out !== undefined) await checkWritable(io, out);
  const { input, table, file } = await readInput(context, options);
  const placing = placingOf(input, options);
  for (const text of [...inputNotices(input, table, file), ...longTrackNotices(placing)]) await context.notice(text);
  const why = typeof own.why === 'string' ? findTalk(input, own.why) : undefined;
  const save = async (found: Lanes) => {
    const text = placedFile(placing, placesOf(placing, positionsOf(placing, found)), table);
    await usingSink(out === undefined ? undefined : await openSink(io, out), async (sink) => sink?.write(text));
  };
  const { lanes, steps } = await searchPlaces(
    context,
    placing.problem,
    options.limits,
    out !== undefined && canSaveEarly(out, context.args[0]) ? save : undefined,
  );
  await usingSink(out === undefined ? undefined : await openSink(io, out), async (sink) => {
    const positions = positionsOf(placing, lanes);
    const report = reportOf(placing, positions);
    const text = placedFile(placing, report.places, table);
    await (sink === undefined ? write(io.stdout, text) : sink.write(text));
    await print(context, { placing, positions, report, why, steps, seed: options.limits.seed });
    const { aborted, reason } = io.stopped;
    if (aborted) throw new InterruptedError(reason, { fix: 'the best placement so far was written' });
    const { leftOut, talks, broken } = report.counts;
    if (leftOut > 0) {
      throw new PartlyDoneError(`${leftOut} of ${talks} talks could not be placed`, {
        fix: 'the report has the reasons: add periods to the file of rooms, or change the rows that it names',
      });
    }
    if (broken > 0) {
      throw new PartlyDoneError(`talks that never move break ${amount(broken, 'must')}`, {
        fix: 'change the rooms or starts of the talks that the report names, or let them move (remove pinned)',
      });
    }
  });
}

/** Not to a pipe, which cannot be written again, nor to the file that is read, which must not be half a schedule. */
function canSaveEarly(out: string, schedule: string | undefined): boolean {
  const canBeReplaced = isRegularFile(out) || !existsSync(out);
  return canBeReplaced && (schedule === undefined || !isSameFile(out, schedule));
}

interface Options {
  readonly roomsFile: string;
  readonly peopleFile: string | undefined;
  readonly keep: Keep;
  readonly turnaroundMs: number;
  readonly defaultDurationMs: number;
  readonly limits: SearchLimits;
}

const effortMs: Readonly<Record<string, number>> = { quick: 5000, normal: 20_000, long: 120_000 };

/** @throws {UsageError} */
async function readOptions(context: Context): Promise<Options> {
  const { own, typed, args } = context;
  const { roomsFile, peopleFile, out, keep } = own;
  if (typeof roomsFile !== 'string') {
    throw new UsageError('the file of rooms is missing', { fix: 'pass it with --rooms-file; --init writes one' });
  }
  const given = ['effort', 'time', 'steps'].filter((name) => typed.has(name));
  if (given.length > 1) refuseFlags(typed, given.slice(1), `cannot be used with --${given[0]}`);
  if (args[0] !== undefined) refuseFlags(typed, ['status'], 'used only without a schedule file');
  if ((await context.format()) === 'json' && out === '-') {
    throw new UsageError('--json needs --out: the report and the schedule file cannot both be standard output', {
      fix: 'pass a file with --out',
    });
  }
  for (const file of [roomsFile, peopleFile]) {
    if (typeof file === 'string' && out !== '-' && isSameFile(file, String(out))) {
      throw new UsageError(`--out would overwrite ${file}`, { fix: 'choose another file for --out' });
    }
  }
  return {
    ...{ roomsFile, peopleFile: typeof peopleFile === 'string' ? peopleFile : undefined },
    keep: keep === 'prefer' || keep === 'none' ? keep : 'strict',
    turnaroundMs: readDurationFlag('--turnaround', own.turnaround, { from: 0 }),
    defaultDurationMs: readDurationFlag('--default-duration', own.defaultDuration, { from: 1 }),
    limits: {
      seed: readWholeNumber('--seed', own.seed, { from: 0, to: 2 ** 31 }),
      steps:
        own.steps === undefined
          ? Number.POSITIVE_INFINITY
          : readWholeNumber('--steps', own.steps, { from: 0, to: 1e12 }),
      timeMs:
        own.steps !== undefined
          ? Number.POSITIVE_INFINITY
          : own.time === undefined
            ? (effortMs[String(own.effort)] ?? 0)
            : readDurationFlag('--time', own.time, { from: 1 }),
    },
  };
}

async function readInput(context: Context, { roomsFile, peopleFile, defaultDurationMs }: Options) {
  const [path] = context.args;
  const loaded = path === undefined ? undefined : await loadTalks(context, path);
  const read = async (file: string) => {
    const source = await openRows(context, file, 'sessions', {});
    return { sheet: await source.open(), options: { file, time: await timeOptions(context) } };
  };
  const roomsSource = await read(roomsFile);
  const rooms = await readRooms(roomsSource.sheet, roomsSource.options);
  await noticeUnused(context, roomsFile, rooms.mapping);
  await noticeRoomAbove(context, rooms);
  const peopleSource = peopleFile === undefined ? undefined : await read(peopleFile);
  const people = peopleSource && (await readPeopleFile(peopleSource.sheet, peopleSource.options));
  if (people !== undefined) await noticeUnused(context, people.file, people.mapping);
  const { value: timeZone } = await context.setting('timezone');
  const { value: event } = await context.setting('event');
  if (loaded === undefined && event === undefined) {
    throw new UsageError('there are no talks: no schedule file is given, and no event is set', {
      fix: 'pass a schedule file, or the event whose submissions are placed with --event',
    });
  }
  const submissions =
    event === undefined
      ? []
      : await fetchSubmissions(await context.client({ concurrency: 'auto' }), { event, timeZone });
  const { status } = context.own;
  const input = autoplaceInput({
    ...{ rooms, people, submissions, timeZone, defaultDurationMs },
    ...(typeof status === 'string' && { status }),
    ...(loaded !== undefined && {
      schedule: { wishes: new Map(), ...loaded.talks, file: loaded.file, rows: loaded.rows },
    }),
  });
  return { input, table: loaded?.talks?.table, file: loaded?.file };
}

async function noticeUnused(context: Context, file: string, { unmapped }: Mapping): Promise<void> {
  await noticeRenames(
    context,
    file,
    unmapped.map(({ column, suggestion }) => ({ column, field: suggestion })),
  );
}

async function noticeRoomAbove(context: Context, { file, roomAbove }: RoomsFile): Promise<void> {
  const [first] = roomAbove;
  if (first === undefined) return;
  const rows = amount(roomAbove.length, 'row of', 'rows of');
  const have = plural(roomAbove.length, 'has', 'have');
  await context.notice(`Note: ${rows} ${file} ${have} no room, and the room above is used (first in line ${first}).`);
}

/** @throws {NotFoundError} */
function findTalk({ talks }: AutoplaceInput, title: string): number {
  const index = talks.findIndex(({ session }) => foldKey(session.title) === foldKey(title));
  if (index >= 0) return index;
  const similar = mostSimilar(
    title,
    talks.map(({ session }) => session.title),
  );
  throw new NotFoundError(`no talk is titled ${quoted(title)}`, {
    fix: similar === undefined ? 'pass the title of a talk with --why' : `did you mean ${quoted(similar)}?`,
  });
}

interface Outcome {
  readonly placing: Placing;
  readonly positions: Positions;
  readonly report: AutoplaceReport;
  readonly why: number | undefined;
  readonly steps: number;
  readonly seed: number;
}

const shown = 20;

/** The report is on standard output, unless the schedule file is. */
async function print(context: Context, outcome: Outcome): Promise<void> {
  const { io, own } = context;
  const { placing, positions, report, why, steps, seed } = outcome;
  const titleOf = (index: number) => placing.input.talks[index]?.session.title ?? '';
  const alternatives = why === undefined ? undefined : alternativesOf(placing, positions, why);
  if ((await context.format()) === 'json') {
    await write(io.stdout, jsonText(io.stdout, reportJson(outcome, titleOf, alternatives), 2));
    return;
  }
  const wishes = report.unmet.map((issue) => `  ${issueText(issue, titleOf)}`);
  const moved = report.places
    .filter(({ change }) => change === 'moved')
    .map((place) => `  ${movedText(place, placing.input.zone)}`);
  const lines = [
    ...(moved.length === 0 ? [] : ['Moved:', ...moved.slice(0, shown)]),
    ...(moved.length > shown ? [`  ${moreText(moved.length - shown)}`] : []),
    ...report.broken.slice(0, shown).map((issue) => `Broken: ${issueText(issue, titleOf)}`),
    ...(report.broken.length > shown ? [moreText(report.broken.length - shown)] : []),
    ...report.leftOut.map((talk) => `Left out: ${leftOutText(talk)}`),
    ...(wishes.length === 0 ? [] : ['Not met:', ...wishes.slice(0, shown)]),
    ...(wishes.length > shown ? [`  ${moreText(wishes.length - shown)}`] : []),
    totalsText(report),
    `Seed ${seed}, ${steps} steps.`,
    ...(alternatives === undefined
      ? []
      : [
          `Other places for ${quoted(titleOf(why ?? 0))}:`,
          ...alternatives.flatMap((each) => alternativeText(each, titleOf)).map((line) => `  ${line}`),
        ]),
  ];
  const text = `${lines.join('\n')}\n`;
  if (own.out !== '-') await write(io.stdout, text);
  else if (!context.global.quiet) await say(io, text);
}

function reportJson(
  { placing, report, steps, seed, why }: Outcome,
  titleOf: (index: number) => string,
  alternatives: ReturnType<typeof alternativesOf> | undefined,
) {
  const withTitles = <T extends { readonly talks: readonly number[] }>(issue: T) => ({
    ...issue,
    talks: issue.talks.map(titleOf),
  });
  return {
    schemaVersion: '1.0',
    ...{ seed, steps, counts: report.counts },
    places: report.places.map(({ talk: { session, row }, room, start, change }) => {
      const { title, submissionId = null } = session;
      return { title, submissionId, line: row?.line ?? null, room, start, change };
    }),
    leftOut: report.leftOut.map(({ index, ...talk }) => ({
      ...talk,
      line: placing.input.talks[index]?.row?.line ?? null,
    })),
    unmet: report.unmet.map(withTitles),
    broken: report.broken.map(withTitles),
    longTracks: placing.longTracks,
    ...(alternatives !== undefined && {
      alternatives: {
        title: titleOf(why ?? 0),
        places: alternatives.map(({ exchangedWith, breaks, meets, startMs: _, ...place }) => ({
          ...place,
          exchangedWith: exchangedWith === undefined ? null : titleOf(exchangedWith),
          breaks: breaks.map(withTitles),
          meets: meets.map(withTitles),
        })),
      },
    }),
  };
}
