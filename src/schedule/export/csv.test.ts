// A timetable as a schedule file.
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, session, timetable, timetables } from '../../../test/support/timetables.ts';
import { readDuration } from '../../columns/dates/duration.ts';
import { readTime } from '../../columns/dates/read-time.ts';
import { unguard } from '../../files/csv-write.ts';
import { fileSource } from '../../files/source.ts';
import { readPeople } from '../../people/people.ts';
import { csvOf } from './csv.ts';

describe('a schedule file', () => {
  it('has a row for each session, in order of time, with the local offset', () => {
    const sessions = [
      session('2026-10-26T09:00:00+01:00', 90, {
        submissionId: 'sub_2',
        title: 'Closing, at last',
        people: [],
      }),
      session('2026-10-24T09:00:00+02:00', 45, {
        submissionId: 'sub_1',
        people: [{ name: 'Amina Diallo', email: 'amina@example.org' }, { name: 'Kofi Mensah' }],
      }),
    ];
    expect(csvOf(timetable(sessions))).toBe(
      'submission_id,title,room,start,duration,speakers,format\n' +
        'sub_1,Opening,Aula,2026-10-24T09:00:00+02:00,45,Amina Diallo; Kofi Mensah,\n' +
        'sub_2,"Closing, at last",Aula,2026-10-26T09:00:00+01:00,90,,\n',
    );
  });

  it('leaves an assumed duration empty', () => {
    const assumed = session('2026-05-02T09:00:00+02:00', 45, {
      submissionId: 'sub_1',
      isDurationAssumed: true,
    });
    expect(csvOf(timetable([assumed]))).toContain(
      'sub_1,Opening,Aula,2026-05-02T09:00:00+02:00,,Amina Diallo,\n',
    );
  });

  it('lists speakers so that a comma does not split a name', async () => {
    const listed = async (...names: readonly string[]) => {
      const people = names.map((name) => ({ name }));
      const text = csvOf(timetable([session('2026-05-02T09:00:00+02:00', 45, { people })]));
      const [[, , , , , speakers = ''] = []] = await cellsOf(text);
      return readPeople(speakers).people.map(({ name }) => name);
    };
    expect(await listed('Lou King Jr.')).toEqual(['Lou King Jr.']);
    expect(await listed('Lou King, Jr.', 'Ada Lovelace')).toEqual(['Lou King Jr.', 'Ada Lovelace']);
    expect(await listed('Ann & Bo', 'Ada Lovelace')).toEqual(['Ann & Bo', 'Ada Lovelace']);
  });

  it('has the breaks, as a schedule file reads them', () => {
    const pause = { submissionId: undefined, title: 'Lunch', people: [], isBreak: true } as const;
    const sessions = [
      session('2026-05-02T09:00:00+02:00', 45, { ...pause, room: '' }),
      session('2026-05-02T10:00:00+02:00', 45, { ...pause, room: '', isEverywhere: true }),
      session('2026-05-02T11:00:00+02:00', 45, {
        ...pause,
        room: 'Lab',
        otherRooms: ['Hall'],
        format: 'Meal',
      }),
    ];
    const rows = csvOf(timetable(sessions)).split('\n').slice(1, -1);
    expect(rows).toEqual([
      ',Lunch,,2026-05-02T09:00:00+02:00,45,,break',
      ',Lunch,all,2026-05-02T10:00:00+02:00,45,,break',
      ',Lunch,Lab; Hall,2026-05-02T11:00:00+02:00,45,,Meal',
    ]);
  });

  it('guards cells that a spreadsheet would run as formulas', () => {
    const formula = session('2026-05-02T09:00:00+02:00', 45, { title: '=1+1', room: '@home' });
    expect(csvOf(timetable([formula]))).toContain(",'=1+1,'@home,");
  });

  it('has the same sessions after being read', async () => {
    await fc.assert(
      fc.asyncProperty(timetables, async (any) => {
        expect(factsOf(await reread(csvOf(any)))).toEqual(factsOf(any.sessions));
      }),
    );
  });
});

async function reread(text: string) {
  return (await cellsOf(text)).map((cells) => {
    const [, title = '', room = '', start = '', duration = ''] = cells;
    const from = readTime(start, { timeZone: undefined, dateOrder: undefined });
    const length = readDuration(duration);
    if (!from.ok || !length.ok) throw new Error(`unreadable: ${cells.join()}`);
    return { title, room, startMs: from.ms, endMs: from.ms + length.ms };
  });
}

async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  const sheet = await fileSource('schedule.csv', () => Readable.from([Buffer.from(text)])).open();
  return sheet.rows.map(({ cells }) => cells.map(unguard));
}
