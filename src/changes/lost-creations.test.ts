// Which creations took effect although their responses were lost.
import { expect, it } from 'vitest';
import type { RecordData } from '../client/response.ts';
import { pairLostCreations } from './lost-creations.ts';

const a = { title: 'Keynote', abstract: 'Where we come from.' };
const b = { title: 'keynote ', abstract: 'Where we go.' };

/** Rows by their letters, records by their ids. */
function paired(
  lost: Readonly<Record<string, RecordData>>,
  records: Readonly<Record<string, RecordData>>,
) {
  const unowned = Object.entries(records).map(([id, texts]) => ({ id, ...texts }));
  const outcomes = pairLostCreations(new Map(Object.entries(lost)), unowned);
  return Object.fromEntries(
    Array.from(outcomes, ([row, fate]) => {
      return [row, fate.kind === 'created' ? fate.record.id : fate.kind];
    }),
  );
}

it.each<
  [
    string,
    Parameters<typeof paired>[0],
    Parameters<typeof paired>[1],
    Readonly<Record<string, string>>,
  ]
>([
  ['one record of its title and abstract is it', { a }, { 1: a }, { a: '1' }],
  [
    'white space around both does not count',
    { a },
    { 1: { title: ' KEYNOTE', abstract: `\n${a.abstract} ` } },
    { a: '1' },
  ],
  [
    'the form of line ends does not count',
    { a: { title: 'Keynote', abstract: 'One.\r\nTwo.\rThree.' } },
    { 1: { title: 'Keynote', abstract: 'One.\nTwo.\nThree.' } },
    { a: '1' },
  ],
  ['no record of its title is left', { a }, {}, { a: 'absent' }],
  [
    'a record of its title with another abstract may be somebody else’s',
    { a },
    { 1: b },
    { a: 'unclear' },
  ],
  ['each of two has its record', { a, b }, { 1: b, 2: a }, { a: '2', b: '1' }],
  ['what is paired does not count for the other one', { a, b }, { 1: a }, { a: '1', b: 'absent' }],
  [
    'two equal ones have one record, and whose it is is unknown',
    { a, c: a },
    { 1: a },
    { a: 'unclear', c: 'unclear' },
  ],
  ['one has two equal records', { a }, { 1: a, 2: a }, { a: 'unclear' }],
  [
    'without abstracts, titles are compared',
    { a: { title: 'Q&A' } },
    { 1: { title: 'Q&amp;A', abstract: '' } },
    { a: '1' },
  ],
])('%s', (_, lost, records, expected) => {
  expect(paired(lost, records)).toEqual(expected);
});
