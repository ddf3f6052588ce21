// Owns the error for a schedule file whose rows cannot be read, and the question that may correct it. Must not word either.
import { listFaults } from '../columns/fault-list.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { TimeOptions, TimeProblem } from './dates/read-time.ts';

/** @param countOf how many faults have a problem @throws {InvalidInputError} if there are faults */
export function refuseFaults(
  file: string,
  faults: readonly InputFault[],
  { countOf, isForSending = false }: FaultOptions,
): void {
  const consequence = isForSending ? '; nothing was sent' : '';
  const { listed: details, total } = listFaults(faults);
  const [unclearDates, relativeDays] = [countOf('date_order'), countOf('first_day')];
  const localTimes = countOf('no_time_zone');
  if (localTimes > 0 && unclearDates + relativeDays === 0) {
    throw new InvalidInputError(`${file} has local times, but no time zone is set${consequence}`, {
      details,
      advice: { kind: 'give_time_zone' },
    });
  }
  if (faults.length > 0) {
    const lines = new Set(faults.map(({ line }) => line)).size;
    throw new InvalidInputError(`${lines} ${lines === 1 ? 'row' : 'rows'} of ${file} cannot be read${consequence}`, {
      details,
      advice: {
        kind: 'correct_schedule_rows',
        faults: total,
        unclearDates,
        relativeDays,
        zoneAbbreviations: countOf('zone_abbreviation'),
        localTimes,
        lacksTimeZone: localTimes > 0,
      },
    });
  }
}

interface FaultOptions {
  readonly countOf: (problem: TimeProblem) => number;
  readonly isForSending?: boolean | undefined;
}

/** How times are read, and who is asked for the time zone of local times; undefined if nobody can be. */
export interface AskableTime {
  readonly time: TimeOptions;
  readonly askTimeZone?: (() => Promise<string>) | undefined;
  /** Whether the rows are read to be sent: then the error says that nothing was. */
  readonly isForSending?: boolean | undefined;
}

/**
 * Reads what has been taken from the file; once more with the answer, if only the time zone is missing. The file itself
 * is not read again: it may be a pipe.
 */
export async function readAsking<T>({ time, askTimeZone }: AskableTime, read: (time: TimeOptions) => T): Promise<T> {
  try {
    return read(time);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    if (error.advice?.kind !== 'give_time_zone') throw withTimeZone(error, time, read);
    if (askTimeZone === undefined) throw error;
    return read({ ...time, timeZone: await askTimeZone() });
  }
}

/** The same error, which also says that the time zone is missing if that would be the next error. */
function withTimeZone(error: InvalidInputError, time: TimeOptions, read: (time: TimeOptions) => unknown): unknown {
  const { advice } = error;
  if (advice?.kind !== 'correct_schedule_rows' || advice.lacksTimeZone || time.timeZone !== undefined) return error;
  const { unclearDates, relativeDays } = advice;
  if (unclearDates + relativeDays === 0) return error;
  try {
    // Any dates show which times are local.
    read({ ...time, firstDay: time.firstDay ?? '2026-01-05', dateOrder: time.dateOrder ?? 'dmy' });
  } catch (next) {
    const found = next instanceof InvalidInputError ? next.advice : undefined;
    const lacksTimeZone =
      found?.kind === 'give_time_zone' || (found?.kind === 'correct_schedule_rows' && found.lacksTimeZone);
    if (!lacksTimeZone) return error;
    const { message, details } = error;
    return new InvalidInputError(message, { details, advice: { ...advice, lacksTimeZone } });
  }
  return error;
}
