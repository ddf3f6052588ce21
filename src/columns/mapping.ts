// Decides which column of a file fills which field. Must not know cells.
import type { Resource } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import { InvalidInputError } from '../errors.ts';
import { matchHeaders, type Targets, targetsOf } from './header-match.ts';
import { isOwnOutput, isRejectColumn } from './own-output.ts';
import { mostSimilar, similarityOf } from './similarity.ts';
import { applyUserMapping, type UserMapping, type UserMappingOptions } from './user-mapping.ts';
import { coreOf, headersFor, isKnown, updateOnlyField } from './vocabulary.ts';

/** A column that is used. */
export interface MappedColumn {
  readonly column: string;
  readonly index: number;
  /** The field's name, or `name` if the cell is split into a first and a last name. */
  readonly target: string;
  /** The fields that the cell fills: one, or the first and the last name. */
  readonly fields: readonly string[];
  /** Whether a leading `'` of a cell is the formula guard, which this program wrote. */
  readonly isGuarded: boolean;
}

export interface UnmappedColumn {
  readonly column: string;
  /** A field that the header resembles and that has no column. */
  readonly suggestion: string | undefined;
  /** Why the column cannot be used, if its header is known: `phone can only be set by an update`. */
  readonly reason: string | undefined;
}

export interface Mapping {
  readonly mapped: readonly MappedColumn[];
  /** The other columns, except those that the user leaves out and those of a reject file. */
  readonly unmapped: readonly UnmappedColumn[];
  /** The columns that the map file names and this file does not have. */
  readonly absent: readonly string[];
}

/** A required field without a column. */
export interface MissingField {
  readonly field: string;
  /** The columns that are not used, the most similar first. */
  readonly candidates: readonly string[];
}

export interface MappingOptions extends UserMappingOptions {
  readonly resource: Resource;
  readonly fields: readonly Field[];
}

/**
 * Maps columns as `findMapping` does, and requires a column for each required field.
 * @throws {InvalidInputError} also if a required field has no column
 */
export function mapColumns(options: MappingOptions): Mapping {
  const { mapping, missing } = findMapping(options);
  if (missing.length > 0) throw missingColumns(options, mapping, missing);
  return mapping;
}

/**
 * Maps columns by the user's mapping, then by field names and the vocabulary, and lists the required fields without one.
 * @throws {UsageError} if the user's mapping does not fit the file or the fields
 * @throws {InvalidInputError} if two columns match a field equally well
 */
export function findMapping(options: MappingOptions): { mapping: Mapping; missing: readonly MissingField[] } {
  const { columns, file, fields, resource } = options;
  const targets = targetsOf(fields);
  const { given, absent } = applyUserMapping(options, [...targets.keys()]);
  const isGuarded = isOwnOutput(columns);
  const mapped = [...matchHeaders({ file, columns, resource, given, targets })]
    .map(([target, index]) => ({
      column: columnName(columns, index),
      index,
      target,
      fields: targets.get(target) ?? [],
      isGuarded,
    }))
    .sort((a, b) => a.index - b.index);
  const unmapped = findUnmapped(options, given, mapped, targets);
  const missing = fields.filter(({ name, required }) => required && !mapped.some((one) => one.fields.includes(name)));
  return {
    mapping: { mapped, unmapped, absent },
    missing: missing.map(({ name }) => ({ field: name, candidates: rankCandidates(name, unmapped, resource) })),
  };
}

/** The user's column for a field of the API, if it has one: for faults. */
export function locateField({ mapped }: Mapping, field: string): { readonly field: string; readonly column?: string } {
  const found = mapped.find(({ fields }) => fields.includes(field));
  return found === undefined ? { field } : { column: found.column, field };
}

function findUnmapped(
  { columns, resource }: MappingOptions,
  given: UserMapping,
  mapped: readonly MappedColumn[],
  targets: Targets,
): readonly UnmappedColumn[] {
  const used = new Set(mapped.map(({ index }) => index));
  const filled = new Set(mapped.flatMap(({ fields }) => fields));
  const words = new Map<string, string>();
  for (const [target, fields] of targets) {
    if (fields.some((field) => filled.has(field))) continue;
    for (const word of wordsFor(target, resource)) words.set(word, target);
  }
  return columns.flatMap((column, index) => {
    if (used.has(index) || given.has(index) || isRejectColumn(column)) return [];
    const reason = updateOnlyReason(column, resource);
    const similar = isKnown(column)
      ? undefined
      : (mostSimilar(column, words.keys()) ?? mostSimilar(coreOf(column), words.keys()));
    // A column of ids resembles the names of other fields (`Speaker ID`) and never fills them.
    const field = similar === undefined ? undefined : words.get(similar);
    const suggestion = containsIds(column) && field !== undefined && !containsIds(field) ? undefined : field;
    return [{ column: columnName(columns, index), suggestion, reason }];
  });
}

function containsIds(header: string): boolean {
  return /(^|[\s_-])ids?$/i.test(header);
}

function updateOnlyReason(column: string, resource: Resource): string | undefined {
  const field = updateOnlyField(column, resource);
  return field === undefined ? undefined : `${field} can only be set by an update`;
}

function wordsFor(target: string, resource: Resource): readonly string[] {
  return [target, ...headersFor(target, resource)];
}

function rankCandidates(field: string, unmapped: readonly UnmappedColumn[], resource: Resource): readonly string[] {
  const words = wordsFor(field, resource);
  return unmapped
    .map(({ column }) => ({ column, similarity: Math.max(...words.map((word) => similarityOf(column, word))) }))
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ column }) => column);
}

function columnName(columns: readonly string[], index: number): string {
  return columns[index] || `column ${index + 1} (unnamed)`;
}

function missingColumns(
  { file, columns }: MappingOptions,
  { unmapped }: Mapping,
  missing: readonly MissingField[],
): InvalidInputError {
  const names = missing.map(({ field }) => field);
  const entries = names.map((field) => {
    const column = unmapped.find(({ suggestion }) => suggestion === field)?.column;
    return column === undefined ? { field } : { field, column };
  });
  return new InvalidInputError(`${file} has no column for ${names.join(' and ')}`, {
    details: names.map((field) => ({ file, line: 1, field, message: 'required, and no column matches it' })),
    advice: { kind: 'map_columns', entries, columns },
  });
}
