// Which column of a file means which field. Pure; it knows headers and fields, not cells.
import type { Resource } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import { InvalidInputError } from '../errors.ts';
import { settleClaims, type Targets, targetsOf } from './claims.ts';
import { findColumn, type GivenTargets, type MapEntry, type PlacedEntry, resolveEntries } from './map-entries.ts';
import { readMapFlags } from './map-flag.ts';
import { likenessOf, likest, normalizeHeader } from './similarity.ts';
import { updateOnlyOf, vocabularyOf } from './vocabulary.ts';

/** One column that is used. */
export interface Binding {
  readonly column: string;
  readonly index: number;
  /** The field's name, or `name` where the cell is split into a first and a last name. */
  readonly target: string;
  /** The fields that the cell fills: one, or the first and the last name. */
  readonly fields: readonly string[];
}

export interface UnmappedColumn {
  readonly column: string;
  /** The field it may have been meant for. */
  readonly suggestion: string | undefined;
  /** Why it cannot be used, where it was understood: `phone is set by the update command alone`. */
  readonly reason: string | undefined;
}

export interface Mapping {
  readonly bindings: readonly Binding[];
  /** The other columns, but for those that the user left out and those of a reject file. */
  readonly unmapped: readonly UnmappedColumn[];
  /** The columns that the map file names and this file does not have. */
  readonly absent: readonly string[];
}

/** A required field without a column. */
export interface MissingField {
  readonly field: string;
  /** The columns that are not used, the likest first. */
  readonly candidates: readonly string[];
}

export interface MappingOptions {
  readonly file: string;
  readonly columns: readonly string[];
  readonly resource: Resource;
  readonly fields: readonly Field[];
  /** The user's `--map` flags. */
  readonly map: readonly string[];
  /** What the user's map file says; the flags win over it. */
  readonly mapFile?: readonly MapEntry[] | undefined;
}

/** The columns that a reject file adds; they mean nothing when it comes back. */
export const rejectColumns = ['_row', '_code', '_column', '_message'] as const;

/**
 * Maps columns as `findMapping` does, and insists on every required field.
 * @throws {InvalidInputError} where a required field has no column, too
 */
export function mapColumns(options: MappingOptions): Mapping {
  const { mapping, missing } = findMapping(options);
  if (missing.length > 0) throw missingFields(options, mapping, missing);
  return mapping;
}

/**
 * Maps columns by the user's word, then by field name and vocabulary; tells which required fields are without one.
 * @throws {UsageError} for a flag that does not fit the file, or a flag or map file that does not fit the fields
 * @throws {InvalidInputError} where two columns claim a field alike
 */
export function findMapping(options: MappingOptions): { mapping: Mapping; missing: readonly MissingField[] } {
  const { columns, file, fields, resource } = options;
  const targets = targetsOf(fields);
  const { given, absent } = readGiven(options, [...targets.keys()]);
  const winners = settleClaims({ file, columns, resource, given, targets });
  const bindings = [...winners]
    .map(([target, index]) => ({
      column: columnName(columns, index),
      index,
      target,
      fields: targets.get(target) ?? [],
    }))
    .sort((a, b) => a.index - b.index);
  const unmapped = findUnmapped(options, given, bindings, targets);
  const missing = fields.filter(({ name, required }) => required && !bindings.some((b) => b.fields.includes(name)));
  return {
    mapping: { bindings, unmapped, absent },
    missing: missing.map(({ name }) => ({ field: name, candidates: rankCandidates(name, unmapped, resource) })),
  };
}

/** The user's column for a field of the API, where there is one: for faults. */
export function locateField(
  { bindings }: Mapping,
  field: string,
): { readonly field: string; readonly column?: string } {
  const binding = bindings.find(({ fields }) => fields.includes(field));
  return binding === undefined ? { field } : { column: binding.column, field };
}

/** Whether a reject file has added this column. */
export function isRejectColumn(column: string): boolean {
  return rejectColumns.some((name) => name === column);
}

function readGiven(
  { columns, map, mapFile = [] }: MappingOptions,
  targets: readonly string[],
): { given: GivenTargets; absent: readonly string[] } {
  const byFlag = resolveEntries(readMapFlags(map, columns), targets);
  const placed = mapFile.flatMap((entry): PlacedEntry[] => {
    const index = findColumn(entry.column, columns);
    return index === undefined ? [] : [{ ...entry, index }];
  });
  const taken = new Set([...byFlag.values()].filter((target) => target !== undefined));
  const byFile = [...resolveEntries(placed, targets)].filter(
    ([index, target]) => !byFlag.has(index) && !(target !== undefined && taken.has(target)),
  );
  const absent = mapFile.filter(({ column }) => findColumn(column, columns) === undefined);
  return { given: new Map([...byFlag, ...byFile]), absent: absent.map(({ column }) => column) };
}

function findUnmapped(
  { columns, resource }: MappingOptions,
  given: GivenTargets,
  bindings: readonly Binding[],
  targets: Targets,
): readonly UnmappedColumn[] {
  const used = new Set(bindings.map(({ index }) => index));
  const filled = new Set(bindings.flatMap(({ fields }) => fields));
  const words = new Map<string, string>();
  for (const [target, fields] of targets) {
    if (fields.some((field) => filled.has(field))) continue;
    for (const word of wordsFor(target, resource)) words.set(word, target);
  }
  return columns.flatMap((column, index) => {
    if (used.has(index) || given.has(index) || isRejectColumn(column)) return [];
    const reason = updateOnlyReason(column, resource);
    const meant = reason === undefined ? words.get(likest(column, words.keys()) ?? '') : undefined;
    // What holds ids is like many a field's name, and never fills it.
    const suggestion = isOfIds(column) && meant !== undefined && !isOfIds(meant) ? undefined : meant;
    return [{ column: columnName(columns, index), suggestion, reason }];
  });
}

function isOfIds(header: string): boolean {
  return /(^|[\s_-])ids?$/i.test(header);
}

function updateOnlyReason(column: string, resource: Resource): string | undefined {
  const header = normalizeHeader(column);
  const field = Object.entries(updateOnlyOf(resource)).find(([name, headers]) =>
    [name, ...headers].some((known) => normalizeHeader(known) === header),
  )?.[0];
  return field === undefined ? undefined : `${field} is set by the update command alone`;
}

function wordsFor(target: string, resource: Resource): readonly string[] {
  return [target, ...(vocabularyOf(resource)[target] ?? []).flat()];
}

function rankCandidates(field: string, unmapped: readonly UnmappedColumn[], resource: Resource): readonly string[] {
  const words = wordsFor(field, resource);
  return unmapped
    .map(({ column }) => ({ column, likeness: Math.max(...words.map((word) => likenessOf(column, word))) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ column }) => column);
}

function columnName(columns: readonly string[], index: number): string {
  return columns[index] || `column ${index + 1}, without a name`;
}

function missingFields(
  { file, columns }: MappingOptions,
  { unmapped }: Mapping,
  missing: readonly MissingField[],
): InvalidInputError {
  const names = missing.map(({ field }) => field);
  const flags = names.map((name) => {
    const meant = unmapped.find(({ suggestion }) => suggestion === name);
    return `--map "${meant?.column ?? 'COLUMN'}=${name}"`;
  });
  return new InvalidInputError(`${file} has no column for ${names.join(' and ')}`, {
    details: names.map((field) => ({ file, line: 1, field, message: 'required, and no column was recognised as it' })),
    fix: `name the column, for example ${flags.join(' ')}; the columns are: ${columns.join(', ')}`,
  });
}
