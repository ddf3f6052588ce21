// People of a row in columns of their own: several of them, their parts of names, and the words for "and".
import { describe, expect, it } from 'vitest';
import { readMapping } from '../../test/support/columns.ts';
import { fieldReader } from './cell.ts';
import { divideRow } from './row-division.ts';
import { peopleColumns, readRowPeople } from './row-people.ts';

function read(resource: 'speakers' | 'submissions', header: string, ...cells: readonly string[]) {
  const { mapping } = readMapping(resource, header);
  const columns = peopleColumns(mapping);
  const division = divideRow(cells, columns, mapping);
  const readFields = fieldReader(mapping);
  const people = (division?.rows ?? [cells]).map((row) => {
    const values = readFields(row);
    const names = ['first_name', 'last_name'].map((field) => values[field] ?? values[`submitter_${field}`] ?? '');
    return names.join('|');
  });
  const [first = cells] = division?.rows ?? [];
  const { faults, warnings } = readRowPeople(first, readFields(first), columns, {});
  const codes = (all: typeof faults) => all.map(({ code }) => code);
  return { people, others: division?.others ?? [], faults: codes(faults), warnings: codes(warnings) };
}

describe('a name beside an address', () => {
  const email = 'Luc Petit <luc@petit.example>';

  it.each([
    ['Speaker;Email', ['Anne Dupont; Luc Petit', email]],
    ['Speaker;Email', ['Anne Dupont and L. Petit', 'Luc Petit <info@x.org>']],
    ['Speaker;Email', ['Ελένη Παπαδοπούλου; Νίκος Δήμου', 'Νίκος Δήμου <info@x.org>']],
  ])('shows who of several people is the submitter: %s %j', (header, cells) => {
    const { people, faults, warnings } = read('submissions', `Title;${header}`, 'Queues', ...cells);
    expect({ people, faults, warnings }).toEqual({
      people: [expect.stringMatching(/\|(Petit|Δήμου)$/)],
      faults: [],
      warnings: ['several_people'],
    });
    expect(read('speakers', header.replace('Speaker', 'Name'), ...cells).faults).toEqual(['several_people']);
  });

  it.each([
    ['the name', 'Name;Email', ['', email], 'Luc|Petit', []],
    ['the parts of a name', 'First name;Last name;Email', ['', '', email], 'Luc|Petit', []],
    ['a name that is none', 'Name;Email', ['TBA', email], 'Luc|Petit', []],
    ['the name of somebody else', 'Name;Email', ['Anne Dupont', email], 'Anne|Dupont', ['other_name']],
    [
      'two parts of another name',
      'First name;Last name;Email',
      ['Anne', 'Dupont', email],
      'Anne|Dupont',
      ['other_name'],
    ],
    ['the same name in another form', 'Name;Email', ['PETIT, L.', email], 'L.|PETIT', []],
    ['no name beside the address', 'Name;Email', ['Anne Dupont', '<luc@petit.example>'], 'Anne|Dupont', []],
  ])('is compared with %s', (_, header, cells, name, warnings) => {
    expect(read('speakers', header, ...cells)).toEqual({ people: [name], others: [], faults: [], warnings });
    const title = header
      .replace('Name', 'Speaker')
      .replace('First name', 'Speaker first name')
      .replace('Last', 'Speaker last');
    expect(read('submissions', `Title;${title}`, 'Queues', ...cells)).toMatchObject({ people: [name], warnings });
  });
});

it('shows what is invisible in an address', () => {
  const columns = peopleColumns(readMapping('speakers', 'Email').mapping);
  const { faults } = readRowPeople(['ann\u200b@x.org'], { email: 'ann\u200b@x.org' }, columns, {});
  expect(faults).toMatchObject([{ message: '"ann\\u{200b}@x.org" is not an e-mail address' }]);
});

describe('a first name', () => {
  const header = 'First name;Last name;Email';

  it.each([
    ...[
      'Ann and Bob',
      'Jan a Petra',
      'Анна и Пётр',
      '太郎と花子',
      '小明与小红',
      'Ann & Bob',
      'Ann + Bob',
      'Ann/Bob',
      'Ann, Bob',
    ],
  ])('%j can be several people', (first) => {
    expect(read('speakers', header, first, 'Muster', 'a@x.org').faults).toEqual(['unclear_people']);
  });

  it.each(['Anna Maria', 'J. R.', 'Maria (Mia)', 'Ma. Elena', 'Ann, PhD', '和子', '与一', 'Y Lan'])(
    '%j is one',
    (first) => {
      expect(read('speakers', header, first, 'Muster', 'a@x.org')).toMatchObject({ faults: [], warnings: [] });
    },
  );
});

it('warns of a last name that may be those of two people, and not of a joint', () => {
  const warningsFor = (last: string) => read('speakers', 'First name;Last name;Email', 'Ann', last, 'a@x.org').warnings;
  expect(warningsFor('Smith and Jones')).toEqual(['unclear_name']);
  for (const last of ['Ortega y Gasset', 'Puig i Cadafalch', 'Sousa e Silva', 'von und zu Berg', 'Smith, Jr.'])
    expect(warningsFor(last)).toEqual([]);
});

it('divides no row into a person whose name would be read as another one: a family name of several words before a comma', () => {
  const two = (one: string) => read('speakers', 'Name;Email', `${one}; García, Ana`, 'a@x.org; b@x.org');
  expect(two('Smith, John').people).toEqual(['John|Smith', 'Ana|García']);
  expect(two('Núñez de Balboa, Inés').people).toHaveLength(1);
  expect(two('Núñez de Balboa, Inés').faults).toEqual(['several_addresses', 'several_people']);
});
