// Finds the record that each row of a file of a program belongs to, by its id or its key. Pure.

import type { FileResource } from '../contract/endpoint.ts';
import { grouped } from '../contract/grouped.ts';
import { comparedTitle } from '../contract/key.ts';
import type { FileRow } from './csv-files.ts';
import { type CreatedIds, finderByKey, type Records } from './records.ts';

/** The records that rows can belong to. */
export interface RowOwners {
  readonly service: Records;
  /** What this computer has created. */
  readonly created: CreatedIds;
  /** Of sessions: titles that several submissions have, as they are compared. */
  readonly sharedTitles?: ReadonlySet<string> | undefined;
}

/**
 * The rows of a file, each with the id of the record that it belongs to. A row without an id
 * belongs to the record with its key, if it is the only one: a schedule may be written by hand.
 * @returns with `isFurther` if a row before it is that of the record: this one is a further slot of
 *   the talk
 */
export function rowsWithIds(
  resource: FileResource,
  rows: readonly FileRow[],
  { service, created, sharedTitles }: RowOwners,
) {
  const idOf = finderByKey(resource, service, created);
  if (resource === 'sessions') return slotsWithIds(rows, idOf, sharedTitles);
  const ids = new Set(rows.map(({ id }) => id));
  const withoutId = rows.filter(({ id }) => id === '');
  const byTitle = grouped(withoutId, ({ values }) => comparedTitle(values.title));
  return rows.map((row) => {
    const isOnlyOne = byTitle.get(comparedTitle(row.values.title))?.length === 1;
    const own = row.id === '' ? idOf(row.values, isOnlyOne) : undefined;
    const id = own === undefined || ids.has(own) ? row.id : own;
    ids.add(id);
    return { id, row, isFurther: false };
  });
}

/** The first row of a talk is that of its session, as in a plan. */
function slotsWithIds(
  rows: readonly FileRow[],
  idOf: ReturnType<typeof finderByKey>,
  sharedTitles: ReadonlySet<string> | undefined,
) {
  const ids = new Set<string>();
  return rows.map((row) => {
    const isShared = sharedTitles?.has(comparedTitle(row.values.title) ?? '') === true;
    const byTitle = row.id === '' && !isShared ? idOf(row.values, true) : undefined;
    const id = byTitle ?? row.id;
    const isFurther = id !== '' && ids.has(id);
    ids.add(id);
    return { id, row, isFurther };
  });
}
