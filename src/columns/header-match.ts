// Chooses the columns of a file for each target: by the user's mapping, by the names of fields, by
// what headers mean, and by cells. Must not know files.

import type { Field } from '../contract/fields.ts';
import { statuses } from '../contract/statuses.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { byCells } from './by-cells.ts';
import { misfitOf } from './cell-evidence.ts';
import { oneDecision, refuseDividedDecisions } from './divided-decisions.ts';
import type { ColumnMatch, MatchableHeader, Targets } from './file-header.ts';
import { lettersOf } from './fold.ts';
import {
  fieldOf,
  fieldsOfSeveral,
  isKnown,
  nameRoleOf,
  readHeaders,
  updateOnlyFields,
} from './header-fields.ts';
import { ofOneRole } from './one-role.ts';
import { isReportColumn, resultId } from './own-output.ts';
import type { NameColumns } from './people-refusals.ts';
import { refuseRepeated } from './repeated-headers.ts';
import { mapFlag } from './user-mapping.ts';

/** A field that columns are mapped to. */
export type MappableField = Pick<Field, 'name' | 'required'>;

export function targetsOf(fields: readonly MappableField[]): Targets {
  const names = fields.map(({ name }) => name);
  const targets = new Map(names.map((name): [string, readonly string[]] => [name, [name]]));
  const parts = names.filter((name) => /(^|_)(first|last)_name$/.test(name));
  if (parts.length === 2) targets.set('name', parts);
  // A column of marks, such as `Withdrawn`, gives the status.
  const status = [statuses.submissions, statuses.speakers].find(({ field }) => targets.has(field));
  if (targets.has('called_off') && status !== undefined) targets.set('called_off', [status.field]);
  return targets;
}

/**
 * Chooses the columns for each target: one, or one for each numbered person, or several.
 * @returns also why columns are not used although their headers mean targets, by index
 * @throws {UsageError} if the user maps columns to a full name and to its parts
 * @throws {InvalidInputError} if two columns match a target equally well, or one that does has the
 * name of another column
 */
export function matchHeaders(header: MatchableHeader): {
  readonly chosen: readonly ColumnMatch[];
  readonly misfits: ReadonlyMap<number, string>;
} {
  const { columns, kind, targets, cells } = header;
  const meanings = readHeaders(columns, kind);
  const decided = byCells(guessedMatches(header, meanings), cells, {
    areSubmissions: kind === 'submissions',
    // Rows that update records name them by the ids of this service.
    mayHaveForeignIds: !updateOnlyFields(kind).some((field) => targets.has(field)),
  });
  const { matches: guessed } = decided;
  const misfits = new Map([...unclearNames(header, meanings), ...decided.misfits]);
  const named = [...givenMatches(header, meanings), ...guessed];
  refuseDividedDecisions(named, header);
  const { matches: all, rivals } = oneDecision(named, header);
  if (rivals.length > 0) {
    refuseRepeated(header, rivals);
    const names = columns.filter((_, index) => rivals.includes(index));
    throw severalColumns(header, statuses.submissions.field, names);
  }
  const hasOneRole = kind === 'speakers' || kind === 'submissions';
  const others = targets.has('name') ? otherNames(header, all) : [];
  const { kept, reasons } = hasOneRole
    ? ofOneRole(all, header, others)
    : { kept: all, reasons: misfits };
  // A column without a number is that of the first person.
  const people = [...new Set(kept.map(({ person = 1 }) => person))];
  const chosen = people.flatMap((number) => {
    const ofPerson = kept.filter(({ person = 1 }) => person === number);
    return bestOf(withoutRedundantNames(ofPerson, targets), kept, header);
  });
  return { chosen, misfits: new Map([...misfits, ...reasons]) };
}

/** The columns with the names of people whom the rows of this kind of file are not about. */
function otherNames(
  { columns, userMapping, cells }: MatchableHeader,
  matches: readonly ColumnMatch[],
): readonly NameColumns[] {
  const named = new Map<string, NameColumns>();
  for (const [index, header] of columns.entries()) {
    const role = nameRoleOf(header);
    const isUsed = userMapping.has(index) || matches.some((match) => match.index === index);
    if (role === undefined || isUsed) continue;
    if (misfitOf('name', cells[index] ?? []) !== undefined || named.has(role)) continue;
    named.set(role, { role, columns: [{ column: header, target: 'name' }] });
  }
  return [...named.values()];
}

/**
 * @param matches of one person, or of none
 * @param all of the file
 */
function bestOf(
  matches: readonly ColumnMatch[],
  all: readonly ColumnMatch[],
  header: MatchableHeader,
): readonly ColumnMatch[] {
  const { kind, targets } = header;
  const several = fieldsOfSeveral(kind);
  return [...targets.keys()].flatMap((target) => {
    const rank = bestRank(all, [target]);
    const best = matches.filter((match) => match.target === target && match.rank === rank);
    refuseRepeated(
      header,
      best.map(({ index }) => index),
    );
    const names = best.map(({ column }) => column);
    if (best.length > 1 && !several.includes(target)) throw severalColumns(header, target, names);
    return best;
  });
}

