// The clashes of an event, and of an event with a session in another place.
import { expect, it } from 'vitest';
import {
  at,
  minutes,
  options,
  row,
  submission,
  submissions,
} from '../../test/support/schedule-rows.ts';
import { checkSessions, clashesOfChanges } from './check.ts';
import { planSchedule } from './plan.ts';

it('checks the sessions of an event without a file', () => {
  const held = [
    submission('a', { placement: at('09:00'), durationMs: 60 * 60_000 }),
    submission('b', { placement: at('09:30', 'LAB '), durationMs: 60 * 60_000 }),
    submission('c'),
  ];
  const { sessions, clashes, warnings } = checkSessions(held, options);
  expect([sessions, clashes.length, warnings.map(({ code }) => code)]).toEqual([
    2,
    1,
    ['no_people'],
  ]);
  expect(checkSessions(held, { ...options, sharedRooms: ['lab'] }).clashes).toEqual([]);
});

it('does not count sessions that are called off', () => {
  const held = [
    submission('a', { placement: at('09:00'), status: 'declined' }),
    submission('b', { placement: at('10:00') }),
    submission('c'),
  ];
  expect(planSchedule([row(2, 'b', '09:00')], held, options).clashes).toEqual([]);
  const moved = { names: { id: 'b' }, fields: at('09:00') };
  expect(clashesOfChanges([moved], held, options).clashes).toEqual([]);
  const both = held.map((each) => ({ ...each, placement: at('09:00') }));
  expect(checkSessions(both, options)).toMatchObject({ sessions: 2, clashCounts: { total: 1 } });
});

it('finds a break of the schedule file in the way of a placement', () => {
  const startMs = Date.parse(at('12:00').start);
  const noon = {
    title: 'Lunch',
    room: '',
    startMs,
    endMs: startMs + 3_600_000,
    isDurationAssumed: false,
    people: [],
  };
  const breaks = [{ ...noon, isBreak: true as const, isEverywhere: true as const }];
  const found = clashesOfChanges([{ names: { id: 'a' }, fields: at('12:10') }], submissions, {
    ...options,
    inFile: breaks,
  });
  expect(found.clashes).toMatchObject([{ code: 'room', what: 'Lab' }]);
});

it('counts pairs that only the service refuses, beside more clashes than are listed', () => {
  const served = { ms: 60 * 60_000, by: 'session' as const };
  const crowd = Array.from({ length: 60 }, (_, index) => `crowd${index}`);
  const accepted = ['p', 'q', 'r', 's', 't', 'u'];
  const talks = [
    ...crowd.map((id) => submission(id, { served, status: 'pending' })),
    ...accepted.map((id) => submission(id, { served, status: 'accepted' })),
  ];
  const rows = [
    ...crowd.map((id, index) => row(index + 2, id, '09:00')),
    ...accepted.map((id, index) => {
      const time = `10:1${index}`;
      return row(100 + index, id, time, { room: 'Hall', durationMs: minutes(1) });
    }),
  ];
  const { clashCounts } = planSchedule(rows, talks, options);
  const onlyServed = (6 * 5) / 2;
  expect(clashCounts).toEqual({ total: (60 * 59) / 2 + onlyServed });
});

it('counts a pair once that is a clash of a room and is refused, however many there are', () => {
  const served = { ms: 10 * 60_000, by: 'session' as const };
  const ids = Array.from({ length: 60 }, (_, index) => `crowd${index}`);
  const talks = ids.map((id) => submission(id, { served, status: 'accepted' }));
  // The service ends the first half before the second half begins; the file does not.
  const rows = ids.map((id, index) => row(index + 2, id, index < 30 ? '09:00' : '09:15'));
  const { clashCounts } = planSchedule(rows, talks, options);
  expect(clashCounts).toEqual({ total: (60 * 59) / 2 });
});
