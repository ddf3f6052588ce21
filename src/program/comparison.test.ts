// Two-sided edits of a whole resource, against the three-way merge as it is defined: every conflict
// is named, and no edit is lost.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFile } from '../files/line-ends.ts';
import { compareSides } from './comparison.ts';
import type { FileRow, ProgramTable } from './csv-files.ts';
import { rowsWithIds } from './identified-rows.ts';
import type { Values } from './merge.ts';
import type { Records } from './records.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const fields = ['title', 'abstract', 'status'];

const text = fc.constantFrom('', 'one', 'two', ' two \r\n', '=1');
/** No record has an empty title. */
const values = fc.record({
  title: text.filter((title) => title !== ''),
  abstract: text,
  status: text,
});
const blank = fc.constant<Values>({ title: '', abstract: '', status: '' });
const sideOf = (record: fc.Arbitrary<Values>) =>
  fc.record(Object.fromEntries(ids.map((id) => [id, fc.option(record, { nil: undefined })])));
/** Of each id, the record if there is one. */
const side = sideOf(values);
/** Some rows have nothing but their id. */
const fileSide = sideOf(
  fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: blank }),
);
const order = fc.shuffledSubarray(ids, { minLength: ids.length });

type Side = Readonly<Record<string, Values | undefined>>;

it('gives a record to one row without an id at most, and to none beside its own row', () => {
  const values = { email: 'ada@example.org' };
  const idsOf = (...ids: readonly string[]) => {
    const rows = ids.map((id, at) => ({ id, line: at + 2, values, cells: [] }));
    return rowsWithIds('speakers', rows, {
      service: new Map([['spk_1', { values }]]),
      created: new Map(),
    }).map(({ id }) => id);
  };
  expect([idsOf('', ''), idsOf('', 'spk_1')]).toEqual([
    ['spk_1', ''],
    ['', 'spk_1'],
  ]);
});

it('compares titles as everywhere else, also if the service lists them as HTML', () => {
  const row = { id: '', line: 2, values: { title: 'Q&A' }, cells: [] };
  const known = {
    service: new Map([['sub_1', { values: { title: 'Q&amp;A' } }]]),
    created: new Map(),
  };
  const idsOf = (resource: 'submissions' | 'sessions', sharedTitles = new Set<string>()) =>
    rowsWithIds(resource, [row], { ...known, sharedTitles }).map(({ id }) => id);
  expect([idsOf('submissions'), idsOf('sessions'), idsOf('sessions', new Set(['q&a']))]).toEqual([
    ['sub_1'],
    ['sub_1'],
    [''],
  ]);
});

it('merges random edits of both sides, names every conflict and loses nothing', () => {
  const edits = fc.record({
    base: fc.option(side, { nil: undefined }),
    file: fileSide,
    service: side,
    order,
    added: fc.array(values),
  });
  fc.assert(
    fc.property(edits, ({ base, file, service, order, added }) => {
      const rows = order.flatMap((id) =>
        file[id] === undefined ? [] : [{ id, values: file[id] }],
      );
      const table = tableOf([...rows, ...added.map((each) => ({ id: '', values: each }))]);
      const sides = {
        created: new Map<string, string>(),
        resource: 'speakers' as const,
        table,
        base: base && recordsOf(base),
        service: recordsOf(service),
      };
      const found = compareSides(sides, {});
      const merged = found.rows;
      const written = merged.filter((row) => row.values !== undefined);

      const expected = ids.map((id) => merge(id, base?.[id], file[id], service[id]));
      const rowsOf = (id: string) =>
        written.filter((row) => row.id === id).map((row) => row.values);
      for (const { id, row } of expected)
        expect(rowsOf(id)).toEqual(row === undefined ? [] : [row]);
      expect(rowsOf('')).toEqual(added);
      const named = found.conflicts.map(({ id, code, field = '' }) => `${id} ${code} ${field}`);
      expect(named.toSorted()).toEqual(expected.flatMap(({ conflicts }) => conflicts).sort());
      expect(found.counts.conflicts).toBe(named.length);
      for (const prefer of ['file', 'service'] as const) {
        const preferred = new Map(
          compareSides(sides, { prefer }).rows.map(({ id, values }) => [id, values]),
        );
        for (const { id, row, conflicts } of expected.filter(
          ({ conflicts: { length } }) => length > 0,
        )) {
          const values = prefer === 'file' ? row : ofService(row, service[id], conflicts);
          expect(preferred.get(id)).toEqual(values);
        }
      }
      // The rows of the file stay in their order.
      expect(
        written.flatMap(({ id, row }) => (row === undefined || id === '' ? [] : [id])),
      ).toEqual(order.filter((id) => rowsOf(id).length > 0 && file[id] !== undefined));

      // A second merge has nothing to do: what is left are the edits and the conflicts.
      const secondBase = Object.fromEntries(
        merged.flatMap(({ id, base }) => (base === undefined ? [] : [[id, base]])),
      );
      const removed = new Set(
        merged.flatMap(({ id, isRemoved }) => (isRemoved === true ? [id] : [])),
      );
      const again = compareSides(
        { ...sides, table: tableOf(written), base: recordsOf(secondBase, removed) },
        {},
      );
      expect(
        again.rows.map(({ values }) => values).filter((values) => values !== undefined),
      ).toEqual(written.map(({ values }) => values));
      expect(
        again.conflicts.map(({ id, code, field = '' }) => `${id} ${code} ${field}`).sort(),
      ).toEqual(named.toSorted());
      expect(again.counts.service.new).toBe(0);
      // A row that was removed is named once, unless it is a conflict.
      const isGone = (id: string) =>
        base?.[id] !== undefined && file[id] === undefined && service[id] !== undefined;
      expect(found.counts.files.removed).toBe(ids.filter(isGone).length);
      expect(again.counts.files.removed).toBe(
        named.filter((name) => name.includes('removed_in_file')).length,
      );
      expect(again.counts.leftOut).toBe(removed.size);
    }),
    { numRuns: 300 },
  );
});

