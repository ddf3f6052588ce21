// `--map "Column=field"`: what the user says about columns, which wins over everything that is guessed.
import { UsageError } from '../errors.ts';
import { likest, normalizeHeader } from './likeness.ts';

/** By the column's index: the target it was given, or undefined where it is to be ignored. */
export type GivenTargets = ReadonlyMap<number, string | undefined>;

/**
 * @param flags each `Column=target`, or `Column=` to ignore it
 * @throws {UsageError} for a column that the file does not have, or a target that does not exist or is given twice
 */
export function readMapFlags(
  flags: readonly string[],
  columns: readonly string[],
  targets: readonly string[],
): GivenTargets {
  const given = new Map<number, string | undefined>();
  for (const flag of flags) {
    const { column, target } = splitFlag(flag);
    const index = findColumn(column, columns, flag);
    if (given.has(index)) throw new UsageError(`--map "${flag}": the column is mapped twice`);
    given.set(index, target === '' ? undefined : findTarget(target, targets, flag));
  }
  const [twice] = [...given.values()].filter((target, at, all) => target !== undefined && all.indexOf(target) !== at);
  if (twice !== undefined) throw new UsageError(`--map gives two columns for ${twice}`);
  return given;
}

/** A header may hold `=`, a field's name does not. */
function splitFlag(flag: string): { column: string; target: string } {
  const at = flag.lastIndexOf('=');
  if (at > 0) return { column: flag.slice(0, at).trim(), target: flag.slice(at + 1).trim() };
  throw new UsageError(`--map "${flag}": must be "Column=field"`, { fix: 'for example --map "E-mail=email"' });
}

function findColumn(wanted: string, columns: readonly string[], flag: string): number {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const like = columns.findIndex((column) => column !== '' && normalizeHeader(column) === normalizeHeader(wanted));
  if (like >= 0) return like;
  throw new UsageError(`--map "${flag}": the file has no column "${wanted}"`, {
    fix: `its columns are: ${columns.filter((column) => column !== '').join(', ')}`,
  });
}

function findTarget(wanted: string, targets: readonly string[], flag: string): string {
  const found = targets.find((target) => normalizeHeader(target) === normalizeHeader(wanted));
  if (found !== undefined) return found;
  const meant = likest(wanted, targets);
  throw new UsageError(`--map "${flag}": there is no field "${wanted}"`, {
    fix: `${meant === undefined ? '' : `did you mean ${meant}? `}the fields are: ${targets.join(', ')}`,
  });
}
