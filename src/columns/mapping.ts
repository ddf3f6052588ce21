// Decides which column of a file fills which field: by headers, and by the cells of the first rows. Must not know files.

import type { Field } from '../contract/fields.ts';
import { isAddressField } from '../contract/key.ts';
import type { Row } from '../files/table.ts';
import { type Cells, resembles } from './evidence.ts';
import { type Misfit, matchHeaders, type Targets, targetsOf } from './header-match.ts';
import { type MissingField, missingColumns, type UnusedColumn } from './missing-columns.ts';
import { nameFormOf } from './name-form.ts';
import { isOwnOutput, isReportColumn } from './own-output.ts';
import type { NameForm } from './people.ts';
import { excludes, type FreeColumn, rankColumns, suggest, unclearMatches } from './suggestions.ts';
import { applyUserMapping, type UserMapping, type UserMappingOptions } from './user-mapping.ts';
import type { FileKind } from './vocabulary/fields.ts';
import { isKnown, updateOnlyField, updateOnlyFields } from './vocabulary.ts';

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
  readonly nameForm?: NameForm;
}

export interface UnmappedColumn extends Column, UnusedColumn {
  /** The field that its header means, if only an update can set it. */
  readonly updateOnly: string | undefined;
}

export interface Mapping {
  readonly mapped: readonly MappedColumn[];
  /** The other columns, except those that the user leaves out and those of a reject file. */
  readonly unmapped: readonly UnmappedColumn[];
  /** The columns that the map file names and this file does not have. */
  readonly absent: readonly string[];
  /** The address that all rows have for which the file has none: it is not that of the people whom they name. */
  readonly givenAddress?: string | undefined;
}

/** A file must have columns for all fields of at least one group. */
export interface Requirement {
  /** For messages: `submission_id or title`. */
  readonly name: string;
  /** The first group is the usual one. */
  readonly anyOf: readonly (readonly string[])[];
}

export type { MissingField };

/** Rows of cells. */
type Sample = readonly (readonly string[])[];