/**
 * What a record is if the service is preferred in its conflicts: as a whole, or in the fields that
 * they name.
 */
function ofService(
  row: Values | undefined,
  there: Values | undefined,
  conflicts: readonly string[],
) {
  const isWhole = conflicts.some((name) => name.endsWith(' '));
  const taken = Object.entries(there ?? {}).filter(
    ([field]) => isWhole || conflicts.some((name) => name.endsWith(field)),
  );
  return there && { ...row, ...Object.fromEntries(taken) };
}

/** The three-way merge of one record: an independent definition. */
function merge(
  id: string,
  base: Values | undefined,
  file: Values | undefined,
  service: Values | undefined,
) {
  const same = (a: string | undefined, b: string | undefined) =>
    a !== undefined && a.trim() === b?.trim();
  const all = (a: Values, b: Values) => fields.every((field) => same(a[field], b[field]));
  const conflicts: string[] = [];
  const result = (row: Values | undefined) => ({ id, row, conflicts });
  if (file === undefined) {
    if (service === undefined || base === undefined) return result(service);
    if (!all(base, service)) conflicts.push(`${id} removed_in_file `);
    return result(undefined);
  }
  // The empty cells of a row with nothing but its id are no edits.
  const isOnlyId = Object.values(file).every((value) => value.trim() === '');
  if (service === undefined) {
    if (base === undefined) return result(isOnlyId ? {} : file);
    if (isOnlyId || all(base, file)) return result(undefined);
    conflicts.push(`${id} removed_in_service `);
    return result(file);
  }
  const row = fields.map((field) => {
    const s = service[field] ?? '';
    const [b, f] = [base?.[field], isOnlyId ? s : (file[field] ?? '')];
    if (same(f, s) || same(f, b)) return [field, s];
    if (!same(s, b)) conflicts.push(`${id} field ${field}`);
    return [field, f];
  });
  return result(Object.fromEntries(row));
}

function recordsOf(side: Side, removed: ReadonlySet<string> = new Set()): Records {
  const present = Object.entries(side).flatMap(([id, values]) =>
    values === undefined ? [] : [{ id, values }],
  );
  return new Map(present.map(({ id, values }) => [id, { values, isRemoved: removed.has(id) }]));
}

function tableOf(
  rows:
    | readonly Pick<FileRow, 'id' | 'values'>[]
    | readonly { id: string; values: Values | undefined }[],
): ProgramTable {
  return {
    file: 'submissions.csv',
    columns: fields,
    positions: new Map(),
    delimiter: ',',
    hasMark: false,
    lineEnds: newFile,
    rows: rows.map(({ id, values = {} }, index) => ({ line: index + 2, id, values, cells: [] })),
  };
}
