// Matches the columns of a file to targets: by the user's mapping, field names and the vocabulary, and by what cells prove.

import type { Field } from '../contract/fields.ts';
import { isAddressField } from '../contract/key.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { type Cells, containNames, isEmpty, lacksAddresses, misfitOf, resembles } from './evidence.ts';
import { lettersOf, wordsOf } from './fold.ts';
import { isReportColumn, resultId } from './own-output.ts';
import type { UserMapping } from './user-mapping.ts';
import type { FileKind } from './vocabulary/fields.ts';
import type { Meaning } from './vocabulary/terms.ts';
import { entriesOf } from './vocabulary/word-index.ts';
import { type KnownHeader, readHeaders } from './vocabulary.ts';

/** By target, the fields that it fills: a field's name fills that field, and `name` fills the first and the last name. */
export type Targets = ReadonlyMap<string, readonly string[]>;

export function targetsOf(fields: readonly Field[]): Targets {
  const targets = new Map(fields.map(({ name }): [string, readonly string[]] => [name, [name]]));
  const parts = fields.map(({ name }) => name).filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  return targets;
}

export interface MatchOptions {
  readonly file: string;
  readonly columns: readonly string[];
  readonly kind: FileKind;
  readonly mustRename?: boolean | undefined;
  readonly given: UserMapping;
  readonly targets: Targets;
  /** The fields that must have a column. */
  readonly required: readonly string[];
  /** The cells of each column in the first rows. */
  readonly cells: readonly Cells[];
}

/** A column whose header means a target, and whose cells do not fit it. */
export interface Misfit {
  readonly index: number;
  readonly target: string;
  readonly reason: string;
}

export interface MatchedColumns {
  /** The index of the column for each target that has one. */
  readonly chosen: Map<string, number>;
  /** Those of them whose headers may mean something else, and the other columns that mean their targets, less certainly. */
  readonly weak: readonly (Match & { readonly rivals: readonly number[] })[];
  readonly misfits: readonly Misfit[];
}

/**
 * Chooses the column for each target.
 * @throws {UsageError} if the user maps columns to a full name and to its parts
 * @throws {InvalidInputError} if two columns match a target equally well
 */
export function matchHeaders(options: MatchOptions): MatchedColumns {
  const { columns, given, targets, cells } = options;
  const guessed = withNamedAddresses(withOwnAddresses(guessedMatches(options), options), options);
  const misfits = guessed.flatMap(({ index, target }) => {
    const reason = isAddressField(target)
      ? lackOfAddresses(index, target, options)
      : misfitOf(target, options.kind, cells[index] ?? []);
    return reason === undefined ? [] : [{ index, target, reason }];
  });
  const isMisfit = ({ index, target }: Match) => misfits.some((one) => one.index === index && one.target === target);
  const fitting = guessed.filter((match) => !isMisfit(match));
  const named = withWholeNames([...givenMatches(given), ...fitting], options);
  const matches = withoutRedundantNames(named, targets);
  const chosen = new Map<string, number>();
  for (const target of targets.keys()) {
    const ofTarget = matches.filter((match) => match.target === target && match.rank === bestRank(matches, [target]));
    const best = withOwnId(withCells(ofTarget, cells), columns);
    const names = best.map(({ index }) => columns[index] ?? '');
    if (best.length > 1) throw twoColumns(options, target, names);
    for (const { index } of best) chosen.set(target, index);
  }
  const weak = matches.filter(({ isWeak, target, index }) => isWeak && chosen.get(target) === index);
  const rivalsOf = ({ target, index }: Match) =>
    matches.flatMap((one) => (one.target === target && one.index !== index ? [one.index] : []));
  return { chosen, weak: weak.map((match) => ({ ...match, rivals: rivalsOf(match) })), misfits };
}

/** A column that may mean a target; a lower rank is a more certain match. */
interface Match extends KnownHeader {
  readonly index: number;
}

