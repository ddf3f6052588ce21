// What the user says about columns, by flag or by file, held against a file's columns and the fields there are. Pure.
import { UsageError } from '../errors.ts';
import { likest, normalizeHeader } from './similarity.ts';

/** One column and the target the user gives it. */
export interface MapEntry {
  readonly column: string;
  /** A field, `name`, or the empty text where the column is to be left out. */
  readonly target: string;
  /** Names the entry in messages. */
  readonly source: string;
}

/** By the column's index: the target it was given, or undefined where it is to be left out. */
export type GivenTargets = ReadonlyMap<number, string | undefined>;

/** An entry and the column of the file that it means. */
export interface PlacedEntry extends MapEntry {
  readonly index: number;
}

/**
 * The targets of columns, at most one column for each.
 * @throws {UsageError} for a target that does not exist, or a column or target that is given twice
 */
export function resolveEntries(entries: readonly PlacedEntry[], targets: readonly string[]): GivenTargets {
  const given = new Map<number, string | undefined>();
  for (const { index, target, source } of entries) {
    if (given.has(index)) throw new UsageError(`${source}: the column is mapped twice`);
    const found = target === '' ? undefined : findTarget(target, targets, source);
    if (found !== undefined && [...given.values()].includes(found)) {
      throw new UsageError(`${source}: another column is mapped to ${found} already`);
    }
    given.set(index, found);
  }
  return given;
}

/** The index of the column with that name, else of one that is written a little differently. */
export function findColumn(wanted: string, columns: readonly string[]): number | undefined {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const like = columns.findIndex((column) => column !== '' && normalizeHeader(column) === normalizeHeader(wanted));
  return like >= 0 ? like : undefined;
}

function findTarget(wanted: string, targets: readonly string[], source: string): string {
  const found = targets.find((target) => normalizeHeader(target) === normalizeHeader(wanted));
  if (found !== undefined) return found;
  const meant = likest(wanted, targets);
  throw new UsageError(`${source}: there is no field "${wanted}"`, {
    fix: `${meant === undefined ? '' : `did you mean ${meant}? `}the fields are: ${targets.join(', ')}`,
  });
}
