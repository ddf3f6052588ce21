// Schedules that are drawn as grids, in several ways, and planned have the same places.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvText } from '../../files/csv-write.ts';
import { fileSource } from '../../files/source.ts';
import { planSchedule } from '../plan.ts';
import { unmatched } from '../planned-sessions.ts';
import { readIfGrid } from './table.ts';

interface Drawn {
  readonly day: string;
  readonly clocks: readonly string[];
  /** By room, the titles of each row; a session repeats its title. */
  readonly rooms: readonly (readonly string[])[];
}

type Style = 'corner' | 'heading';

const rowCount = 6;

const schedules = fc
  .record({
    roomCount: fc.integer({ min: 2, max: 4 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 3 }),
    // By room of each day: how many rows each session or gap takes.
    lengths: fc.array(
      fc.array(fc.record({ rows: fc.integer({ min: 1, max: 3 }), isGap: fc.boolean() }), { minLength: 6 }),
      {
        minLength: 12,
        maxLength: 12,
      },
    ),
    minutes: fc.constantFrom(20, 45, 60),
  })
  .map(({ roomCount, days, lengths, minutes }): readonly Drawn[] =>
    days
      .toSorted((a, b) => a - b)
      .map((date, at) => ({
        day: `2026-06-${String(date).padStart(2, '0')}`,
        clocks: Array.from({ length: rowCount + 1 }, (_, row) => clockOf(9 * 60 + row * minutes)),
        rooms: Array.from({ length: roomCount }, (_, room) =>
          (lengths[at * 4 + room] ?? [])
            .flatMap(({ rows, isGap }, talk) => Array<string>(rows).fill(isGap ? '' : `Talk ${date}.${room}.${talk}`))
            .slice(0, rowCount),
        ),
      })),
  );

function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function draw(schedule: readonly Drawn[], style: Style): readonly (readonly string[])[] {
  const names = (schedule[0]?.rooms ?? []).map((_, room) => `Room ${room + 1}`);
  const header = style === 'corner' ? [] : [['Time', ...names]];
  return [
    ...header,
    ...schedule.flatMap(({ day, clocks, rooms }) => [
      [day, ...names.map((name) => (style === 'corner' ? name : ''))],
      ...clocks
        .slice(0, -1)
        .map((clock, row) => [`${clock}-${clocks[row + 1]}`, ...rooms.map((titles) => titles[row] ?? '')]),
    ]),
  ];
}

/** Each session with its room, start and length, as the drawing means it. */
function meant(schedule: readonly Drawn[]): readonly string[] {
  return schedule
    .flatMap(({ day, clocks, rooms }) =>
      rooms.flatMap((titles, room) =>
        titles.flatMap((title, row) => {
          if (title === '' || titles[row - 1] === title) return [];
          const rows = titles.filter((each) => each === title).length;
          return [`${title} | Room ${room + 1} | ${day} ${clocks[row]} to ${clocks[row + rows]}`];
        }),
      ),
    )
    .sort();
}

it('a grid means the places of the schedule that it was drawn from', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, fc.constantFrom<Style>('corner', 'heading'), async (schedule, style) => {
      const expected = meant(schedule);
      fc.pre(expected.length > 2);
      const source = fileSource('g.csv', async function* () {
        yield Buffer.from(csvText(draw(schedule, style)));
      });
      const time = { timeZone: 'UTC' };
      const grid = await readIfGrid(await source.tables(), { file: 'g.csv', layout: undefined, time });
      const rows = grid?.rows ?? [];
      const read = rows.map(({ title, room, startMs = 0, durationMs = 0 }) => {
        const [from, to] = [startMs, startMs + durationMs].map((ms) => new Date(ms).toISOString());
        const clock = (text = '') => text.slice(11, 16).replace(/^0/, '');
        return `${title} | ${room} | ${from?.slice(0, 10)} ${clock(from)} to ${clock(to)}`;
      });
      expect(read.sort()).toEqual(expected);
      const talks = rows.map(({ title }, at) => ({ ...unmatched, id: `s${at}`, title }));
      const options = { baseUrl: 'http://127.0.0.1', event: 'conf', timeZone: 'UTC', defaultDurationMs: 1 };
      const plan = planSchedule(rows, talks, { ...options, file: 'g.csv', turnaroundMs: 0, sharedRooms: [] });
      expect(plan).toMatchObject({ counts: { place: expected.length }, clashes: [], warnings: [] });
      expect(plan.changes.map(({ title, to }) => `${title} | ${to.room}`).sort()).toEqual(
        expected.map((text) => text.split(' | ').slice(0, 2).join(' | ')),
      );
    }),
    { numRuns: 60 },
  );
});
