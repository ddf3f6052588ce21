// Cells of people: the real world's shapes, and what holds for every text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { longCells, peopleForms } from '../../test/support/long-cells.ts';
import { peopleCells } from '../../test/support/people-cells.ts';
import { processorMs } from '../../test/support/processor-time.ts';
import { andWords, withWords } from '../columns/vocabulary/conjunctions.ts';
import { foldKey } from '../contract/key.ts';
import { elementsCell } from './elements.ts';
import { joinPeople, readPeople } from './people.ts';

/** As the table writes it. */
function described(cell: string): string {
  const { people, doubts } = readPeople(cell);
  const named = people.map(({ name, first, last, email, role, affiliation, isSplitUnclear }) => {
    const doubt = doubts.find(({ text }) => text === name);
    const split = isSplitUnclear ? '^' : '';
    const mark = doubt === undefined ? split : doubt.kind === 'count' ? '?' : '~';
    const shown = first === name && last === '' && doubt !== undefined ? name : `${first}|${last}`;
    const notes = [email && `<${email}>`, role && `[${role}]`, affiliation && `@ ${affiliation}`];
    return [`${mark}${shown}`, ...notes.filter(Boolean)].join(' ');
  });
  const nobody = doubts.filter(({ kind }) => kind === 'nobody').map(({ text }) => `!${text}`);
  return [...named, ...nobody].join(' ; ');
}

describe.each(Object.entries(peopleCells))('%s', (_, cases) => {
  it.each(cases)('%j', (cell, people) => {
    expect(described(cell)).toBe(people);
  });
});

it.each([...andWords, ...withWords])('"%s" is between two people', (word) => {
  expect(described(`Anne Muster ${word} Luc Petit`)).toBe('Anne|Muster ; Luc|Petit');
});

it('returns what it takes off a name', () => {
  expect(readPeople('Dr. Ann Muster (ACME), PhD; TBA').dropped).toEqual([
    'Dr.',
    'ACME',
    'PhD',
    'TBA',
  ]);
});

const words = fc.constantFrom(
  'Ann',
  'Muster',
  'van',
  'der',
  'Berg',
  'Dr.',
  'PhD',
  'Jr.',
  'and',
  'e',
  'MARTIN',
  'Graf',
  'Neto',
  'Petrovna',
  'M.',
  '山田',
  '太郎',
);
const marks = fc.constantFrom(
  ' ',
  ', ',
  '; ',
  ' & ',
  '/',
  '\n',
  ' (',
  ') ',
  ' <a@b.c> ',
  '・',
  'と',
  '"',
  '-',
  ':',
);
const cells = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.oneof(words, marks), { maxLength: 30 }).map((parts) => parts.join('')),
);

it('never throws, and names only what is in the cell', () => {
  fc.assert(
    fc.property(cells, (cell) => {
      const { people, doubts } = readPeople(cell);
      const names = people.map(({ name }) => name);
      for (const { kind, text } of doubts) if (kind !== 'nobody') expect(names).toContain(text);
      for (const { name, text } of people) {
        for (const word of name.split(/\s+/)) expect(cell.replace(/\s+/g, ' ')).toContain(word);
        expect(text.length).toBeLessThanOrEqual(cell.length);
      }
    }),
    { numRuns: 300 },
  );
});

it('reads an element of a list as one person, whatever it contains', () => {
  const elements = [
    'Sasha (they/them)',
    'Müller, Anna',
    'Ann Muster <a@x.org>',
    'Tim O&#39;Reilly',
  ];
  const { people } = readPeople(elementsCell([...elements, 'ops@x.org', 'Müller, Anna']));
  expect(people.map(({ name, first, last, email }) => [name, first, last, email])).toEqual([
    ['Sasha (they/them)', 'Sasha (they/them)', '', undefined],
    ['Müller, Anna', 'Müller, Anna', '', undefined],
    ['Ann Muster', 'Ann', 'Muster', 'a@x.org'],
    ["Tim O'Reilly", 'Tim', "O'Reilly", undefined],
    // The public name of a person may be an address.
    ['ops@x.org', '', '', 'ops@x.org'],
  ]);
});

it('reads every name back that it reads as one person', () => {
  const isOne = (name: string) => {
    const { people, doubts } = readPeople(name);
    return people.length === 1 && people[0]?.name === name && doubts.length === 0;
  };
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 5 }), (several) => {
      const all = several.flatMap((cell) => readPeople(cell).people.map(({ name }) => name));
      // One person who is listed twice is one.
      const keys = all.map(foldKey);
      const names = all.filter((name, at) => isOne(name) && keys.indexOf(foldKey(name)) === at);
      expect(readPeople(joinPeople(names)).people.map(({ name }) => name)).toEqual(names);
    }),
    { numRuns: 300 },
  );
});

it('reads long cells in a moment', () => {
  // A tenth of the length with which test/process/long-cells.test.ts shows linear time.
  for (const cell of longCells(2000)) {
    for (const form of peopleForms) {
      const startedAt = processorMs();
      readPeople(cell, form);
      expect(processorMs() - startedAt).toBeLessThan(1000);
    }
  }
});