/** The addresses of `Speaker 1 email` are those of `Speaker 1 name`, whatever other columns of addresses the file has. */
function withOwnAddresses(matches: readonly Match[], { columns, cells, kind, given, targets }: MatchOptions) {
  const address = [...targets.keys()].find(isAddressField);
  const names = [...givenMatches(given), ...matches].filter(
    ({ target }) => (targets.get('name') ?? ['name']).includes(target) || target === 'name',
  );
  const [name] = names.toSorted((a, b) => a.rank - b.rank);
  if (address === undefined || name === undefined || [...given.values()].includes(address)) return matches;
  const [own, another] = ownAddressColumns(columns[name.index] ?? '', columns).filter(
    (index) => !given.has(index) && resembles(address, kind, cells[index] ?? [], undefined),
  );
  if (own === undefined || another !== undefined) return matches;
  return [
    ...matches.filter(({ index, target }) => index !== own && target !== address),
    { index: own, target: address, rank: 0 },
  ];
}

const nameMeanings: ReadonlySet<Meaning> = new Set(['name', 'fullName', 'firstName', 'lastName']);
const addressMeanings: ReadonlySet<Meaning> = new Set(['email']);

/** The columns whose headers call them the addresses of the same people as a column of names, in the same words. */
function ownAddressColumns(nameHeader: string, headers: readonly string[]): readonly number[] {
  const owner = wordsBeside(nameMeanings, nameHeader);
  if (owner === '') return [];
  return headers.flatMap((header, index) => (wordsBeside(addressMeanings, header) === owner ? [index] : []));
}

/** The words of a header beside the most words that have one of the meanings together; empty if no words have it. */
function wordsBeside(meanings: ReadonlySet<Meaning>, header: string): string {
  const words = wordsOf(header);
  for (let count = words.length - 1; count > 0; count--) {
    for (let from = 0; from + count <= words.length; from++) {
      const joined = words.slice(from, from + count).join('');
      if (entriesOf(joined).some(({ meaning }) => meanings.has(meaning))) return words.toSpliced(from, count).join(' ');
    }
  }
  return '';
}

/** `Ana Ruiz <ana@example.org>` below `Speakers` is also the address, if the file has no other column of addresses. */
function withNamedAddresses(matches: readonly Match[], options: MatchOptions): readonly Match[] {
  const { cells, kind, required, given } = options;
  const address = required.find(isAddressField);
  if (address === undefined || [...given.values()].includes(address)) return matches;
  if (matches.some(({ target }) => target === address)) return matches;
  const isAddress = ({ target, index }: Match) =>
    target === 'name' && resembles(address, kind, cells[index] ?? [], undefined);
  const [best] = matches.filter(isAddress).toSorted((a, b) => a.rank - b.rank);
  return matches.map((match) => (match === best ? { index: match.index, target: address, rank: match.rank } : match));
}

/** Cells without an @ in a required column are mistakes in the rows, unless another column has the addresses. */
function lackOfAddresses(index: number, target: string, options: MatchOptions): string | undefined {
  const { cells, kind, required } = options;
  if (!lacksAddresses(cells[index] ?? [])) return undefined;
  if (!required.includes(target)) return misfitOf(target, kind, cells[index] ?? []);
  const others = cells.filter((_, other) => other !== index);
  return others.some((each) => resembles(target, kind, each, undefined)) ? 'its cells have no @' : undefined;
}

/** Of columns that match equally well, those that are not empty. */
function withCells(best: readonly Match[], cells: readonly Cells[]): readonly Match[] {
  const filled = best.filter(({ index }) => !isEmpty(cells[index] ?? []));
  return filled.length === 0 ? best : filled;
}

/** Beside `ID`, a column such as `Nr.` numbers the rows. */
function withOwnId(best: readonly Match[], columns: readonly string[]): readonly Match[] {
  const own = best.filter(({ index, target }) => target === 'id' && lettersOf(columns[index] ?? '') === target);
  return own.length === 1 ? own : best;
}

