// The clashes of an event, and of an event with a session in another place.
import { expect, it } from 'vitest';
import { at, options, row, submission, submissions } from '../../test/support/schedule-rows.ts';
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
