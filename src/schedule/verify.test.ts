// What differs between the placements that a run wrote and those of the event.
import { expect, it } from 'vitest';
import { submission } from '../../test/support/schedule-rows.ts';
import type { Placement } from './submissions.ts';
import { verifyPlacements } from './verify.ts';

const wrote = { room: 'Lab', start: '2026-05-02T09:00:00+02:00' };

function differences(placement: Placement | undefined) {
  const fields = { room: { from: null, to: wrote.room }, start: { from: null, to: wrote.start } };
  const changed = [{ row: 1, resource: 'sessions', id: 'a', fields }];
  const found = verifyPlacements({ changed, created: [], unsaved: [] }, [submission('a', { placement })]);
  return found.differences.map(({ field, now }) => [field, now]);
}

it.each<readonly [string, Placement | undefined, readonly (readonly [string, string | null])[]]>([
  ['nothing, in another form', { room: 'LAB', start: '2026-05-02T07:00:00Z' }, []],
  ['the room alone, at another offset', { room: 'Aula', start: '2026-05-02T07:00:00Z' }, [['room', 'Aula']]],
  [
    'the start alone, in another case',
    { room: 'LAB', start: '2026-05-02T08:00:00Z' },
    [['start', '2026-05-02T08:00:00Z']],
  ],
  [
    'both, without a placement',
    undefined,
    [
      ['room', null],
      ['start', null],
    ],
  ],
])('%s', (_, placement, expected) => {
  expect(differences(placement)).toEqual(expected);
});
