// Owns the error for a schedule file whose rows cannot be read, and the question that may correct it. Must not word either.
import { listFaults } from '../columns/fault-list.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { TimeOptions } from './dates/read-time.ts';

/** How times are read, and who is asked for the time zone of local times; undefined if nobody can be. */
export interface AskableTime {
  readonly time: TimeOptions;
  readonly askTimeZone?: (() => Promise<string>) | undefined;
  /** Whether the rows are read to be sent: then the error says that nothing was. */
  readonly isForSending?: boolean | undefined;
}

/** @throws {InvalidInputError} if there are faults */
export function refuseFaults(
  file: string,
  faults: readonly InputFault[],
  { isForSending = false, time: { timeZone } }: AskableTime,
): void {
  if (faults.length === 0) return;
  const consequence = isForSending ? '; nothing was sent' : '';
  const { listed: details, total } = listFaults(faults);
  const countOf = (problem: string) => faults.filter(({ code }) => code === problem).length;
  const [unclearDates, relativeDays, localTimes] = [
    countOf('date_order'),
    countOf('first_day'),
    countOf('no_time_zone'),
  ];
  if (localTimes > 0 && unclearDates + relativeDays === 0) {
    throw new InvalidInputError(`${file} has local times, but no time zone is set${consequence}`, {
      details,
      advice: { kind: 'give_time_zone' },
    });
  }
  // Days that are not known yet may be those of local times.
  const lacksTimeZone = localTimes > 0 || (timeZone === undefined && unclearDates + relativeDays > 0);
  const lines = new Set(faults.map(({ line }) => line)).size;
  throw new InvalidInputError(`${lines} ${lines === 1 ? 'row' : 'rows'} of ${file} cannot be read${consequence}`, {
    details,
    advice: { kind: 'correct_schedule_rows', faults: total, unclearDates, relativeDays, localTimes, lacksTimeZone },
  });
}

/**
 * Reads what has been taken from the file; once more with the answer, if only the time zone is missing. The file itself
 * is not read again: it may be a pipe.
 */
export async function readAsking<T>({ time, askTimeZone }: AskableTime, read: (time: TimeOptions) => T): Promise<T> {
  try {
    return read(time);
  } catch (error) {
    const isAskable = error instanceof InvalidInputError && error.advice?.kind === 'give_time_zone';
    if (!isAskable || askTimeZone === undefined) throw error;
    return read({ ...time, timeZone: await askTimeZone() });
  }
}
