// Decides which column of a file fills which field. The way of a header to its field:
// 1. `vocabulary/en.ts` and the other languages list its words by what they mean: `Given name` is
//    the term `firstName`. `vocabulary/terms.ts` has the terms, and what two of them mean together.
// 2. `header-meaning.ts` reads one header alone, whatever the case, the signs and the remarks.
// 3. `header-fields.ts` reads it beside the other headers of its file, and finds the field:
//    `vocabulary/record-fields.ts` and `schedule-fields.ts` list the fields of each kind of file by
//    the meanings that fill them.
// 4. `header-match.ts` chooses the columns: by the user's mapping before all, and by cells where
//    headers do not decide.

import { addressesInText } from '../contract/address.ts';
import { isAddressField } from '../contract/private-fields.ts';
import type { Row } from '../files/table.ts';
import type { NameForm } from '../people/comma.ts';
import type { Cells } from './cell-evidence.ts';
import type { DurationUnit } from './dates/duration.ts';
import type { ColumnMatch, FileHeader } from './file-header.ts';
import {
  fieldOf,
  fieldsOfSeveral,
  type NamePart,
  readHeaders,
  updateOnlyField,
} from './header-fields.ts';
import { type MappableField, matchHeaders, targetsOf } from './header-match.ts';
import { durationUnit } from './header-meaning.ts';
import { type MissingField, missingColumns, type UnusedColumn } from './missing-columns.ts';
import { nameFormOf } from './name-form.ts';
import { isOwnOutput, isReportColumn } from './own-output.ts';
import { type UnreadPeople, unreadPeople } from './unread-people.ts';
import { applyUserMapping } from './user-mapping.ts';

interface Column {
  readonly column: string;
  readonly index: number;
  /** The first cell of the sample that is not empty. */
  readonly sample?: string | undefined;
}

/** A column that is used. */
export interface MappedColumn extends Column {
  /** The field's name, or `name` if the cell is split into a first and a last name. */
  readonly target: string;
  /** The fields that the cell fills: one, or the first and the last name. */
  readonly fields: readonly string[];
  /** Whether a leading `'` of a cell is the formula guard, which this program wrote. */
  readonly isGuarded: boolean;
  /** Of a column of whole names. */
  readonly nameForm?: NameForm | undefined;
  /** Whose column it is, of several numbered people: `Speaker 2 Email`. The first is 1. */
  readonly person?: number | undefined;
  /** What it has of the people of a field that several columns fill; whole names if undefined. */
  readonly part?: NamePart | undefined;
  /** Of the bare numbers of a duration; minutes if undefined. */
  readonly unit?: DurationUnit | undefined;
}

export interface Mapping {
  readonly mapped: readonly MappedColumn[];
  /** The other columns, except those that the user leaves out and those of a reject file. */
  readonly unmapped: readonly (Column & UnusedColumn)[];
  /** Of a file of records. */
  readonly unread?: UnreadPeople;
}

/** A file must have columns for all fields of at least one group. */
export interface Requirement {
  /** For messages: `submission_id or title`. */
  readonly name: string;
  /** The first group is the usual one. */
  readonly anyOf: readonly (readonly string[])[];
}

export interface MappingOptions extends FileHeader {
  readonly fields: readonly MappableField[];
  /** Those of the fields, if undefined. */
  readonly requirements?: readonly Requirement[] | undefined;
  /** The cells of the first rows. */
  readonly sample?: readonly (readonly string[])[] | undefined;
  /** Whether names are looked up elsewhere: they must be clear without addresses as well. */
  readonly readsNames?: boolean | undefined;
}

/**
 * Maps columns as `findMapping` does, and requires a column for each required field.
 * @throws {InvalidInputError} also if a required field has no column
 */
export function mapColumns(options: MappingOptions): Mapping {
  const { mapping, missing } = findMapping(options);
  if (missing.length > 0) throw missingColumns(options, mapping.unmapped, missing);
  return mapping;
}

/**
 * Maps columns by the user's mapping, then by field names and the vocabulary, and lists the
 * required fields without one.
 * @throws {UsageError} if the user's mapping does not fit the file or the fields
 * @throws {InvalidInputError} if two columns match a field equally well
 */
