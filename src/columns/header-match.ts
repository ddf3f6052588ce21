// Matches the columns of a file to targets: by the user's mapping, field names and the vocabulary. Must not know files.

import type { Field } from '../contract/fields.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { lettersOf } from './fold.ts';
import { isReportColumn, resultId } from './own-output.ts';
import { refuseRepeated } from './repeated-headers.ts';
import { mapFlag, type UserMapping } from './user-mapping.ts';
import type { FileKind } from './vocabulary/fields.ts';
import { isKnown, type KnownHeader, readHeaders } from './vocabulary.ts';

/** By target, the fields that it fills: a field's name fills that field, and `name` fills the first and the last name. */
export type Targets = ReadonlyMap<string, readonly string[]>;

/** A field that columns are mapped to. */
export type MappableField = Pick<Field, 'name' | 'required'>;

export function targetsOf(fields: readonly MappableField[]): Targets {
  const targets = new Map(fields.map(({ name }): [string, readonly string[]] => [name, [name]]));
  const parts = fields.map(({ name }) => name).filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  return targets;
}

/** The cells of a column in the first rows of a file, trimmed; an empty one is the empty text. */
export type Cells = readonly string[];

export interface MatchOptions {
  readonly file: string;
  readonly columns: readonly string[];
  readonly lines?: readonly number[] | undefined;
  readonly kind: FileKind;
  readonly mustRename?: boolean | undefined;
  readonly given: UserMapping;
  readonly targets: Targets;
  readonly cells: readonly Cells[];
}

/**
 * Chooses the column for each target.
 * @returns also why columns are not used although their headers mean targets, by index
 * @throws {UsageError} if the user maps columns to a full name and to its parts
 * @throws {InvalidInputError} if two columns match a target equally well, or one that does has the name of another column
 */
export function matchHeaders(options: MatchOptions): {
  readonly chosen: ReadonlyMap<string, number>;
  readonly misfits: ReadonlyMap<number, string>;
} {
  const { columns, given, targets, cells } = options;
  const guessed = guessedMatches(options);
  const isMisfit = ({ index, target }: Match) => isOfText(target) && areNumbers(cells[index] ?? []);
  const misfits = guessed
    .filter(isMisfit)
    .map(({ index, target }) => [index, `its cells are numbers, so it is not ${target}`] as const);
  const fitting = guessed.filter((match) => !isMisfit(match));
  const matches = withoutRedundantNames(withWholeNames([...givenMatches(given), ...fitting], options), targets);
  const chosen = new Map<string, number>();
  for (const target of targets.keys()) {
    const ofTarget = matches.filter((match) => match.target === target && match.rank === bestRank(matches, [target]));
    const best = withCells(ofTarget, cells);
    refuseRepeated(
      options,
      best.map(({ index }) => index),
    );
    const names = best.map(({ index }) => columns[index] ?? '');
    if (best.length > 1) throw severalColumns(options, target, names);
    for (const { index } of best) chosen.set(target, index);
  }
  return { chosen, misfits: new Map(misfits) };
}

/** A column that may mean a target; a lower rank is a more certain match. */
interface Match extends KnownHeader {
  readonly index: number;
}

function isOfText(target: string): boolean {
  return /^(title|name|speakers|about|abstract|feedback)$|(first|last)_name$/.test(target);
}

/** A few numbers may be a title or a name. */
function areNumbers(cells: Cells): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 2 && filled.every((cell) => /^[#\d\s.,-]*\d[\d\s.,-]*$/.test(cell));
}

/** Of columns that match equally well, those that are not empty. */
function withCells(best: readonly Match[], cells: readonly Cells[]): readonly Match[] {
  const filled = best.filter(({ index }) => cells[index]?.some((cell) => cell !== '') === true);
  return filled.length === 0 ? best : filled;
}

/** `Name` beside `Vorname` is the last name, but the full name if its cells contain the first names. */
function withWholeNames(matches: readonly Match[], { targets, cells }: MatchOptions): readonly Match[] {
  const [firstName = '', lastName = ''] = targets.get('name') ?? [];
  const [first, last] = [firstName, lastName].map((part) => matches.find(({ target }) => target === part));
  if (first === undefined || last === undefined || [first, last].some(({ rank }) => rank === givenRank)) return matches;
  const names = (cells[last.index] ?? []).map((cell, row) => ({ cell, part: cells[first.index]?.[row] ?? '' }));
  const pairs = names.filter(({ cell, part }) => cell !== '' && part !== '');
  const whole = pairs.filter(
    ({ cell, part }) => cell !== part && ` ${cell.replaceAll(',', ' ')} `.includes(` ${part} `),
  );
  if (whole.length <= pairs.length / 2) return matches;
  const others = matches.filter(({ target }) => target !== firstName && target !== lastName);
  return [...others, { ...last, target: 'name', rank: 0 }];
}

const givenRank = -1;

function givenMatches(given: UserMapping): Match[] {
  return [...given].flatMap(([index, target]) => (target === undefined ? [] : [{ index, target, rank: givenRank }]));
}

const lastRank = 1000;

/** A field's own name means the field, unless the vocabulary finds it unclear; it has the best rank if the vocabulary lacks it. */
function guessedMatches({ columns, kind, given, targets }: MatchOptions): Match[] {
  // A known word can mean much: `Title` is that of a talk or a person, and only `title` is written as the field.
  const ownNameOf = (header: string) =>
    [...targets.keys()].find((name) => {
      const isOwn = lettersOf(header) === lettersOf(name) && (name.includes('_') || !isKnown(header));
      return name !== 'name' && (header === name || isOwn);
    });
  const taken = new Set(given.values());
  return readHeaders(columns, kind).flatMap((known, index) => {
    const header = columns[index] ?? '';
    // The ids in a file of results are those of its rows, unless the user has a column of ids.
    if (header === resultId && targets.has('id'))
      return given.has(index) ? [] : [{ index, target: 'id', rank: lastRank }];
    if (isReportColumn(header)) return [];
    const ownName = ownNameOf(header);
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

function severalColumns(
  { file, mustRename }: MatchOptions,
  field: string,
  columns: readonly string[],
): InvalidInputError {
  const quoted = columns.map((column) => `"${column}"`).join(' and ');
  return new InvalidInputError(`${file} has several columns for ${field}: ${quoted}`, {
    details: columns.map((column) => ({ file, column, field, message: `matches ${field}, like another column` })),
    fix: mustRename
      ? 'rename all of them but one'
      : `choose one column: ${columns.map((column) => mapFlag(column, field)).join(' or ')}`,
  });
}
