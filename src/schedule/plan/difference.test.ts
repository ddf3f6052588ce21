// What the rows of a schedule file change in the event.
import { describe, expect, it } from 'vitest';
import { at, rowWithoutId, submission } from '../../../test/support/schedule-rows.ts';
import { matchSessions } from '../match/match.ts';
import { wantedPlacement } from '../match/talk-slots.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { EventSubmission } from '../submissions.ts';
import { difference } from './difference.ts';

const nine = at('09:00', 'Main Hall');
const ten = at('10:00');

function row(
  line: number,
  { to = nine, ...cells }: Partial<ScheduleRow> & { readonly to?: typeof nine },
): ScheduleRow {
  return rowWithoutId(line, { ...to, startMs: Date.parse(to.start), ...cells });
}

function differing(rows: readonly ScheduleRow[], submissions: readonly EventSubmission[]) {
  const matches = matchSessions(rows, submissions);
  const wanted = rows.flatMap((scheduled) => {
    const to = wantedPlacement(scheduled);
    return to === undefined ? [] : [{ ...scheduled, to }];
  });
  return { ...matches, ...difference(wanted, matches.matched) };
}

describe('the changes', () => {
  const submissions = [
    submission('a', { title: 'Keynote' }),
    submission('b', { title: 'Compilers', placement: ten }),
    submission('c', {
      title: 'Lunch',
      placement: { room: 'Main Hall', start: '2026-05-02T07:00:00Z' },
    }),
  ];

  it('place sessions without a placement, move those with another one, and nothing else', () => {
    const rows = [
      row(2, { submissionId: 'a' }),
      row(3, { submissionId: 'b' }),
      row(4, { submissionId: 'c' }),
    ];
    const { changes, unchanged, unknown } = differing(rows, submissions);
    expect(changes).toEqual([
      {
        row: 2,
        line: 2,
        names: { id: 'a' },
        title: 'Keynote',
        base: { room: null, start: null },
        fields: nine,
      },
      { row: 3, line: 3, names: { id: 'b' }, title: 'Compilers', base: ten, fields: nine },
    ]);
    expect([unchanged, unknown]).toEqual([['4'], []]);
  });

  it('include a move if only the room or only the start differs', () => {
    for (const to of [
      { ...ten, room: 'Annex' },
      { ...ten, start: nine.start },
    ]) {
      expect(differing([row(2, { submissionId: 'b', to })], submissions).changes).toMatchObject([
        { base: ten, fields: to },
      ]);
    }
  });

  it('are none if only the case of the room or the white space around it differs', () => {
    const to = { ...ten, room: ' lab' };
    expect(differing([row(2, { submissionId: 'b', to })], submissions)).toMatchObject({
      changes: [],
      unchanged: ['2'],
    });
  });

  it('follow the first row of a session, whatever its other rows say', () => {
    const [early, late] = [row(3, { title: 'Keynote' }), row(2, { submissionId: 'a', to: ten })];
    const slot = { title: 'Keynote', row: { line: 3 }, used: { line: 2 } };
    expect(differing([late, early], submissions)).toMatchObject({
      changes: [{ line: 2, fields: ten }],
      further: [slot],
    });
  });

  it('follow the first row of several at one time', () => {
    const rows = [
      row(2, { title: 'Keynote' }),
      row(3, { title: 'Keynote', to: { ...nine, room: 'Lab' } }),
    ];
    expect(differing(rows, submissions)).toMatchObject({
      changes: [{ line: 2 }],
      further: [{ row: { line: 3 } }],
    });
  });

  it('have the place of a row in a grid: a line has many rows', () => {
    const rows = [
      row(2, { title: 'Keynote', column: 'Hall' }),
      row(2, { title: 'Compilers', column: 'Lab', sheet: 'Fri' }),
    ];
    expect(differing(rows, submissions).changes).toMatchObject([
      { title: 'Keynote', line: 2, column: 'Hall' },
      { title: 'Compilers', line: 2, column: 'Lab', sheet: 'Fri' },
    ]);
  });
});
