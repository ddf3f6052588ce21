// People of a row in columns of their own: several of them, their parts of names, and the words for
// "and".
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../test/support/import-batch.ts';

function read(resource: 'speakers' | 'submissions', header: string, ...cells: readonly string[]) {
  const columns = header.split(';');
  const row = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  const { bodies, others, doubts: faults, warnings } = readRecord(resource, row);
  const people = bodies.map((body) => {
    const parts = ['first_name', 'last_name'];
    return parts.map((field) => body[field] ?? body[`submitter_${field}`] ?? '').join('|');
  });
  const codes = (all: typeof faults) => all.map(({ code }) => code);
  return { people, others, faults: codes(faults), warnings: codes(warnings) };
}

describe('a name beside an address', () => {
  const email = 'Luc Petit <luc@petit.example>';

  it.each([
    ['the name', 'Name;Email', ['', email], 'Luc|Petit', []],
    ['the parts of a name', 'First name;Last name;Email', ['', '', email], 'Luc|Petit', []],
    ['a name that is none', 'Name;Email', ['TBA', email], 'Luc|Petit', []],
    ['the same name in another form', 'Name;Email', ['PETIT, L.', email], 'L.|PETIT', []],
    [
      'no name beside the address',
      'Name;Email',
      ['Anne Dupont', '<luc@petit.example>'],
      'Anne|Dupont',
      [],
    ],
  ])('is that of the row only if it has %s', (_, header, cells, name, warnings) => {
    expect(read('speakers', header, ...cells)).toEqual({
      people: [name],
      others: [],
      faults: [],
      warnings,
    });
    const title = header
      .replace('Name', 'Speaker')
      .replace('First name', 'Speaker first name')
      .replace('Last', 'Speaker last');
    expect(read('submissions', `Title;${title}`, 'Queues', ...cells)).toMatchObject({
      people: [name],
      warnings,
    });
  });
});

it.each(['TBA', 'n/a', 'none'])('has no address in %j', (text) => {
  const { bodies, doubts } = readRecord('speakers', { Name: 'Ann Lee', Email: text });
  expect([bodies, doubts]).toEqual([[{ first_name: 'Ann', last_name: 'Lee' }], []]);
});

it('shows what is invisible in an address', () => {
  const { doubts: faults } = readRecord('speakers', { Email: 'ann\u200b@x.org' });
  const message = 'not an e-mail address: it has the invisible character U+200B';
  expect(faults).toMatchObject([{ message }]);
});

describe('a first name', () => {
  const header = 'First name;Last name;Email';

  it.each([
    'Ann and Bob',
    'Jan a Petra',
    'Анна и Пётр',
    '太郎と花子',
    '小明与小红',
    'Ann & Bob',
    'Ann + Bob',
    'Ann/Bob',
    'Ann, Bob',
  ])('%j can be several people', (first) => {
    expect(read('speakers', header, first, 'Muster', 'a@x.org').faults).toEqual(['unclear_people']);
  });

  it.each(['Anna Maria', 'J. R.', 'Maria (Mia)', 'Ma. Elena', 'Ann, PhD', '和子', '与一', 'Y Lan'])(
    '%j is one',
    (first) => {
      expect(read('speakers', header, first, 'Muster', 'a@x.org')).toMatchObject({
        faults: [],
        warnings: [],
      });
    },
  );
});

it('warns of a last name that may be those of two people', () => {
  const warningsFor = (last: string) =>
    read('speakers', 'First name;Last name;Email', 'Ann', last, 'a@x.org').warnings;
  expect(warningsFor('Smith and Jones')).toEqual(['unclear_name']);
  expect(warningsFor('Ortega y Gasset')).toEqual(['unclear_name']);
  expect(warningsFor('Smith, Jr.')).toEqual([]);
});

it.each(['Moen', 'Moen¹', 'Moen†', '*Moen'])(
  'takes marks of footnotes off a last name: %s',
  (last) => {
    const row = { 'First name': 'Ida', 'Last name': last, Email: '*i@x.org' };
    expect(readRecord('speakers', row)).toMatchObject({
      bodies: [{ first_name: 'Ida', last_name: 'Moen', email: 'i@x.org' }],
      doubts: [],
    });
  },
);

it('takes the star of a corresponding author off an address', () => {
  const header = 'First name;Last name;Email';
  expect(read('speakers', header, 'Ann', 'Muster', 'a@x.org*')).toMatchObject({ faults: [] });
});
