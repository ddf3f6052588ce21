// What differs between the values that a run wrote and those of the event.
import { expect, it } from 'vitest';
import { isSamePlace } from '../schedule/changes.ts';
import { verify } from './verify.ts';

const wrote = { room: 'Lab', start: '2026-05-02T09:00:00+02:00' };

async function differences(values: Readonly<Record<string, unknown>>) {
  const fields = { room: { from: null, to: wrote.room }, start: { from: null, to: wrote.start } };
  const changed = [{ row: 1, resource: 'sessions', id: 'a', fields }];
  const effects = { changed, created: [], unsaved: [] };
  const found = await verify(effects, [{ id: 'a', name: 'A', values }], isSamePlace);
  return found.differences.map(({ field, now }) => [field, now]);
}

it.each<readonly [string, Readonly<Record<string, unknown>>, readonly (readonly [string, string | null])[]]>([
  ['nothing, in another form', { room: 'LAB', start: '2026-05-02T07:00:00Z' }, []],
  ['the room alone, at another offset', { room: 'Aula', start: '2026-05-02T07:00:00Z' }, [['room', 'Aula']]],
  [
    'the start alone, in another case',
    { room: 'LAB', start: '2026-05-02T08:00:00Z' },
    [['start', '2026-05-02T08:00:00Z']],
  ],
  [
    'both, without a placement',
    { room: null, start: null },
    [
      ['room', null],
      ['start', null],
    ],
  ],
  ['nothing that is known, of a placement that cannot be read', {}, []],
])('%s', async (_, values, expected) => {
  expect(await differences(values)).toEqual(expected);
});
