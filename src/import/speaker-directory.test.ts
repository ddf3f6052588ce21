// People are found by their names: by the whole name, however it is written, and never by a similar
// one.
import { expect, it } from 'vitest';
import { createDirectory } from './speaker-directory.ts';

function finderIn(...names: readonly string[]) {
  const directory = createDirectory('people.csv');
  for (const [at, name] of names.entries()) {
    directory.add({
      place: `line ${at + 2}`,
      name,
      email: `p${at}@example.org`,
      first: name,
      last: '',
    });
  }
  return (cell: string) => {
    const found = directory.byPeople([{ name: cell, first: cell, last: '', email: undefined }]);
    if (found === undefined) return undefined;
    return 'entry' in found ? found.entry.name : found.candidates.map(({ name }) => name);
  };
}

it.each([
  ['ANN MUSTER', 'Ann Muster'],
  ['Joerg Mueller', 'Jörg Müller'],
  ['Muster Ann', []],
  ['A. Muster', []],
])('%s is %j', (cell, found) => {
  const names = ['Jörg Müller', 'Ann Muster'];
  expect(finderIn(...names)(cell)).toEqual(found);
});

it('how a name is written decides between several people', () => {
  const find = finderIn('Jana Müller', 'Jana Muller', 'Jana Mueller');
  expect([find('Jana Muller'), find('jana müller'), find('Jana Müller')]).toEqual([
    'Jana Muller',
    'Jana Müller',
    'Jana Müller',
  ]);
  expect(finderIn('Cy Dee', 'Cy Dee')('Cy Dee')).toEqual(['Cy Dee', 'Cy Dee']);
});
