// Rows with several people or several addresses: divided into one record for each person, or
// rejected with the value.

import { describe, expect, it } from 'vitest';
import { checkedBatch } from '../../test/support/import-batch.ts';
import { bodyOf } from '../changes/change.ts';
import { warningsOf } from './batch.ts';

/** The records of rows, and the faults of those that are rejected. */
async function imported(columns: readonly string[], ...rows: readonly (readonly string[])[]) {
  const batch = await checkedBatch(columns, rows);
  return [...batch.rows].map((row) => {
    const { first_name: first = '', last_name: last = '', email = '' } = bodyOf(row);
    const { faults = [] } = row.note;
    return row.state === 'rejected'
      ? faults.map(({ code, message }) => `${code}: ${message}`).join('; ')
      : `${first}|${last} ${email}`;
  });
}

const [ann, bo] = ['ann@example.org', 'bo@example.org'];

describe('a row', () => {
  it.each([
    ['Ann Muster; Bo Beispiel', `${ann}; ${bo}`],
    ['Muster, Ann\nBeispiel, Bo', `${ann}\n${bo}`],
    ['Dr. Ann Muster; Bo Beispiel (he/him)', `Ann <${ann}>; Bo <${bo}>`],
  ])('becomes a speaker for each of %j with %j', async (names, addresses) => {
    expect(await imported(['Name', 'Email'], [names, addresses])).toEqual([
      `Ann|Muster ${ann}`,
      `Bo|Beispiel ${bo}`,
    ]);
  });

  it('becomes a speaker for each name beside an address, without a column of names', async () => {
    const cell = `Ann Muster <${ann}>, Bo Beispiel <${bo}>`;
    expect(await imported(['Email'], [cell])).toEqual([`Ann|Muster ${ann}`, `Bo|Beispiel ${bo}`]);
  });

  it('is divided in columns of first and last names as well', async () => {
    const row = ['Ann; Bo', 'Muster; Beispiel', `${ann}; ${bo}`];
    expect(await imported(['First name', 'Last name', 'Email'], row)).toEqual([
      `Ann|Muster ${ann}`,
      `Bo|Beispiel ${bo}`,
    ]);
  });

  it('has the last word as its last name; names in which nothing shows it count', async () => {
    const names = ['Gabriel Gómez Márquez', 'Lim Tit Meng', 'Mary J. Muster'];
    const rows = names.map((name, at) => [
      name,
      at === 0 ? 'ggomez@example.org' : `${at}@example.org`,
    ]);
    const batch = await checkedBatch(['Name', 'Email'], rows);
    expect([...batch.rows][0]?.fields).toMatchObject({
      first_name: 'Gabriel Gómez',
      last_name: 'Márquez',
    });
    expect(
      warningsOf(batch).map(
        ({ line, code, message }) => `${line} ${code} ${message.split(':')[0]}`,
      ),
    ).toEqual([
      '2 unclear_split "Gabriel Gómez" + "Márquez"',
      '3 unclear_split "Lim Tit" + "Meng"',
    ]);
  });

  it('has no name if the columns of its parts have placeholders', async () => {
    const names = [
      ['N.', 'N.'],
      ['Ann', 'TBA'],
      ['Malcolm', 'X'],
    ];
    const rows = names.map((parts, at) => [...parts, `${at}@example.org`]);
    const batch = await checkedBatch(['First name', 'Last name', 'Email'], rows);
    const stored = [...batch.rows].map(bodyOf);
    expect(stored.map(({ first_name: first, last_name: last }) => [first, last])).toEqual([
      [undefined, undefined],
      ['Ann', undefined],
      ['Malcolm', 'X'],
    ]);
    expect(
      warningsOf(batch).map(
        ({ line, column, code, message }) => `${line} ${column} ${code}: ${message}`,
      ),
    ).toEqual([
      '2 First name no_name: "N." is not a name, and is not imported',
      '2 Last name no_name: "N." is not a name, and is not imported',
      '3 Last name no_name: "TBA" is not a name, and is not imported',
    ]);
  });

  it.each([
    ['Ann Muster', `${ann}; ${bo}`, 'several_addresses: the cell has 2 addresses'],
    ['', `${ann}; ${bo}`, 'several_addresses: the cell has 2 addresses'],
    [
      'Ann Muster; Bo Beispiel',
      ann,
      'several_people: "Ann Muster; Bo Beispiel" names 2 people, and the row has 1 address',
    ],
    [
      'Ann Muster; Bo Li',
      `${ann}; ${bo}; c@example.org`,
      'several_people: "Ann Muster; Bo Li" names 2 people, and the row has 3 addresses',
    ],
    ['Ann Muster, Bo', ann, 'unclear_people: "Ann Muster, Bo" can be one person or several'],
    ['Simon & Schuster', ann, 'unclear_people: "Simon & Schuster" can be one person or several'],
    ['Ann Muster', 'tom(at)acme.com', 'odd_address: not an e-mail address: it has no "@"'],
    ['Ann Muster', 'j***@a***.com', 'masked_address: the address is masked (***)'],
  ])('is rejected: %j with %j', async (name, email, fault) => {
    expect(await imported(['Name', 'Email'], [name, email])).toEqual([fault]);
  });

  it.each([ann, `mailto:${ann}`])('has one address: %j', async (email) => {
    expect(await imported(['Name', 'Email'], ['Ann Muster', email])).toEqual([`Ann|Muster ${ann}`]);
  });
});

describe('two rows of one address', () => {
  it('are one person if one name abbreviates the other', async () => {
    const rows = ['Ann Muster', 'A. Muster'].map((name) => [name, ann]);
    expect((await imported(['Name', 'Email'], ...rows)).join()).not.toContain('other_person');
  });

  it('are refused with the names if these are two people', async () => {
    const rows = [
      ['Ann Muster', ann],
      ['Bo Beispiel', 'ANN@example.org'],
      ['Ann Muster', ann],
    ];
    expect(await imported(['Name', 'Email'], ...rows)).toEqual([
      'other_person: the address of "Ann Muster", and in line 3 of "Bo Beispiel"',
      'other_person: the address of "Bo Beispiel", and in line 2 of "Ann Muster"',
      'other_person: line 2 is for the same record: the address of "Ann Muster", and in line 3 ' +
        'of "Bo Beispiel"',
    ]);
  });
});
