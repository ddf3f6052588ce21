// Which column of a file means which field. Pure; it knows headers and fields, not cells.
import type { Resource } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { likest, normalizeHeader } from './likeness.ts';
import { type GivenTargets, readMapFlags } from './map-flag.ts';
import { ambiguitiesOf, vocabularyOf } from './vocabulary.ts';

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
}

export interface Mapping {
  readonly bindings: readonly Binding[];
  readonly unmapped: readonly UnmappedColumn[];
}

export interface MappingOptions {
  readonly file: string;
  readonly columns: readonly string[];
  readonly resource: Resource;
  readonly fields: readonly Field[];
  /** The user's `--map` flags. */
  readonly map: readonly string[];
}

/** The columns that a reject file adds; they mean nothing when it comes back. */
export const rejectColumns = ['_row', '_code', '_column', '_message'] as const;

/**
 * Maps columns by the user's word, then by field name and vocabulary.
 * @throws {UsageError} for a `--map` that does not fit the file or the fields
 * @throws {InvalidInputError} where two columns claim a field alike, or a required field has none
 */
export function mapColumns(options: MappingOptions): Mapping {
  const { columns, fields, map } = options;
  const targets = targetsOf(fields);
  const given = readMapFlags(map, columns, [...targets.keys()]);
  const claims = chooseNames([...givenClaims(given), ...guessClaims(options, given, targets)], targets);
  const bindings = settle(claims, options, targets);
  const unmapped = findUnmapped(options, given, bindings, targets);
  requireFields(options, bindings, unmapped);
  return { bindings, unmapped };
}

/** By target: the fields it fills. `name` stands for whatever first and last name the fields have. */
type Targets = ReadonlyMap<string, readonly string[]>;

function targetsOf(fields: readonly Field[]): Targets {
  const targets = new Map(fields.map(({ name }): [string, readonly string[]] => [name, [name]]));
  const parts = fields.map(({ name }) => name).filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  return targets;
}

/** A column that may mean a target; the smaller the rank, the surer. */
interface Claim {
  readonly index: number;
  readonly target: string;
  readonly rank: number;
}

const givenRank = -1;

function givenClaims(given: GivenTargets): Claim[] {
  return [...given].flatMap(([index, target]) => (target === undefined ? [] : [{ index, target, rank: givenRank }]));
}

function guessClaims({ columns, resource }: MappingOptions, given: GivenTargets, targets: Targets): Claim[] {
  const headers = columns.map(normalizeHeader);
  const ranks = rankedHeaders(resource, targets);
  for (const [header, others] of Object.entries(ambiguitiesOf(resource))) {
    if (others.some((other) => headers.includes(normalizeHeader(other)))) ranks.delete(normalizeHeader(header));
  }
  const taken = new Set(given.values());
  return headers.flatMap((header, index) => {
    const claim = ranks.get(header);
    if (claim === undefined || given.has(index) || taken.has(claim.target)) return [];
    return [{ index, ...claim }];
  });
}

/** A field's own name is the surest, unless the vocabulary ranks it. */
function rankedHeaders(resource: Resource, targets: Targets): Map<string, { target: string; rank: number }> {
  const ranks = new Map<string, { target: string; rank: number }>();
  for (const target of targets.keys()) if (target !== 'name') ranks.set(normalizeHeader(target), { target, rank: 0 });
  for (const [target, groups] of Object.entries(vocabularyOf(resource))) {
    groups.forEach((headers, at) => {
      for (const header of headers) ranks.set(normalizeHeader(header), { target, rank: at + 1 });
    });
  }
  return ranks;
}

/** A full name and its parts exclude each other: the surer wins, the parts where both are as sure. */
function chooseNames(claims: readonly Claim[], targets: Targets): readonly Claim[] {
  const parts = targets.get('name') ?? [];
  const whole = bestRank(claims, ['name']);
  const apart = bestRank(claims, parts);
  if (whole === givenRank && apart === givenRank) {
    throw new UsageError(`--map gives both name and ${parts.join(' or ')}`, {
      fix: 'name is split into the two itself',
    });
  }
  const losers = whole < apart ? parts : ['name'];
  return claims.filter(({ target }) => !losers.includes(target));
}

function bestRank(claims: readonly Claim[], targets: readonly string[]): number {
  return Math.min(...claims.filter(({ target }) => targets.includes(target)).map(({ rank }) => rank));
}

function settle(claims: readonly Claim[], { columns, file }: MappingOptions, targets: Targets): readonly Binding[] {
  const bindings: Binding[] = [];
  for (const [target, fields] of targets) {
    const best = claims.filter((claim) => claim.target === target && claim.rank === bestRank(claims, [target]));
    const names = best.map(({ index }) => columns[index] ?? '');
    if (best.length > 1) throw twoColumns(file, target, names);
    for (const { index } of best) bindings.push({ column: columnName(columns, index), index, target, fields });
  }
  return bindings.sort((a, b) => a.index - b.index);
}

function twoColumns(file: string, field: string, columns: readonly string[]): InvalidInputError {
  const quoted = columns.map((column) => `"${column}"`).join(' and ');
  return new InvalidInputError(`${file} has two columns for ${field}: ${quoted}`, {
    details: columns.map((column) => ({ file, column, field, message: `may mean ${field}, as another column may` })),
    fix: `say which one it is: --map "${columns[0]}=${field}"`,
  });
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
    for (const word of [target, ...(vocabularyOf(resource)[target] ?? []).flat()]) words.set(word, target);
  }
  return columns.flatMap((column, index) => {
    if (used.has(index) || given.has(index) || isRejectColumn(column)) return [];
    return [{ column: columnName(columns, index), suggestion: words.get(likest(column, words.keys()) ?? '') }];
  });
}

/** Whether a reject file has added this column. */
export function isRejectColumn(column: string): boolean {
  return rejectColumns.some((name) => name === column);
}

function columnName(columns: readonly string[], index: number): string {
  return columns[index] || `column ${index + 1}, without a name`;
}

function requireFields(options: MappingOptions, bindings: readonly Binding[], unmapped: readonly UnmappedColumn[]) {
  const { file, fields, columns } = options;
  const missing = fields.filter(({ name, required }) => required && !bindings.some((b) => b.fields.includes(name)));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const flags = names.map((name) => {
    const meant = unmapped.find(({ suggestion }) => suggestion === name);
    return `--map "${meant?.column ?? 'COLUMN'}=${name}"`;
  });
  throw new InvalidInputError(`${file} has no column for ${names.join(' and ')}`, {
    details: names.map((field) => ({ file, line: 1, field, message: 'required, and no column was recognised as it' })),
    fix: `name the column, for example ${flags.join(' ')}; the columns are: ${columns.join(', ')}`,
  });
}
