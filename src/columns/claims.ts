// Which column claims which field, how surely, and who wins. Pure.
import type { Resource } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import type { GivenTargets } from './map-entries.ts';
import { normalizeHeader } from './similarity.ts';
import { ambiguitiesOf, vocabularyOf } from './vocabulary.ts';

/** By target: the fields it fills. `name` stands for whatever first and last name the fields have. */
export type Targets = ReadonlyMap<string, readonly string[]>;

export function targetsOf(fields: readonly Field[]): Targets {
  const targets = new Map(fields.map(({ name }): [string, readonly string[]] => [name, [name]]));
  const parts = fields.map(({ name }) => name).filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  return targets;
}

export interface ClaimOptions {
  readonly file: string;
  readonly columns: readonly string[];
  readonly resource: Resource;
  readonly given: GivenTargets;
  readonly targets: Targets;
}

/**
 * The one column of each target, where there is one: by the user's word, then by field name and vocabulary.
 * @throws {UsageError} where the user gives a full name and its parts
 * @throws {InvalidInputError} where two columns claim a target alike
 */
export function settleClaims(options: ClaimOptions): ReadonlyMap<string, number> {
  const { columns, file, given, targets } = options;
  const claims = chooseNames([...givenClaims(given), ...guessClaims(options)], targets);
  const winners = new Map<string, number>();
  for (const target of targets.keys()) {
    const best = claims.filter((claim) => claim.target === target && claim.rank === bestRank(claims, [target]));
    const names = best.map(({ index }) => columns[index] ?? '');
    if (best.length > 1) throw twoColumns(file, target, names);
    for (const { index } of best) winners.set(target, index);
  }
  return winners;
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

function guessClaims({ columns, resource, given, targets }: ClaimOptions): Claim[] {
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
    throw new UsageError(`columns are mapped to both name and ${parts.join(' or ')}`, {
      fix: 'name is split into the two itself',
    });
  }
  const losers = whole < apart ? parts : ['name'];
  return claims.filter(({ target }) => !losers.includes(target));
}

function bestRank(claims: readonly Claim[], targets: readonly string[]): number {
  return Math.min(...claims.filter(({ target }) => targets.includes(target)).map(({ rank }) => rank));
}

function twoColumns(file: string, field: string, columns: readonly string[]): InvalidInputError {
  const quoted = columns.map((column) => `"${column}"`).join(' and ');
  return new InvalidInputError(`${file} has two columns for ${field}: ${quoted}`, {
    details: columns.map((column) => ({ file, column, field, message: `may mean ${field}, as another column may` })),
    fix: `say which one it is: --map "${columns[0]}=${field}"`,
  });
}
