// Reads the flags of imports.
import type { MapEntry, Words } from '../../../columns/user-mapping.ts';
import { UsageError } from '../../../errors.ts';
import type { RowRange } from '../../../runs/entry.ts';
import { readLimit } from '../../flags.ts';

/** `10-20`, `10-`, `-20` or `7`; undefined for all. @throws {UsageError} */
export function readRows(flag: unknown): RowRange | undefined {
  if (flag === undefined) return undefined;
  const [, from = '', dash, to = ''] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(String(flag)) ?? [];
  const first = from === '' ? 1 : Number(from);
  const last = dash === '' ? first : to === '' ? Number.MAX_SAFE_INTEGER : Number(to);
  if (dash !== undefined && from + to !== '' && first >= 1 && first <= last) return [first, last];
  throw new UsageError(`--rows ${flag}: not a range of rows`, {
    fix: 'write it as 7, 10-20, 10- or -20; the header is not counted',
  });
}

/** `10` or `5%`. @returns a function from the number of rows to how many of them may fail @throws {UsageError} */
export function readMaxErrors(flag: unknown): (rows: number) => number {
  return flag === undefined ? () => Number.POSITIVE_INFINITY : readLimit('--max-errors', flag, 'rows', '10 or 5%');
}

/**
 * What the words of the user mean: those of the flags, each `Maybe=accept_queue`, before those of the map file.
 * @throws {UsageError} for anything else
 */
export function readStatusMap(entries: unknown, mapFile: readonly MapEntry[]): Words {
  const given = Array.isArray(entries) ? entries.map(String) : [];
  const flags = given.map((entry) => {
    const at = entry.lastIndexOf('=');
    const [word, status] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at > 0 && word !== '' && status !== '') return [word, status] as const;
    throw new UsageError(`--status-map ${entry}: not of the form "Word=status"`, {
      fix: 'write it as --status-map "Maybe=accept_queue"',
    });
  });
  return Object.fromEntries([...mapFile.flatMap(({ words = {} }) => Object.entries(words)), ...flags]);
}