/** `Nachname` is the column of full names if its cells contain those of `Vorname`; so is either, the other way round. */
function withWholeNames(matches: readonly Match[], { targets, cells, columns }: MatchOptions): readonly Match[] {
  const parts = targets.get('name') ?? [];
  const [first, last] = parts.map((part) => {
    const rank = bestRank(matches, [part]);
    return matches.find((match) => match.target === part && match.rank === rank);
  });
  if (first === undefined || last === undefined || [first, last].some(({ rank }) => rank === givenRank)) return matches;
  const [firsts = [], lasts = []] = [cells[first.index], cells[last.index]];
  const whole = containNames(lasts, firsts) ? last : containNames(firsts, lasts) ? first : undefined;
  if (whole === undefined || columns[whole.index] === undefined) return matches;
  return [...matches.filter(({ target }) => !parts.includes(target)), { ...whole, target: 'name', rank: 0 }];
}

const givenRank = -1;

function givenMatches(given: UserMapping): Match[] {
  return [...given].flatMap(([index, target]) => (target === undefined ? [] : [{ index, target, rank: givenRank }]));
}

/** A field's own name means the field, unless the vocabulary finds it unclear; it has the best rank if the vocabulary lacks it. */
const lastRank = 1000;

function guessedMatches({ columns, kind, given, targets }: MatchOptions): Match[] {
  const own = new Map([...targets.keys()].map((name) => [lettersOf(name), name]));
  own.delete('name');
  const taken = new Set(given.values());
  return readHeaders(columns, kind).flatMap((known, index) => {
    const header = columns[index] ?? '';
    // The ids in a file of results are those of its rows, unless the user has a column of ids.
    if (header === resultId && targets.has('id'))
      return given.has(index) ? [] : [{ index, target: 'id', rank: lastRank }];
    if (isReportColumn(header)) return [];
    const ownName = own.get(lettersOf(header));
    const match =
      ownName === undefined || known === 'unclear' || known?.target === ownName ? known : { target: ownName, rank: 0 };
    if (match === undefined || match === 'unclear' || !targets.has(match.target)) return [];
    return given.has(index) || taken.has(match.target) ? [] : [{ index, ...match }];
  });
}

/**
 * A full name and its parts exclude each other: the more certain match is used, or the parts if both are equally certain. A
 * first name alone is less than a full name.
 */
function withoutRedundantNames(matches: readonly Match[], targets: Targets): readonly Match[] {
  const parts = targets.get('name') ?? [];
  const fullRank = bestRank(matches, ['name']);
  const partsRank = bestRank(matches, parts);
  if (fullRank === givenRank && partsRank === givenRank) {
    throw new UsageError(`columns are mapped to both name and ${parts.join(' or ')}`, {
      fix: `map a column to name, which is split into ${parts.join(' and ')}, or map columns to these two`,
    });
  }
  const isComplete = parts.every((part) => matches.some(({ target }) => target === part));
  const isFullUsed = fullRank < partsRank || (!isComplete && partsRank !== givenRank && fullRank !== Infinity);
  const dropped = isFullUsed ? parts : ['name'];
  return matches.filter(({ target }) => !dropped.includes(target));
}

function bestRank(matches: readonly Match[], targets: readonly string[]): number {
  return Math.min(...matches.filter(({ target }) => targets.includes(target)).map(({ rank }) => rank));
}

function twoColumns({ file, mustRename }: MatchOptions, field: string, columns: readonly string[]): InvalidInputError {
  const quoted = columns.map((column) => `"${column}"`).join(' and ');
  return new InvalidInputError(`${file} has two columns for ${field}: ${quoted}`, {
    details: columns.map((column) => ({ file, column, field, message: `matches ${field}, like another column` })),
    ...(mustRename
      ? { fix: 'rename or remove one of them' }
      : { advice: { kind: 'choose_column', entries: columns.map((column) => ({ column, field })) } }),
  });
}
