// A plan of known changes, and its clashes once more when it is applied.
import { expect, it } from 'vitest';
import { at, options, submission } from '../../../test/support/schedule-rows.ts';
import { placing } from './difference.ts';
import { checkedAgain, planPlacements } from './known-changes.ts';

it('checks a plan of changes alone, and a saved plan again', () => {
  const held = [
    submission('a'),
    submission('b', { placement: at('09:00') }),
    submission('c', { placement: at('09:00') }),
  ];
  const talk = { names: { id: 'a' }, title: 'Talk a', from: undefined, to: at('09:00') };
  const place = placing(talk, { line: 2 });
  const plan = planPlacements([place], held, options);
  // The clash of b and c is not one of the plan.
  expect(plan).toMatchObject({ places: [{ line: 2 }], clashCounts: { total: 2 } });
  expect(planPlacements([place], held, { ...options, sharedRooms: ['lab'] }).clashCounts).toEqual({
    total: 0,
  });
  const saved = { ...plan, clashCounts: { total: 0 }, clashes: [] };
  expect(checkedAgain(saved, held, 'Europe/Berlin').clashCounts).toEqual({ total: 2 });
  expect(
    checkedAgain({ ...saved, sharedRooms: ['lab'] }, held, 'Europe/Berlin').clashCounts,
  ).toEqual({ total: 0 });
});
