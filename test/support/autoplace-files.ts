// The files of autoplace as texts, read and searched in process.
import { Readable } from 'node:stream';
import { createSearch, startingLanes } from '../../src/autoplace/search.ts';
import { mapColumns } from '../../src/columns/mapping.ts';
import { InvalidInputError } from '../../src/errors.ts';
import { fileSource } from '../../src/files/source.ts';
import type { PlacingOptions } from '../../src/schedule/autoplace/drafts.ts';
import { readPeopleFile } from '../../src/schedule/autoplace/files/people.ts';
import { readRooms } from '../../src/schedule/autoplace/files/rooms.ts';
import { readTalks, type TalksTable } from '../../src/schedule/autoplace/files/talks.ts';
import type { Positions } from '../../src/schedule/autoplace/fitting.ts';
import { type AutoplaceInput, autoplaceInput } from '../../src/schedule/autoplace/input.ts';
import { type Placing, placingOf } from '../../src/schedule/autoplace/placing.ts';
import { reportOf } from '../../src/schedule/autoplace/report.ts';
import { positionsOf } from '../../src/schedule/autoplace/result.ts';
import type { EventSubmission } from '../../src/schedule/submissions.ts';

/** A file of two rooms that are open from nine to noon. */
export const roomsText = `room,start,end
Hall,2026-05-02 09:00,2026-05-02 12:00
Pier 3,2026-05-02 09:00,2026-05-02 12:00
`;

/** The moment of a time on that day. */
export const timeMs = (time: string) => Date.parse(`2026-05-02T${time}:00+02:00`);

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
  readonly options?: Partial<PlacingOptions>;
}

/**
 * The input of `schedule.csv`, `rooms.csv` and `people.csv` with these texts, of a conference in
 * Berlin.
 */
export async function readTexts(
  texts: AutoplaceTexts,
): Promise<AutoplaceInput & { readonly table?: TalksTable }> {
  const { submissions = [], status, timeZone = 'Europe/Berlin', firstDay } = texts;
  const options = (file: string) => ({ file, time: { timeZone, dateOrder: undefined, firstDay } });
  const open = (file: string, text: string) =>
    fileSource(file, () => Readable.from([Buffer.from(text)])).open();
  const talks =
    texts.schedule === undefined
      ? undefined
      : await readTalks(await open('schedule.csv', texts.schedule), {
          ...options('schedule.csv'),
          map: [],
          mapColumns: async (terms) => mapColumns(terms),
          room: texts.room,
        });
  const rooms = await readRooms(await open('rooms.csv', texts.rooms), options('rooms.csv'));
  const people =
    texts.people === undefined
      ? undefined
      : await readPeopleFile(await open('people.csv', texts.people), options('people.csv'));
  const input = autoplaceInput({
    rooms,
    people,
    submissions,
    status,
    timeZone,
    ...usual,
    ...texts.options,
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
  if (problem.items.length === 0) return [];
  const running = createSearch(problem, startingLanes(problem), seed);
  running.run(steps);
  return positionsOf(placing, running.best.lanes);
}

const usual: PlacingOptions = { keep: 'placed', turnaroundMs: 0, defaultDurationMs: 45 * 60_000 };

/**
 * The report of a placement, and where each talk is: `Title` to `09:00 Room`, on the clock of its
 * start.
 */
export async function placeTexts(texts: AutoplaceTexts, steps?: number) {
  const { table, ...input } = await readTexts(texts);
  const placing = placingOf(input);
  const positions = search(placing, steps);
  const report = reportOf(placing, positions);
  const places = Object.fromEntries(
    report.places.map(({ talk, start, room }) => [
      talk.session.title,
      `${start.slice(11, 16)} ${room}`,
    ]),
  );
  return { placing, positions, report, places, table };
}

/** Two rooms for one talk of 45 minutes at the same time. */
export const twoRooms =
  'room,start,end\nHall,2026-05-02 09:00,2026-05-02 09:45\nLab,2026-05-02 09:00,2026-05-02 09:45\n';

/**
 * For A in the Hall and B, which wishes the Lab at the same time, and otherwise is in the Loft
 * later.
 */
export const threeRooms = `${twoRooms}Loft,2026-05-02 14:00,14:45\n`;

/** One room for two talks of 45 minutes after each other. */
export const twoSlots =
  'room,start,end\nHall,2026-05-02 09:00,09:45\nHall,2026-05-02 14:00,14:45\n';