export function findMapping(options: MappingOptions): {
  readonly mapping: Mapping;
  readonly missing: readonly MissingField[];
} {
  const { columns, fields, kind, rows = [] } = options;
  const targets = targetsOf(fields);
  const userMapping = applyUserMapping(options, [...targets.keys()]);
  const isGuarded = isOwnOutput(columns);
  const cells = cellsOf(options);
  // What this program wrote has the columns that its header names.
  const evidence = isGuarded ? [] : cells;
  const { chosen, misfits } = matchHeaders({
    ...options,
    userMapping,
    targets,
    cells: evidence,
    rows,
    isOwnOutput: isGuarded,
  });
  const mapped = chosen
    .map((match) => ({
      ...columnOf(options, cells, match.index),
      target: match.target,
      fields: targets.get(match.target) ?? [],
      isGuarded,
      ...detailsOf(match, options),
    }))
    .sort((a, b) => a.index - b.index);
  const unmapped = columns.flatMap((header, index) => {
    const isMapped = mapped.some((column) => column.index === index);
    if (isMapped || userMapping.has(index) || isReportColumn(header)) return [];
    const misfit = misfits.get(index);
    const updateOnly = fieldForUpdates(header, options);
    const reason = updateOnly === undefined ? misfit : `${updateOnly} can only be set by an update`;
    return [{ ...columnOf(options, cells, index), reason, updateOnly }];
  });
  const missing = missingIn(options, mapped);
  const areRecords = kind === 'speakers' || kind === 'submissions';
  if (!areRecords) return { mapping: { mapped, unmapped }, missing };
  const unread = unreadPeople(chosen, { columns, cells, userMapping });
  return { mapping: { mapped, unmapped, unread }, missing };
}

/** What only some columns have. */
function detailsOf(
  { index, column, target, person, part }: ColumnMatch,
  { kind, rows }: MappingOptions,
): Pick<MappedColumn, 'nameForm' | 'person' | 'part' | 'unit'> {
  const isOfPeople = target === 'name' || fieldsOfSeveral(kind).includes(target);
  const hasNames = isOfPeople && part === undefined;
  return {
    nameForm: hasNames ? nameFormOf(column, index, rows) : undefined,
    person,
    part,
    unit: target === 'duration' ? durationUnit(column) : undefined,
  };
}

/**
 * The columns of ids of another system, by which an update would look for records. A file that this
 * program wrote has those of the service.
 */
export function foreignIdColumns(
  { mapped, unmapped }: Mapping,
  { columns, kind }: Pick<MappingOptions, 'columns' | 'kind'>,
): readonly string[] {
  if (isOwnOutput(columns)) return [];
  const headers = readHeaders(columns, kind);
  const isId = ({ index, target }: Column & { readonly target?: string }) =>
    target === 'id' || fieldOf(headers[index]) === 'id';
  return [...mapped, ...unmapped].filter(isId).map(({ column }) => column);
}

/** The user's column for a field of the API, if it has one: for faults. */
export function locateField(
  { mapped }: Mapping,
  field: string,
): { readonly field: string; readonly column?: string } {
  const mappedColumn = mapped.find(({ fields }) => fields.includes(field));
  return mappedColumn === undefined ? { field } : { column: mappedColumn.column, field };
}

/** The cells of each column; a column of the file has none if there is no sample. */
function cellsOf({
  columns,
  sample = [],
}: Pick<MappingOptions, 'columns' | 'sample'>): readonly Cells[] {
  return columns.map((_, index) => sample.map((cells) => (cells[index] ?? '').trim()));
}

function columnOf({ columns }: MappingOptions, cells: readonly Cells[], index: number): Column {
  return {
    column: columnName(columns, index),
    index,
    sample: cells[index]?.find((cell) => cell !== ''),
  };
}

function columnName(columns: readonly string[], index: number): string {
  return columns[index] || `column ${index + 1} (unnamed)`;
}

/**
 * The field that a header means if only an update can set it, and the rows of the file update
 * nothing.
 */
function fieldForUpdates(
  header: string,
  { kind, fields }: Pick<MappingOptions, 'kind' | 'fields'>,
): string | undefined {
  const field = updateOnlyField(header, kind);
  return fields.some(({ name }) => name === field) ? undefined : field;
}

function missingIn(
  { fields, requirements, rows = [] }: MappingOptions,
  mapped: readonly MappedColumn[],
): readonly MissingField[] {
  const required = fields.filter((field) => field.required);
  const ofFields = required.map(({ name }) => ({ name, anyOf: [[name]] }));
  const has = (field: string) =>
    mapped.some((column) => {
      const isNamed = column.target === 'name' && isAddressField(field);
      return column.fields.includes(field) || (isNamed && holdsAddresses(column, rows));
    });
  return (requirements ?? ofFields).flatMap(({ name, anyOf }) => {
    if (anyOf.some((group) => group.every(has))) return [];
    // Beside a column of dates, the times are missing.
    const begun = anyOf.find((group) => group.some(has));
    const field = (begun ?? anyOf[0])?.find((target) => !has(target)) ?? name;
    return [{ field, name: begun === undefined ? name : field }];
  });
}

/** Whether most names of a column have addresses beside them: `Ida Moen <ida@example.org>`. */
function holdsAddresses({ index }: MappedColumn, rows: readonly Row[]): boolean {
  const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell.trim() !== '');
  const addressed = cells.filter((cell) => addressesInText(cell).length > 0);
  return addressed.length * 2 > cells.length;
}
