// A timetable as a schedule file.
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';
import { session, timetable } from './test-timetable.ts';

describe('a schedule file', () => {
  it('has a row for each session, in order of time, with the offset that holds there and then', () => {
    const sessions = [
      session('2026-10-26T09:00:00+01:00', 90, { submissionId: 'sub_2', title: 'Closing, at last', people: [] }),
      session('2026-10-24T09:00:00+02:00', 45, {
        submissionId: 'sub_1',
        people: [{ name: 'Amina Diallo', email: 'amina@example.org' }, { name: 'Kofi Mensah' }],
      }),
    ];
    expect(csvOf(timetable(sessions))).toBe(
      'submission_id,title,room,start,duration,speakers\n' +
        'sub_1,Opening,Aula,2026-10-24T09:00:00+02:00,45,Amina Diallo; Kofi Mensah\n' +
        'sub_2,"Closing, at last",Aula,2026-10-26T09:00:00+01:00,90,\n',
    );
  });

  it('leaves a duration empty that was only assumed', () => {
    const assumed = session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1', isDurationAssumed: true });
    expect(csvOf(timetable([assumed]))).toContain('sub_1,Opening,Aula,2026-05-02T09:00:00+02:00,,Amina Diallo\n');
  });

  it('guards cells that a spreadsheet would run', () => {
    const formula = session('2026-05-02T09:00:00+02:00', 45, { title: '=1+1', room: '@home' });
    expect(csvOf(timetable([formula]))).toContain(",'=1+1,'@home,");
  });
});
