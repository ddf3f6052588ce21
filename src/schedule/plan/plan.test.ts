// The plan of a schedule file: its counts, its warnings, and the clashes that applying it would
// cause.
import { describe, expect, it } from 'vitest';
import { at, options, row, submission, submissions } from '../../../test/support/schedule-rows.ts';
import { actionOf } from '../../changes/place.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { EventSubmission } from '../submissions.ts';
import { planSchedule } from './plan.ts';

it('counts each row once, and warns of rows without a room or a start', () => {
  const held = [
    submission('a'),
    submission('b', { placement: at('09:00') }),
    submission('c', { placement: at('12:00') }),
  ];
  const rows = [
    row(2, 'a', '10:00'),
    row(3, 'b', '11:00'),
    row(4, 'c', '12:00'),
    row(5, 'x', '13:00', { title: 'Strange' }),
    row(6, 'd', ''),
    row(7, 'e', '14:00', { room: '' }),
  ];
  const { places, unchanged, changes, unknown, ...plan } = planSchedule(rows, held, options);
  expect([places.length, unchanged]).toEqual([6, ['4']]);
  expect(changes.map((change) => [actionOf(change), change.line])).toEqual([
    ['place', 2],
    ['move', 3],
  ]);
  expect([unknown.map(({ line }) => line), plan.breaks]).toEqual([[5], []]);
  expect(plan.warnings).toEqual([
    { code: 'no_start', message: '1 row has no start, and its session is not moved: "d" (line 6)' },
    { code: 'no_room', message: '1 row has no room, and its session is not moved: "e" (line 7)' },
  ]);
});

it('warns of withdrawn talks, and of rooms that no session of the event is in', () => {
  const held = [
    submission('a', { status: 'Withdrawn' }),
    submission('b'),
    submission('c', { placement: at('12:00') }),
  ];
  const rows = [
    row(2, 'a', '10:00'),
    row(3, 'b', '11:00', { room: 'Loft' }),
    row(4, 'c', '12:30', { room: 'LAB' }),
    row(5, 'c', '13:30', { room: 'LOFT' }),
  ];
  const warnings = planSchedule(rows, held, options).warnings.filter(
    ({ code }) => code !== 'further_slot',
  );
  expect(warnings).toEqual([
    {
      code: 'called_off',
      line: 2,
      message:
        '"Talk a" is Withdrawn: it is placed, but left out of clashes and the timetable; ' +
        '`plenary sessions unplace` takes it out of the schedule',
    },
    { code: 'new_room', message: 'no session of the event is in the room "Loft" (line 3) yet' },
  ]);
  // In an event without placed sessions, every room is new.
  expect(planSchedule(rows.slice(1, 2), submissions, options).warnings).toEqual([]);
});

it('warns of sessions at night, which most likely lack p.m.', () => {
  const rows = [row(2, 'a', '06:00'), row(3, 'b', '05:59'), row(4, 'c', '01:30')];
  const message =
    '2 sessions start between 00:00 and 06:00, the first at 05:59; if that is p.m., add 12 hours';
  expect(planSchedule(rows, submissions, options).warnings).toEqual([
    { code: 'at_night', line: 3, message },
  ]);
});