const givenRank = -1;

function givenMatches(
  { columns, userMapping }: MatchableHeader,
  meanings: ReturnType<typeof readHeaders>,
): readonly ColumnMatch[] {
  return [...userMapping].flatMap(([index, target]) => {
    const column = columns[index];
    if (target === undefined || column === undefined) return [];
    const meaning = meanings[index];
    const meant = meaning === 'unclear' ? undefined : meaning;
    return {
      index,
      column,
      target,
      rank: givenRank,
      isGiven: true,
      person: meant?.person,
      role: meant?.role,
      part: meant?.target === target ? meant.part : undefined,
    };
  });
}

const lastRank = 1000;

/**
 * A field's own name means the field, unless the vocabulary finds it unclear; it has the best rank
 * if the vocabulary lacks it.
 */
function guessedMatches(
  { columns, userMapping, targets, isOwnOutput }: MatchableHeader,
  meanings: ReturnType<typeof readHeaders>,
): readonly ColumnMatch[] {
  const taken = new Set(userMapping.values());
  return columns.flatMap((column, index) => {
    const meant = meanings[index];
    if (userMapping.has(index)) return [];
    // The ids in a file of results are those of its rows, unless the user has a column of ids.
    if (column === resultId && targets.has('id')) {
      return { index, column, target: 'id', rank: lastRank, isGiven: false };
    }
    if (isReportColumn(column)) return [];
    const ownName = ownNameOf(column, targets);
    const isUnclear = meant === 'unclear' && !isOwnOutput;
    const match: typeof meant =
      ownName === undefined || isUnclear || fieldOf(meant) === ownName
        ? meant
        : { target: ownName, rank: 0 };
    if (match === undefined || match === 'unclear' || !targets.has(match.target)) return [];
    return taken.has(match.target) ? [] : { ...match, index, column, isGiven: false };
  });
}

/**
 * The field whose name a header is. A known word can mean much: `Title` is that of a talk or a
 * person, and only `title` is written as the field.
 */
function ownNameOf(header: string, targets: Targets): string | undefined {
  return [...targets.keys()].find((name) => {
    const isOwn = lettersOf(header) === lettersOf(name) && (name.includes('_') || !isKnown(header));
    return name !== 'name' && (header === name || isOwn);
  });
}

/** Why columns are not used that are named as fields, by index. */
function unclearNames(
  { columns, kind, userMapping, targets, isOwnOutput, mustRename }: MatchableHeader,
  meanings: ReturnType<typeof readHeaders>,
): readonly (readonly [number, string])[] {
  return columns.flatMap((header, index) => {
    const meant = meanings[index];
    const [alone] = readHeaders([header], kind);
    const isMark = fieldOf(alone) === 'called_off' && targets.has('called_off');
    const name = isMark ? 'called_off' : ownNameOf(header, targets);
    if (meant !== 'unclear' || name === undefined || isOwnOutput || userMapping.has(index))
      return [];
    if ([...userMapping.values()].includes(name)) return [];
    const advice = mustRename ? '' : `; if it is, pass ${mapFlag(header, name)}`;
    const [field = name] = targets.get(name) ?? [];
    return [[index, `beside the other columns, it may not be ${field}${advice}`] as const];
  });
}

/**
 * A full name and its parts exclude each other: the more certain match is used, or the parts if
 * both are equally certain. A first name alone is less than a full name.
 */
function withoutRedundantNames(
  matches: readonly ColumnMatch[],
  targets: Targets,
): readonly ColumnMatch[] {
  const parts = targets.get('name') ?? [];
  const fullRank = bestRank(matches, ['name']);
  const partsRank = bestRank(matches, parts);
  if (fullRank === givenRank && partsRank === givenRank) {
    throw new UsageError(`columns are mapped to both name and ${parts.join(' or ')}`, {
      fix:
        `map a column to name, which is split into ${parts.join(' and ')}, or map columns to ` +
        'these two',
    });
  }
  const isComplete = parts.every((part) => matches.some(({ target }) => target === part));
  const isFullUsed =
    fullRank < partsRank || (!isComplete && partsRank !== givenRank && fullRank !== Infinity);
  const dropped = isFullUsed ? parts : ['name'];
  return matches.filter(({ target }) => !dropped.includes(target));
}

function bestRank(matches: readonly ColumnMatch[], targets: readonly string[]): number {
  return Math.min(
    ...matches.filter(({ target }) => targets.includes(target)).map(({ rank }) => rank),
  );
}

function severalColumns(
  { file, mustRename }: MatchableHeader,
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
