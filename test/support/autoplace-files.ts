// The files of autoplace as texts, read and searched in process.
import { Readable } from 'node:stream';
import { createSearch } from '../../src/autoplace/search.ts';
import { startingLanes } from '../../src/autoplace/start.ts';
import { mapColumns } from '../../src/columns/mapping.ts';
import { InvalidInputError } from '../../src/errors.ts';
import { fileSource } from '../../src/files/source.ts';
import { readPeopleFile } from '../../src/schedule/autoplace/files/people.ts';
import { readRooms } from '../../src/schedule/autoplace/files/rooms.ts';
import { readTalks, type TalksTable } from '../../src/schedule/autoplace/files/talks.ts';
import { type AutoplaceInput, autoplaceInput } from '../../src/schedule/autoplace/input.ts';
import type { Positions } from '../../src/schedule/autoplace/issue.ts';
import type { Placing, ProblemOptions } from '../../src/schedule/autoplace/placing.ts';
import { placingOf, weightsOf } from '../../src/schedule/autoplace/problem.ts';
import { reportOf } from '../../src/schedule/autoplace/report.ts';
import { positionsOf } from '../../src/schedule/autoplace/result.ts';
import type { EventSubmission } from '../../src/schedule/submissions.ts';

export interface AutoplaceTexts {
  readonly schedule?: string | undefined;
  readonly rooms: string;
  readonly people?: string | undefined;
  readonly submissions?: readonly EventSubmission[];
  readonly status?: string;
  readonly timeZone?: string | undefined;
  /** The room and the day of a schedule without columns of them. */
  readonly room?: string;
  readonly firstDay?: string;
  /** How long a talk without a duration lasts. */
  readonly defaultMinutes?: number;
}

/** The input of `schedule.csv`, `rooms.csv` and `people.csv` with these texts, of a conference in Berlin. */
export async function readTexts(texts: AutoplaceTexts): Promise<AutoplaceInput & { readonly table?: TalksTable }> {
  const { submissions = [], status, timeZone = 'Europe/Berlin', defaultMinutes = 45, firstDay } = texts;
  const options = (file: string) => ({ file, time: { timeZone, dateOrder: undefined, firstDay } });
  const open = (file: string, text: string) => fileSource(file, () => Readable.from([Buffer.from(text)])).open();
  const talks =
    texts.schedule === undefined
      ? undefined
      : await readTalks(await open('schedule.csv', texts.schedule), {
          ...options('schedule.csv'),
          map: [],
          mapColumns: async (given) => mapColumns(given),
          room: texts.room,
        });
  const rooms = await readRooms(await open('rooms.csv', texts.rooms), options('rooms.csv'));
  const people =
    texts.people === undefined
      ? undefined
      : await readPeopleFile(await open('people.csv', texts.people), options('people.csv'));
  const input = autoplaceInput({
    ...{ rooms, people, submissions, status, timeZone, defaultDurationMs: defaultMinutes * 60_000 },
    ...(talks !== undefined && { schedule: { file: 'schedule.csv', ...talks } }),
  });
  return talks === undefined ? input : { ...input, table: talks.table };
}

/** The faults of the files, as `file:line column: message`. */
export async function faultsOf(texts: AutoplaceTexts): Promise<readonly string[]> {
  const error: unknown = await readTexts(texts).catch((thrown: unknown) => thrown);
  if (!(error instanceof InvalidInputError)) throw error;
  return error.details.map(
    ({ file, line, column, field, message }) => `${file}:${line} ${column ?? field}: ${message}`,
  );
}

/** Searches for a number of steps. */
function search(placing: Placing, steps = 3000, seed = 1): Positions {
  const { problem } = placing;
  if (problem.items.length === 0 || problem.lanes.length === 0) return placing.items.map(() => undefined);
  const found = createSearch(problem, startingLanes(problem), { seed, weights: weightsOf(problem) });
  found.run(steps);
  return positionsOf(placing, found.best.lanes);
}

export const usual: ProblemOptions = { keep: 'strict', turnaroundMs: 0 };

/** The report of a placement, and where each talk is: `Title` to `09:00 Room`, on the clock of its start. */
export async function placeTexts(texts: AutoplaceTexts, options: Partial<ProblemOptions> = {}, steps?: number) {
  const { table, ...input } = await readTexts(texts);
  const placing = placingOf(input, { ...usual, ...options });
  const positions = search(placing, steps);
  const report = reportOf(placing, positions);
  const places = Object.fromEntries(
    report.places.map(({ talk, start, room }) => [talk.session.title, `${start.slice(11, 16)} ${room}`]),
  );
  return { placing, positions, report, places, table };
}
