// `--map "Column=field"`: what the user says about columns of this file.
import { UsageError } from '../errors.ts';
import { findColumn, type PlacedEntry } from './map-entries.ts';

/**
 * @param flags each `Column=target`, or `Column=` to leave it out
 * @throws {UsageError} for a flag that is not of this form, or a column that the file does not have
 */
export function readMapFlags(flags: readonly string[], columns: readonly string[]): readonly PlacedEntry[] {
  return flags.map((flag) => {
    const { column, target } = splitFlag(flag);
    const index = findColumn(column, columns);
    if (index !== undefined) return { column, target, index, source: `--map "${flag}"` };
    throw new UsageError(`--map "${flag}": the file has no column "${column}"`, {
      fix: `its columns are: ${columns.filter((name) => name !== '').join(', ')}`,
    });
  });
}

/** A header may hold `=`, a field's name does not. */
function splitFlag(flag: string): { column: string; target: string } {
  const at = flag.lastIndexOf('=');
  if (at > 0) return { column: flag.slice(0, at).trim(), target: flag.slice(at + 1).trim() };
  throw new UsageError(`--map "${flag}": must be "Column=field"`, { fix: 'for example --map "E-mail=email"' });
}
