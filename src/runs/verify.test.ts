// What differs between the values that a run wrote and those of the event.
import { expect, it } from 'vitest';
import { verify } from './verify.ts';

const later = '2026-05-02T08:00:00Z';
const wrote = { room: 'Lab', start: '2026-05-02T09:00:00+02:00' };

async function found(values: Readonly<Record<string, unknown>>) {
  const fields = { room: { from: null, to: wrote.room }, start: { from: null, to: wrote.start } };
  const changed = [{ row: 1, resource: 'sessions', id: 'a', fields }];
  const effects = { changed, created: [], unsaved: [] };
  const { differences, counts } = await verify(effects, [{ id: 'a', name: 'A', values }]);
  return { differences: differences.map(({ field, now }) => [field, now]), counts };
}

it.each<
  readonly [
    string,
    Readonly<Record<string, unknown>>,
    readonly (readonly [string, string | null])[],
  ]
>([
  ['nothing, in another form', { room: 'LAB', start: '2026-05-02T07:00:00Z' }, []],
  [
    'the room alone, at another offset',
    { room: 'Aula', start: '2026-05-02T07:00:00Z' },
    [['room', 'Aula']],
  ],
  ['the start alone, in another case', { room: 'LAB', start: later }, [['start', later]]],
  [
    'both, without a placement',
    { room: null, start: null },
    ['room', 'start'].map((field) => [field, null] as const),
  ],
  ['the room alone, of a start that cannot be read', { room: 'Aula' }, [['room', 'Aula']]],
])('%s', async (_, values, differences) => {
  const [same, different] = differences.length === 0 ? [1, 0] : [0, 1];
  expect(await found(values)).toEqual({
    differences,
    counts: { rows: 1, same, different, gone: 0, unknown: 0 },
  });
});

it.each([{}, { room: 'LAB' }])(
  'nothing that is known of a placement that cannot be read: %j',
  async (values) => {
    expect(await found(values)).toMatchObject({ differences: [], counts: { same: 0, unknown: 1 } });
  },
);

it('differences are in the order of the rows', async () => {
  const fields = { title: { from: null, to: 'Maps' } };
  const changed = [{ row: 2, resource: 'submissions', id: 'b', fields }];
  const { differences } = await verify(
    { changed, created: [{ row: 1, id: 'a', fields }], unsaved: [] },
    [],
  );
  expect(differences.map(({ row }) => row)).toEqual([1, 2]);
});
