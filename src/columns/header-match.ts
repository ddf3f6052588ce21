// Matches the columns of a file to targets: by the user's mapping, field names and the vocabulary. Must not know files.

import type { Field } from '../contract/fields.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { areMoments, areZones, type Cells, misfitOf } from './cell-evidence.ts';
import { lettersOf } from './fold.ts';
import { meaningOf } from './header-meaning.ts';
import { ofOneRole, type PersonMatch } from './one-role.ts';
import { isReportColumn, resultId } from './own-output.ts';
import { refuseRepeated } from './repeated-headers.ts';
import { mapFlag, type UserMapping } from './user-mapping.ts';
import type { FileKind } from './vocabulary/fields.ts';
import { fieldsOfSeveral, isKnown, type KnownHeader, readHeaders } from './vocabulary.ts';

/**
 * By target, the fields that it fills: a field's name fills that field, and `name` fills the first
 * and the last name.
 */
export type Targets = ReadonlyMap<string, readonly string[]>;

/** A field that columns are mapped to. */
export type MappableField = Pick<Field, 'name' | 'required'>;

export function targetsOf(fields: readonly MappableField[]): Targets {
  const names = fields.map(({ name }) => name);
  const targets = new Map(names.map((name): [string, readonly string[]] => [name, [name]]));
  const parts = names.filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  return targets;
}

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

/** A column that is used for a target. */
export type Match = PersonMatch;

/**
 * Chooses the columns for each target: one, or one for each numbered person, or several.
 * @returns also why columns are not used although their headers mean targets, by index
 * @throws {UsageError} if the user maps columns to a full name and to its parts
 * @throws {InvalidInputError} if two columns match a target equally well, or one that does has the
 * name of another column
 */
export function matchHeaders(options: MatchOptions): {
  readonly chosen: readonly Match[];
  readonly misfits: ReadonlyMap<number, string>;
} {
  const { columns, kind, given, targets, cells } = options;
  const headers = readHeaders(columns, kind);
  const misfits = new Map<number, string>();
  const guessed = guessedMatches(options, headers).filter(({ index, target }) => {
    const own = cells[index] ?? [];
    const reason = misfitOf(target, own);
    if (reason !== undefined) misfits.set(index, reason);
    const isPlace = target === 'timezone' && meaningOf(columns[index] ?? '') === 'zone';
    return reason === undefined && !(isPlace && !areZones(own));
  });
  const all = [...givenMatches(given, headers), ...byCells(guessed, cells)];
  const hasOneRole = kind === 'speakers' || kind === 'submissions';
  const { kept, reasons } = hasOneRole ? ofOneRole(all, columns) : { kept: all, reasons: misfits };
  // A column without a number is that of the first person.
  const people = [...new Set(kept.map(({ person = 1 }) => person))];
  const chosen = people.flatMap((one) => {
    const own = kept.filter(({ person = 1 }) => person === one);
    return bestOf(withoutRedundantNames(own, targets), kept, options);
  });
  return { chosen, misfits: new Map([...misfits, ...reasons]) };
}

/** @param matches of one person, or of none @param all of the file */
function bestOf(
  matches: readonly Match[],
  all: readonly Match[],
  options: MatchOptions,
): readonly Match[] {
  const { columns, kind, targets } = options;
  const several = fieldsOfSeveral(kind);
  return [...targets.keys()].flatMap((target) => {
    const rank = bestRank(all, [target]);
    const best = matches.filter((match) => match.target === target && match.rank === rank);
    refuseRepeated(
      options,
      best.map(({ index }) => index),
    );
    const names = best.map(({ index }) => columns[index] ?? '');
    if (best.length > 1 && !several.includes(target)) throw severalColumns(options, target, names);
    return best;
  });
}

const givenRank = -1;

function givenMatches(
  given: UserMapping,
  headers: ReturnType<typeof readHeaders>,
): readonly Match[] {
  return [...given].flatMap(([index, target]) => {
    if (target === undefined) return [];
    const header = headers[index];
    const known = header === 'unclear' ? undefined : header;
    return {
      index,
      target,
      rank: givenRank,
      isGiven: true,
      person: known?.person,
      role: known?.role,
      part: known?.target === target ? known.part : undefined,
    };
  });
}

/** Columns of dates or times whose cells have both are those of the start, or of the end. */
function byCells(matches: readonly Match[], cells: readonly Cells[]): readonly Match[] {
  const isMeant = (target: string) => matches.some((match) => match.target === target);
  return matches.map((match) => {
    const whole = wholeTimes[match.target];
    if (whole === undefined || isMeant(whole)) return match;
    return areMoments(cells[match.index] ?? []) ? { ...match, target: whole } : match;
  });
}

const wholeTimes: Readonly<Record<string, string>> = {
  date: 'start',
  time: 'start',
  end_date: 'end',
};

const lastRank = 1000;

/**
 * A field's own name means the field, unless the vocabulary finds it unclear; it has the best rank
 * if the vocabulary lacks it.
 */
function guessedMatches(
  { columns, given, targets }: MatchOptions,
  headers: ReturnType<typeof readHeaders>,
): readonly Match[] {
  // A known word can mean much: `Title` is that of a talk or a person, and only `title` is written as the field.
  const ownNameOf = (header: string) =>
    [...targets.keys()].find((name) => {
      const isOwn =
        lettersOf(header) === lettersOf(name) && (name.includes('_') || !isKnown(header));
      return name !== 'name' && (header === name || isOwn);
    });
  const taken = new Set(given.values());
  return headers.flatMap((known, index) => {
    const header = columns[index] ?? '';
    if (given.has(index)) return [];
    // The ids in a file of results are those of its rows, unless the user has a column of ids.
    if (header === resultId && targets.has('id')) {
      return { index, target: 'id', rank: lastRank, isGiven: false };
    }
    if (isReportColumn(header)) return [];
    const ownName = ownNameOf(header);
    const isAsKnown = ownName === undefined || known === 'unclear' || known?.target === ownName;
    const match: KnownHeader | 'unclear' | undefined = isAsKnown
      ? known
      : { target: ownName, rank: 0 };
    if (match === undefined || match === 'unclear' || !targets.has(match.target)) return [];
    return taken.has(match.target) ? [] : { ...match, index, isGiven: false };
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
  const isFullUsed =
    fullRank < partsRank || (!isComplete && partsRank !== givenRank && fullRank !== Infinity);
  const dropped = isFullUsed ? parts : ['name'];
  return matches.filter(({ target }) => !dropped.includes(target));
}

function bestRank(matches: readonly Match[], targets: readonly string[]): number {
  return Math.min(
    ...matches.filter(({ target }) => targets.includes(target)).map(({ rank }) => rank),
  );
}

function severalColumns(
  { file, mustRename }: MatchOptions,
  field: string,
  columns: readonly string[],
): InvalidInputError {
  const quoted = columns.map((column) => `"${column}"`).join(' and ');
  return new InvalidInputError(`${file} has several columns for ${field}: ${quoted}`, {
    details: columns.map((column) => ({
      file,
      column,
      field,
      message: `matches ${field}, like another column`,
    })),
    fix: mustRename
      ? 'rename all of them but one'
      : `choose one column: ${columns.map((column) => mapFlag(column, field)).join(' or ')}`,
  });
}