export interface MappingOptions extends UserMappingOptions {
  readonly kind: FileKind;
  readonly fields: readonly Field[];
  /** Those of the fields, if undefined. */
  readonly requirements?: readonly Requirement[] | undefined;
  /** The cells of the first rows. */
  readonly sample?: Sample | undefined;
  /** All rows. */
  readonly rows?: readonly Row[] | undefined;
  /** The line of the header, and that of each row of the sample. */
  readonly lines?: readonly number[] | undefined;
  /** The targets for which no column is looked for by anything but its header: the user has said that none holds them. */
  readonly declined?: ReadonlySet<string> | undefined;
  /** Whether nothing uses the names of people, so that nobody is asked how they are written. */
  readonly ignoresNames?: boolean | undefined;
  /** Whether no flag maps the columns of this file, so that they must be renamed instead. */
  readonly mustRename?: boolean | undefined;
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
 * Maps columns by the user's mapping, then by field names and the vocabulary, and lists the required fields without one.
 * @throws {UsageError} if the user's mapping does not fit the file or the fields
 * @throws {InvalidInputError} if two columns match a field equally well
 */
export function findMapping(options: MappingOptions): {
  readonly mapping: Mapping;
  readonly missing: readonly MissingField[];
  /** The other fields without a column that a column may fill. */
  readonly likely: readonly MissingField[];
} {
  const { columns, file, fields, kind, mustRename } = options;
  const targets = targetsOf(fields);
  const { given, absent } = applyUserMapping(options, [...targets.keys()], updateOnlyFields(kind));
  const isGuarded = isOwnOutput(columns);
  // What this program wrote has the columns that its header names.
  const cells = cellsOf(isGuarded ? { columns } : options);
  const { chosen, misfits, weak } = matchHeaders({
    ...{ file, columns, kind, given, targets, cells, mustRename },
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  });
  const free = freeColumns(options, given, cells);
  const unclear = isGuarded
    ? []
    : unclearMatches(weak, { kind, chosen, targets, free, addresses: cells[addressColumn(chosen)] });
  for (const { target } of unclear) chosen.delete(target);
  const addressIndex = addressColumn(chosen);
  const addresses = cells[addressIndex];
  const mapped = [...chosen]
    .map(([target, index]) => {
      const column = columnOf(options, cells, index);
      const into = targets.get(target) ?? [];
      const known = { ...column, target, fields: into, isGuarded };
      if (into.length === 1 && target !== 'speakers') return known;
      return { ...known, nameForm: nameFormOf(column.column, index, options.rows) };
    })
    .sort((a, b) => a.index - b.index);
  const search = { kind, columns: free.filter(({ index }) => !isUsed(mapped, index)), addresses };
  const open = openTargets(targets, mapped).filter((target) => options.declined?.has(target) !== true);
  const suggestions = suggest({ ...search, targets: open });
  const addressHeader = mapped.find(({ index }) => index === addressIndex)?.column;
  // Of people who are not imported, or other addresses of the same ones.
  const otherAddresses = (index: number) => {
    const isOther = addressHeader !== undefined && !isKnown(columns[index] ?? '', kind);
    return isOther && resembles('email', kind, cells[index] ?? [], undefined)
      ? `the addresses are those of "${addressHeader}"`
      : undefined;
  };
  const unmapped = columns.flatMap((header, index) => {
    if (isUsed(mapped, index) || given.has(index) || isReportColumn(header)) return [];
    const suggestion = suggestions.find((one) => one.index === index)?.target;
    const misfit = misfits.find((one) => one.index === index);
    const updateOnly = fieldForUpdates(header, options);
    const reason = reasonFor(updateOnly, misfit) ?? otherAddresses(index);
    return [{ ...columnOf(options, cells, index), suggestion, reason, refusedFor: misfit?.target, updateOnly }];
  });
  const withCandidates = ({ field, ...one }: Omit<MissingField, 'candidates' | 'suggested'>): MissingField => {
    const suggestion = suggestions.find(({ target }) => target === field);
    const weakColumns = unclear.flatMap((one) => (one.target === field ? [one.index, ...one.rivals] : []));
    const suggested = suggestion?.index;
    const ranked = rankColumns(field, search).map(({ index }) => index);
    // A column that is suggested for another field comes last.
    const order = (index: number) => (index === suggested ? 0 : suggestions.some((one) => one.index === index) ? 2 : 1);
    const likely = ranked.toSorted((a, b) => order(a) - order(b));
    const named = (indexes: readonly number[]) => indexes.map((index) => columnName(columns, index));
    const alike = suggestion === undefined ? [] : [suggestion.index, ...suggestion.rivals];
    const suggestedColumns = [...new Set([...alike, ...weakColumns])].sort((a, b) => a - b);
    return { ...one, field, candidates: named(likely), suggested: named(suggestedColumns) };
  };
  const missing = missingIn(options, mapped);
  for (const { target } of unclear) {
    const isAsked = options.declined?.has(target) !== true && missing.every(({ field }) => field !== target);
    if (isAsked) missing.push({ field: target, name: target, isOptional: true });
  }
  const likely = suggestions
    .filter(({ target }) => !missing.some(({ field }) => field === target))
    .map(({ target }) => ({ field: target, name: target, isOptional: true }));
  return {
    mapping: { mapped, unmapped, absent },
    missing: missing.map(withCandidates),
    likely: likely.map(withCandidates),
  };
}

/** The column of statuses, which an import does not set. */
export function statusColumn({ unmapped }: Mapping): UnmappedColumn | undefined {
  return unmapped.find(({ updateOnly }) => updateOnly === 'status');
}

/** The user's column for a field of the API, if it has one: for faults. */
export function locateField({ mapped }: Mapping, field: string): { readonly field: string; readonly column?: string } {
  const found = mapped.find(({ fields }) => fields.includes(field));
  return found === undefined ? { field } : { column: found.column, field };
}

/** The cells of each column; a column of the file has none if there is no sample. */
function cellsOf({ columns, sample = [] }: Pick<MappingOptions, 'columns' | 'sample'>): readonly Cells[] {
  return columns.map((_, index) => sample.map((cells) => (cells[index] ?? '').trim()));
}

function columnOf({ columns }: MappingOptions, cells: readonly Cells[], index: number): Column {
  return { column: columnName(columns, index), index, sample: cells[index]?.find((cell) => cell !== '') };
}

function columnName(columns: readonly string[], index: number): string {
  return columns[index] || `column ${index + 1} (unnamed)`;
}

function isUsed(mapped: readonly MappedColumn[], index: number): boolean {
  return mapped.some((one) => one.index === index);
}

/** The columns that the user could map: a column without a name cannot be mapped. */
function freeColumns(options: MappingOptions, given: UserMapping, cells: readonly Cells[]): readonly FreeColumn[] {
  return options.columns.flatMap((header, index) => {
    const isOther = header === '' || isReportColumn(header);
    if (isOther || given.has(index) || fieldForUpdates(header, options)) return [];
    return [{ index, header, cells: cells[index] ?? [] }];
  });
}

/** The index of the first column of addresses. */
function addressColumn(chosen: ReadonlyMap<string, number>): number {
  const indexes = [...chosen].flatMap(([target, index]) => (isAddressField(target) ? [index] : []));
  return indexes.length === 0 ? -1 : Math.min(...indexes);
}

/** The targets that no column fills, and that no mapped target excludes. */
function openTargets(targets: Targets, mapped: readonly MappedColumn[]): readonly string[] {
  return [...targets]
    .filter(([target, fields]) =>
      mapped.every((one) => !one.fields.some((field) => fields.includes(field)) && !excludes(one.target, target)),
    )
    .map(([target]) => target);
}

/** The field that a header means if only an update can set it, and the rows of the file update nothing. */
function fieldForUpdates(
  header: string,
  { kind, fields }: Pick<MappingOptions, 'kind' | 'fields'>,
): string | undefined {
  const field = updateOnlyField(header, kind);
  return fields.some(({ name }) => name === field) ? undefined : field;
}

function reasonFor(updateOnly: string | undefined, misfit: Misfit | undefined): string | undefined {
  if (updateOnly !== undefined) return `${updateOnly} can only be set by an update`;
  return misfit === undefined ? undefined : `${misfit.reason}, so it is not ${misfit.target}`;
}

function missingIn(
  { fields, requirements }: MappingOptions,
  mapped: readonly MappedColumn[],
): Omit<MissingField, 'candidates' | 'suggested'>[] {
  const own = fields.filter(({ required }) => required).map(({ name }) => ({ name, anyOf: [[name]] }));
  const has = (field: string) => mapped.some((one) => one.fields.includes(field));
  return (requirements ?? own).flatMap(({ name, anyOf }) => {
    if (anyOf.some((group) => group.every(has))) return [];
    // Beside a column of dates, the times are missing.
    const begun = anyOf.find((group) => group.some(has));
    const field = (begun ?? anyOf[0])?.find((each) => !has(each)) ?? name;
    return [{ field, name: begun === undefined ? name : field, isOptional: false }];
  });
}
