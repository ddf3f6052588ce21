// Reads the flags that only commands of the schedule have.
import { parseDuration } from '../../../config/settings.ts';
import { UsageError } from '../../../errors.ts';

/** A duration in milliseconds: `45m`, `1h`, `90s`; a bare number could be minutes or seconds. @throws {UsageError} naming the flag */
export function readLength(flag: string, value: unknown, { from }: { readonly from: number }): number {
  const ms = /[a-z]$/.test(String(value)) ? parseDuration(String(value)) : undefined;
  if (ms !== undefined && ms >= from) return ms;
  throw new UsageError(`${flag} ${value}: not a duration`, { fix: 'write it with its unit, as in 45m or 1h' });
}
