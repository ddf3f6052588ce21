// The start of a placement as the user wrote it, made one instant before it is sent.
import type { StartProblem } from '../../contract/start.ts';
import { InvalidInputError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';

/**
 * Puts `start` into RFC 3339 with an offset; a local time is read in `--timezone`. Other fields stay as they are.
 * @throws {InvalidInputError} for what is no time, or a local time that does not exist or exists twice
 * @throws {UsageError} for a local time where no time zone is known
 */
export async function resolveStart(
  given: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const { start } = given;
  if (typeof start !== 'string' || context.own.startAsIs === true) return given;
  const { readStart } = await import('../../contract/start.ts');
  const { value: timeZone } = await context.setting('timezone');
  const read = readStart(start, timeZone);
  if (read.ok) return { ...given, start: read.value };
  if (read.problem === 'no_time_zone') {
    throw new UsageError(`--start ${start}: a local time, and no time zone is known`, {
      fix: 'give --timezone, set PLENARY_TIMEZONE, or write the offset: 2026-05-02T09:00:00+02:00',
    });
  }
  throw new InvalidInputError('the start cannot be read', {
    details: [{ field: 'start', message: read.message }],
    fix: fixes[read.problem] ?? otherwise,
  });
}

const fixes: Partial<Record<StartProblem, string>> = {
  ambiguous: 'write the offset that is meant, as in 2026-10-25T02:30:00+02:00',
  gap: 'give a time before or after the gap, or write the offset that is meant',
};
const otherwise =
  'write it as 2026-05-02 09:00 or 2026-05-02T09:00:00+02:00, or give --start-as-is to send it untouched';