describe('clashes', () => {
  const clashes = (rows: readonly ScheduleRow[], held: readonly EventSubmission[], given = {}) =>
    planSchedule(rows, held, { ...options, ...given }).clashes;

  it('name both sessions, in the time zone of the conference', () => {
    const [clash] = clashes([row(2, 'a', '09:00'), row(3, 'b', '09:15')], submissions);
    const { sessions: [first, second] = [], ...pair } = clash ?? {};
    expect(pair).toEqual({ code: 'room', what: 'Lab', byName: false });
    expect(first).toEqual({
      id: 'a',
      title: 'Talk a',
      line: 2,
      start: '2026-05-02T09:00:00+02:00',
      end: '2026-05-02T09:30:00+02:00',
    });
    expect(second).toMatchObject({ id: 'b', line: 3 });
  });

  it('are those after the changes: a session that moves away does not clash', () => {
    const held = [
      submission('a', { placement: at('09:00') }),
      submission('b', { placement: at('10:00'), durationMs: 45 * 60_000 }),
    ];
    expect(
      clashes([row(2, 'a', '12:00'), row(3, 'c', '09:00')], [...held, submission('c')]),
    ).toEqual([]);
    const [clash, ...others] = clashes([row(2, 'a', '10:15')], held);
    expect(clash?.sessions.map(({ id, line }) => [id, line])).toEqual([
      ['b', null],
      ['a', 2],
    ]);
    expect(others).toEqual([]);
  });

  it('count the session of a row without a start at its present place', () => {
    const held = [submission('a', { placement: at('09:00') }), submission('b')];
    expect(clashes([row(2, 'a', ''), row(3, 'b', '09:29')], held)).toHaveLength(1);
    // The row still specifies the session's duration.
    expect(clashes([row(2, 'a', ''), row(3, 'b', '09:30')], held)).toEqual([]);
  });

  it('are not looked for in rows that match no submission', () => {
    const rows = [
      row(2, 'x', '09:00', { title: 'Strange' }),
      row(3, 'b', '09:15'),
      row(4, 'c', '09:20'),
    ];
    const { clashCounts, unknown } = planSchedule(rows, submissions, options);
    expect([clashCounts.total, unknown.length]).toEqual([1, 1]);
  });

  it('take people from the file first, else from the service', () => {
    const [ada, grace] = [
      [{ name: 'Ada', email: 'ada@x.org' }],
      [{ name: 'Grace', email: 'grace@x.org' }],
    ];
    const held = [submission('a', { people: ada }), submission('b', { people: ada })];
    const rows = (people: ScheduleRow['people']) => [
      row(2, 'a', '09:00'),
      row(3, 'b', '09:00', { room: 'Hall', people }),
    ];
    expect(clashes(rows([]), held)).toMatchObject([{ code: 'person', what: 'Ada', byName: false }]);
    expect(clashes(rows(grace), held)).toEqual([]);
  });

  const open = { durationMs: undefined };
  const ada = { people: [{ name: 'Ada King' }] };
  const assumed = {
    code: 'assumed_duration',
    message:
      '1 session has no duration or end; until the next start in the room is assumed, ' +
      'at most 45 minutes (--default-duration)',
  };

  it.each([
    ['a room until its next session', row(2, 'a', '09:00', open), row(3, 'b', '09:40'), []],
    [
      'a room if both start at the same time',
      row(2, 'a', '09:00', open),
      row(3, 'b', '09:00'),
      ['room'],
    ],
  ])('with an assumed end: %s', (_, one, other, codes) => {
    const plan = planSchedule([one, other], submissions, options);
    expect(plan.clashes.map(({ code }) => code)).toEqual(codes);
    expect(plan.warnings).toEqual([assumed]);
  });

  it('with the assumed ends of sessions that stay: they were named when these were placed', () => {
    const held = [submission('a', { placement: at('09:00'), ...open }), submission('b')];
    const rows = [row(2, 'a', '09:00', open), row(3, 'b', '12:00')];
    expect(planSchedule(rows, held, options).warnings).toEqual([]);
    const moved = [row(2, 'a', '09:30', open), row(3, 'b', '12:00')];
    expect(planSchedule(moved, held, options).warnings).toEqual([assumed]);
  });

  it('of a person that rest on an assumed end are warnings', () => {
    const rows = [
      row(2, 'a', '09:00', { ...open, ...ada }),
      row(3, 'b', '09:40', { room: 'Hall', ...ada }),
    ];
    const plan = planSchedule(rows, submissions, options);
    expect([plan.clashes, plan.clashCounts.total]).toEqual([[], 0]);
    const message =
      'Ada King (matched by name) may be in two places: "Talk a" (line 2) 2026-05-02 ' +
      '09:00–09:45 (end assumed) and "Talk b" (line 3) 2026-05-02 09:40–10:10; ' +
      'specify the duration of the first one';
    expect(plan.warnings).toEqual([assumed, { code: 'assumed_overlap', message }]);
    // The next session in the room begins before.
    const next = planSchedule([...rows, row(4, 'c', '09:30')], submissions, options);
    expect(next.warnings).toEqual([assumed]);
  });

  it('that are in the program already are warnings, unless one of their sessions changes', () => {
    const held = [
      submission('a', { placement: at('09:00') }),
      submission('b', { placement: at('09:15') }),
      submission('c', { placement: at('09:20'), durationMs: 30 * 60_000 }),
    ];
    const rows = [row(2, 'a', '09:00'), row(3, 'b', '09:15')];
    const unchanged = planSchedule(rows, held, options);
    expect([unchanged.clashes, unchanged.clashCounts.total]).toEqual([[], 0]);
    const titles = unchanged.warnings.map(({ code, message }) => [
      code,
      ...(message.match(/Talk \w/g) ?? []),
    ]);
    expect(titles).toEqual([
      ['existing_clash', 'Talk a', 'Talk b'],
      ['existing_clash', 'Talk a', 'Talk c'],
      ['existing_clash', 'Talk b', 'Talk c'],
    ]);
    const moved = planSchedule([rows[0] ?? row(2, 'a', ''), row(3, 'b', '09:16')], held, options);
    expect(moved.clashes.map(({ sessions }) => sessions.map(({ title }) => title))).toEqual([
      ['Talk a', 'Talk b'],
      ['Talk b', 'Talk c'],
    ]);
    expect(moved.warnings).toMatchObject([{ code: 'existing_clash' }]);
    // A further slot is in no submissions.
    const further = planSchedule(
      [...rows, row(4, 'a', '10:00'), row(5, 'b', '10:00')],
      held,
      options,
    );
    expect(further.clashes).toMatchObject([{ sessions: [{ line: 4 }, { line: 5 }] }]);
  });
});

