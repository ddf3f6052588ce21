// Which record each row means, where the service shows keys and where it does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordData } from '../client/response.ts';
import { createSubmission } from '../contract/endpoints.ts';
import { isKeyHidden, type Match, matchRecords, shownKeyFields } from './matching.ts';
import { keyMark, type Names, namesOf } from './names.ts';

interface Row {
  readonly line: number;
  readonly names: Names;
}

const named = (line: number, fields: Readonly<Record<string, string>>, id?: string): Row => ({
  line,
  names: namesOf(createSubmission, id, fields),
});
const talk = (line: number, title: string, email?: string): Row =>
  named(line, { title, ...(email !== undefined && { submitter_email: email }) });
const markOf = (title: string, email: string) => keyMark(`${title.toLowerCase()}\0${email}`);

interface Given {
  readonly matchesTitles?: boolean;
  readonly created?: ReadonlyMap<string, string>;
}

/** What each row means: an id with how it was found, `none`, or the ids of an open match. */
function meaning(
  rows: readonly Row[],
  records: readonly RecordData[],
  given: Given = {},
): readonly unknown[] {
  const shown = new Set(records.flatMap((record) => shownKeyFields(createSubmission, record)));
  const found = matchRecords(rows, {
    endpoint: createSubmission,
    records,
    shown,
    matchesTitles: given.matchesTitles ?? false,
    created: given.created ?? new Map(),
  });
  const textOf = (match: Match<Row> | undefined) => {
    if (match === undefined || match.kind === 'none') return 'none';
    if (match.kind === 'one') return `${match.record.id} by ${match.by}`;
    return [match.rows.map(({ line }) => line), match.records.map(({ id }) => id)];
  };
  return rows.map((row) => textOf(found.get(row)));
}

const hidden = (id: string, title: string) => ({ id, title });
const shown = (id: string, title: string, email: string) => ({ id, title, submitter_email: email });

describe('where no submitter is shown', () => {
  it.each<[string, readonly Row[], readonly RecordData[], Given, readonly unknown[]]>([
    ['a title that no record has is new', [talk(2, 'A', 'a@x')], [hidden('1', 'B')], {}, ['none']],
    [
      'a title that one record has exists',
      [talk(2, ' a', 'a@x')],
      [hidden('1', 'A')],
      {},
      ['1 by title'],
    ],
    [
      'a title as HTML exists',
      [talk(2, 'Q&A', 'a@x')],
      [hidden('1', 'Q&amp;A')],
      {},
      ['1 by title'],
    ],
    [
      'of two rows and one record, it is unknown whose it is',
      [talk(2, 'A', 'a@x'), talk(3, 'A', 'b@x')],
      [hidden('1', 'A')],
      {},
      [
        [[2, 3], ['1']],
        [[2, 3], ['1']],
      ],
    ],
    [
      'of two rows and two records as well',
      [talk(2, 'A', 'a@x'), talk(3, 'A', 'b@x')],
      [hidden('1', 'A'), hidden('2', 'A')],
      {},
      [
        [
          [2, 3],
          ['1', '2'],
        ],
        [
          [2, 3],
          ['1', '2'],
        ],
      ],
    ],
    [
      'a record that this computer has created is that of its row, whatever its title is',
      [talk(2, 'A', 'a@x'), talk(3, 'A', 'b@x')],
      [hidden('1', 'A, explained'), hidden('2', 'A')],
      { created: new Map([[markOf('A', 'a@x'), '1']]) },
      ['1 by key', '2 by title'],
    ],
    [
      'and of no other row with an address',
      [talk(2, 'A', 'b@x')],
      [hidden('1', 'A')],
      { created: new Map([[markOf('A', 'a@x'), '1']]) },
      ['none'],
    ],
    [
      'but it may be meant by a row without an address',
      [talk(2, 'A')],
      [hidden('1', 'A')],
      { created: new Map([[markOf('A', 'a@x'), '1']]) },
      ['1 by title'],
    ],
    [
      'an id is the most certain',
      [named(2, { title: 'B' }, '1')],
      [hidden('1', 'A'), hidden('2', 'B')],
      {},
      ['1 by id'],
    ],
    [
      'an id that no record has is not another record',
      [named(2, { title: 'A' }, '9')],
      [hidden('1', 'A')],
      {},
      ['none'],
    ],
  ])('%s', (_, rows, records, given, expected) => {
    expect(meaning(rows, records, given)).toEqual(expected);
  });
});

describe('where submitters are shown', () => {
  const ofAda = shown('1', 'A', 'ada@x');

  it.each<[string, readonly Row[], readonly RecordData[], Given, readonly unknown[]]>([
    ['a row is found by title and address', [talk(2, 'a', 'ADA@x')], [ofAda], {}, ['1 by key']],
    ['a title alone decides nothing in an import', [talk(2, 'A', 'bo@x')], [ofAda], {}, ['none']],
    [
      'a title alone is enough for a decision',
      [talk(2, 'A')],
      [ofAda],
      { matchesTitles: true },
      ['1 by title'],
    ],
    [
      'two records of one title are ambiguous',
      [talk(2, 'A')],
      [ofAda, shown('2', 'A', 'bo@x')],
      { matchesTitles: true },
      [[[2], ['1', '2']]],
    ],
    [
      'two rows with one record are ambiguous',
      [talk(2, 'A', 'ada@x'), talk(3, 'A')],
      [ofAda],
      { matchesTitles: true },
      [
        [[2, 3], ['1']],
        [[2, 3], ['1']],
      ],
    ],
    [
      'a record whose address is masked may be that of a title',
      [talk(2, 'B', 'bo@x')],
      [ofAda, shown('2', 'B', 'b*@x')],
      {},
      ['2 by title'],
    ],
    [
      'a record without an address has none',
      [talk(2, 'B', 'bo@x')],
      [ofAda, { id: '2', title: 'B', submitter_email: null }],
      {},
      ['none'],
    ],
  ])('%s', (_, rows, records, given, expected) => {
    expect(meaning(rows, records, given)).toEqual(expected);
  });
});

it('gives no record to two rows, and every row its answer', () => {
  const text = fc.constantFrom('A', 'B', 'C');
  const email = fc.constantFrom('a@x', 'b@x', undefined);
  const rows = fc.array(fc.tuple(text, email), { maxLength: 8 });
  const records = fc.array(fc.tuple(text, email), { maxLength: 8 });
  fc.assert(
    fc.property(rows, records, fc.boolean(), (drawn, listed, matchesTitles) => {
      const given = drawn.map(([title, address], at) => talk(at + 2, title, address));
      const all = listed.map(([title, address], at) => ({
        id: String(at),
        title,
        submitter_email: address,
      }));
      const shownFields = new Set(
        all.flatMap((record) => shownKeyFields(createSubmission, record)),
      );
      const terms = {
        endpoint: createSubmission,
        records: all,
        shown: shownFields,
        matchesTitles,
        created: new Map(),
      };
      const found = matchRecords(given, terms);
      expect([...found.keys()].toSorted((a, b) => a.line - b.line)).toEqual(given);
      const owned = [...found.values()].flatMap((match) =>
        match.kind === 'one' ? [match.record] : [],
      );
      expect(new Set(owned).size).toBe(owned.length);
      for (const [row, match] of found) {
        if (match.kind !== 'one' || match.by !== 'title' || matchesTitles) continue;
        expect(isKeyHidden(match.record, terms), `line ${row.line}`).toBe(true);
      }
    }),
  );
});
