// Writes what an unfinished run has created into the files of its program: the ids into the rows,
// and what was sent into the snapshot. Must not know the service.

import { comparedKey } from '../changes/names.ts';
import { recordName } from '../columns/record-name.ts';
import { quoted } from '../contract/amount.ts';
import { type RecordResource, singularOf } from '../contract/endpoint.ts';
import { isSameValue } from '../contract/likeness.ts';
import type { InputFault } from '../errors.ts';
import { replaceFiles } from '../replace-file.ts';
import type { NewRow } from '../runs/new-rows.ts';
import { type FileRow, type ProgramTable, readProgramTable, tableText } from './csv-files.ts';
import { programFiles } from './files.ts';
import { openPrivateFolder } from './private-files.ts';
import type { ProgramRecord, Records } from './records.ts';
import { type ProgramEvent, readSnapshot, snapshotPath, snapshotText } from './snapshot.ts';

/** A file of new rows, and the run that creates their records. */
interface NewRows {
  readonly resource: RecordResource;
  readonly table: ProgramTable;
  /** Undefined without a snapshot. */
  readonly base: Records | undefined;
  readonly rows: readonly NewRow[];
}

/** Whose rows they are. */
interface OwnedRows extends NewRows {
  /** The ids of rows that have none. */
  readonly ids: ReadonlyMap<FileRow, string>;
  /** All ids, those included. */
  readonly known: ReadonlySet<string>;
  /** The keys of the file. */
  readonly keys: ReadonlySet<string | undefined>;
}

/**
 * Writes nothing if all ids are written.
 * @returns the paths of what was written; and a fault for each new record without a row, if
 *   a row without an id may be its own
 * @throws {InvalidInputError} for files that cannot be read
 * @throws {OutputError} for files that cannot be written
 */
export function writeNewIds(
  folder: string,
  event: ProgramEvent,
  newRows: Readonly<Record<RecordResource, readonly NewRow[]>>,
): { readonly written: readonly string[]; readonly faults: readonly InputFault[] } {
  const snapshot = readSnapshot(folder, event);
  const files = (['speakers', 'submissions'] as const).flatMap((resource): NewRows[] => {
    const table = readProgramTable(folder, resource);
    const rows = newRows[resource];
    const isSent = rows.some(({ record, isInDoubt }) => record !== undefined || isInDoubt);
    if (table === undefined || !isSent) return [];
    return [{ resource, table, base: snapshot?.[resource], rows }];
  });
  if (files.length === 0) return { written: [], faults: [] };
  const owned = files.map(withOwners);
  const written = replaceFiles(openPrivateFolder(folder), (replacements) => {
    for (const file of owned)
      if (file.ids.size > 0) replacements.begin(file.table.file).write(withIds(file));
    if (snapshot === undefined) return;
    const bases = owned.map((file) => [file.resource, withCreated(file)]);
    const text = snapshotText(event, { ...snapshot, ...Object.fromEntries(bases) });
    replacements.beginLast(snapshotPath(folder), 0o600).write(text);
  });
  return { written, faults: owned.flatMap(faultsIn) };
}

/**
 * A row without an id is that of a record with its key, or of the one whose row was in its line, if
 * that has the same title, name or address and no row has the key.
 */
function withOwners(file: NewRows): OwnedRows {
  const { resource, table, rows } = file;
  const known = new Set(table.rows.map(({ id }) => id));
  const keys = new Set(table.rows.map((row) => keyOf(resource, row)));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const ids = new Map<FileRow, string>();
  for (const row of table.rows) {
    if (row.id !== '') continue;
    const inLine = byLine.get(row.line);
    const isEdited =
      inLine !== undefined && !keys.has(inLine.key) && isSimilar(resource, row, inLine);
    const { record } = byKey.get(keyOf(resource, row)) ?? (isEdited ? inLine : {});
    if (record === undefined || known.has(record.id)) continue;
    known.add(record.id);
    ids.set(row, record.id);
  }
  return { ...file, ids, known, keys };
}

function keyOf(resource: RecordResource, { values }: FileRow): string | undefined {
  return comparedKey(programFiles[resource], values);
}

function isSimilar(resource: RecordResource, { values }: FileRow, { fields }: NewRow): boolean {
  const name = recordName(resource, values);
  if (name !== '' && name === recordName(resource, fields)) return true;
  return programFiles[resource].key.some((field) => {
    return fields[field] != null && isSameValue(field, fields[field], values[field]);
  });
}

function withIds({ resource, table, ids }: OwnedRows): string {
  const { id: column } = programFiles[resource];
  const rows = table.rows.map((row) => {
    const id = ids.get(row);
    return { cells: row.cells, values: id === undefined ? {} : { [column]: id } };
  });
  return tableText(table, { id: column, fields: [], dropped: [] }, rows);
}

/** With what was sent for the records whose rows are known. */
function withCreated({ base, rows, known }: OwnedRows): Records {
  const records = new Map<string, ProgramRecord>(base);
  for (const { record } of rows) {
    if (record === undefined || records.has(record.id) || !known.has(record.id)) continue;
    const values = Object.entries(record.sent).map(([field, value]) => [field, value ?? '']);
    records.set(record.id, { values: Object.fromEntries(values), isUnseen: true });
  }
  return records;
}

/** Records whose rows are unknown are no faults without a row that may create them again. */
function faultsIn({
  resource,
  table,
  base,
  rows,
  ids,
  known,
  keys,
}: OwnedRows): readonly InputFault[] {
  const planned = new Set(rows.map(({ key }) => key));
  const isOther = (row: FileRow) =>
    row.id === '' && !ids.has(row) && !planned.has(keyOf(resource, row));
  if (!table.rows.some(isOther)) return [];
  return rows.flatMap(({ line, key, fields, record, isInDoubt }): InputFault[] => {
    const name = recordName(resource, fields);
    const what = `the ${singularOf(resource)}${name === '' ? '' : ` ${quoted(name)}`}`;
    const fault = { file: table.file, line };
    if (isInDoubt && !keys.has(key)) {
      const message = `it is unknown whether ${what} was created from this line`;
      return [{ ...fault, code: 'outcome_unknown', message }];
    }
    if (record === undefined || known.has(record.id) || base?.has(record.id) === true) return [];
    const message = `no row has the id ${record.id} of ${what}, which was created from this line`;
    return [{ ...fault, code: 'missing', message }];
  });
}
