// What the rows of an interrupted run want when it is resumed, and in which states they are.
import { describe, expect, it } from 'vitest';
import { endpoints } from '../contract/index.ts';
import { noHistory, type RowHistory } from './history.ts';
import { asPlanned, replay } from './resume.ts';
import { type CertainNote, type RowState, type RunRow, rowStates, turn } from './row.ts';
import { createRows } from './rows.ts';

const wanted = {
  row: 1,
  line: 2,
  names: { key: 'a', title: 't' },
  fields: { status: 'b', feedback: 'x' },
};
const fields = { status: { to: 'b' } };
const { createSubmission, updateSubmission } = endpoints;
const [adding, updating] = [{ verb: createSubmission.verb }, { verb: updateSubmission.verb }];

describe('replay', () => {
  it.each<[string, Partial<RowHistory> | undefined, RowState, isUpdate?: boolean]>([
    ['was not sent', undefined, 'create'],
    ['was not sent after all', { outcome: undefined }, 'create'],
    ['has a creation without an outcome', { outcome: 'unknown', ...adding }, 'unknown'],
    [
      'has an update without an outcome, which may be repeated',
      { outcome: 'unknown', ...updating },
      'create',
      true,
    ],
    ['is created', { outcome: 'created', isCreated: true, ...adding }, 'created'],
    [
      'is created, its update is in doubt',
      { outcome: 'unknown', isCreated: true, ...updating },
      'created',
      true,
    ],
    [
      'is created, and its update was refused',
      { outcome: 'failed', isCreated: true, ...updating },
      'created',
    ],
    ['is created and updated', { outcome: 'updated', isCreated: true, fields }, 'created'],
    ['is updated', { outcome: 'updated' }, 'updated'],
    ['is placed', { outcome: 'placed' }, 'updated'],
    ['is skipped', { outcome: 'skipped' }, 'skipped'],
    ['was refused', { outcome: 'failed' }, 'create'],
  ])('of a row that %s', (_, history, state, isUpdate = false) => {
    const rows = createRows(4);
    const row = rows.add(wanted, 'create');
    const known = new Map(
      history && [[5, { row: 5, isCreated: false, id: 'sub_1', fields: {}, ...history }]],
    );
    const updates = replay(
      { ...noHistory, rows: known },
      { rows, endpoint: createSubmission, update: updateSubmission },
    );
    expect([row.state, updates]).toEqual([state, isUpdate ? [row] : []]);
    const notes: Partial<Record<RowState, RunRow['note']>> = { create: {}, unknown: { doubt: {} } };
    const changes = history?.fields;
    expect(row.note).toEqual(notes[state] ?? { id: 'sub_1', changes });
  });

  it('changes no row that needs no request', () => {
    const others = rowStates.filter((state) => state !== 'create');
    const rows = createRows();
    for (const state of others) rows.add(wanted, state);
    const known = new Map(
      others.map((_, at) => [
        at + 1,
        { row: at + 1, isCreated: true, fields: {}, outcome: 'created' as const },
      ]),
    );
    replay(
      { ...noHistory, rows: known },
      { rows, endpoint: createSubmission, update: updateSubmission },
    );
    expect([...rows].map(({ state }) => state)).toEqual(others);
  });
});

describe('a saved row', () => {
  const base = { status: 'a' };
  const planned = (state: 'update' | 'skipped', note: CertainNote, hasBase = true) => {
    const row = createRows().add({ ...wanted, base }, state);
    turn(row, state, note);
    return asPlanned(row, hasBase);
  };
  const changes = { status: { from: 'a', to: 'b' } };
  const note = { id: 'sub_1', changes, by: 'title' } as const;
  const { title: _, ...names } = wanted.names;

  it('that updates is found by the id of its record alone, and changes what was planned', () => {
    const update = { state: 'create', names: { id: 'sub_1' }, fields: { status: 'b' }, note: {} };
    expect(planned('update', note)).toMatchObject({ ...update, base });
    expect(planned('update', note, false)).toMatchObject({ ...update, base: undefined });
  });

  it('that has found no record is planned again by its own names, not by its title', () => {
    const { by: _, ...unfound } = note;
    expect(planned('update', unfound)).toMatchObject({
      ...wanted,
      base,
      state: 'create',
      names,
      note: {},
    });
  });

  it('that does not update is as it was, but not found by its title', () => {
    expect(planned('skipped', { id: 'sub_1' })).toMatchObject({
      ...wanted,
      state: 'skipped',
      names,
      note: { id: 'sub_1' },
    });
  });
});