const coffee = { submissionId: undefined, title: 'Coffee', durationMs: 10 * 60_000 };

it.each([
  ['is moved into it', [row(2, 'b', '09:15')], [['Talk a', 'Talk b', '09:45']]],
  ['is placed into it in another room', [row(2, 'b', '09:15', { room: 'Hall' })], []],
  ['follows it', [row(2, 'b', '09:45')], []],
  [
    'follows it without the turnaround',
    [row(2, 'b', '09:50')],
    [['Talk a', 'Talk b', '09:45']],
    10,
  ],
  ['begins within the turnaround of the start, which is a clash', [row(2, 'b', '09:05')], [], 10],
  [
    'is after a session that ended it',
    [row(2, 'b', '09:35')],
    [['Talk c', 'Talk b', '10:15']],
    0,
    '09:30',
  ],
  ['is after a break that ended it', [row(2, 'b', '09:30'), row(3, '', '09:20', coffee)], []],
  ['comes before it, itself without a duration', [row(2, 'c', '08:45')], []],
  ['is of the same file', [row(2, 'b', '10:00'), row(3, 'c', '10:15')], []],
  ['does not change', [row(2, 'a', '09:00')], [], 0, '09:30'],
])(
  'an assumed end of a session that stays, if a session %s',
  (_, rows, expected, minutes = 0, c = '') => {
    const held = [
      submission('a', { placement: at('09:00') }),
      submission('b', { durationMs: 30 * 60_000 }),
      submission('c', { placement: c === '' ? undefined : at(c) }),
    ];
    const { warnings } = planSchedule(rows, held, { ...options, turnaroundMs: minutes * 60_000 });
    const overlaps = warnings
      .filter(({ code }) => code === 'assumed_overlap')
      .map(({ message }) => message);
    expect(overlaps.length).toBe(expected.length);
    for (const [one, other, end] of expected) {
      const both = new RegExp(
        `^room Lab.*: "${one}" [^"]*–${end} \\(end assumed\\) and "${other}" \\(line 2\\)`,
      );
      expect(overlaps).toContainEqual(expect.stringMatching(both));
    }
  },
);

it('finds the overlapping slots of one talk, and none in rows of its several rooms', () => {
  const lasts = { durationMs: 3_600_000 };
  const plan = (...rows: readonly ReturnType<typeof row>[]) =>
    planSchedule(rows, submissions, options).clashCounts.total;
  expect(plan(row(2, 'a', '10:00', lasts), row(3, 'a', '10:30', lasts))).toBe(1);
  expect(plan(row(2, 'a', '10:00', lasts), row(3, 'a', '11:00', lasts))).toBe(0);
  expect(
    plan(row(2, 'a', '10:00', lasts), row(3, 'a', '10:00', { ...lasts, room: 'Hall 2' })),
  ).toBe(0);
});

it('counts each pair that the service refuses once, and lists the first thousand', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `s${index}`);
  const served = { ms: 30 * 60_000, by: 'session' } as const;
  const held = ids.map((id) => submission(id, { status: 'accepted', served }));
  const rows = ids.map((id, index) => row(index + 2, id, '10:00'));
  const { clashes, clashCounts } = planSchedule(rows, held, options);
  expect([clashCounts.total, clashes.length]).toEqual([1770, 1000]);
  expect(new Set(clashes.map(({ code }) => code))).toEqual(new Set(['service']));
});
