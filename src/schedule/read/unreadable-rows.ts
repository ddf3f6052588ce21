// Owns the error for a schedule file whose rows cannot be read, and the question for the time zone
// that may correct it.

import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import { listFaults } from '../../columns/fault-list.ts';
import { plural } from '../../contract/amount.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';

/**
 * How times are read, and who is asked for the time zone of local times; undefined if nobody can
 * be.
 */
export interface AskableTime {
  readonly time: TimeOptions;
  readonly askTimeZone?: (() => Promise<string>) | undefined;
  /**
   * Whether the rows are read to be sent: then those that cannot be read are left out, and reported
   * with what else is wrong with the plan.
   */
  readonly isForSending?: boolean | undefined;
  /**
   * Whether no flag says how columns and dates are read, so that the file must be changed instead.
   */
  readonly mustRename?: boolean | undefined;
}

/**
 * Reads what has been taken from the file; once more with the answer, if only the time zone is
 * missing. The file itself is not read again: it may be a pipe.
 * @throws {InvalidInputError} if there are faults, unless the rows that have them are left out
 */
export async function readAsking<T extends { readonly faults: readonly InputFault[] }>(
  file: string,
  askable: AskableTime,
  read: (time: TimeOptions) => T,
): Promise<T> {
  const { time, askTimeZone } = askable;
  const first = read(time);
  const isAsked = askTimeZone !== undefined && zoneAlone(first.faults);
  const result = isAsked ? read({ ...time, timeZone: await askTimeZone() }) : first;
  const { faults } = result;
  // A setting that is missing is no fault of a row.
  const isLeftOut = askable.isForSending && !settings.some((problem) => has(faults, problem));
  if (faults.length > 0 && !isLeftOut) throw unreadable(file, faults, askable);
  return result;
}

/** Whether a flag corrects what is wrong, and not the file. */
export function isMissingSetting({ code }: InputFault): boolean {
  return settings.some((problem) => problem === code);
}

const settings = ['date_order', 'first_day', 'no_time_zone'] as const;

const has = (faults: readonly InputFault[], problem: string) =>
  faults.some(({ code }) => code === problem);

function zoneAlone(faults: readonly InputFault[]): boolean {
  return has(faults, 'no_time_zone') && !has(faults, 'date_order') && !has(faults, 'first_day');
}

function unreadable(
  file: string,
  faults: readonly InputFault[],
  { isForSending = false, mustRename = false, time }: AskableTime,
): InvalidInputError {
  const consequence = isForSending ? '; nothing was sent' : '';
  const details = listFaults(faults).listed;
  if (zoneAlone(faults)) {
    return new InvalidInputError(`${file} has local times, but no time zone is set${consequence}`, {
      details,
      fix:
        'pass --timezone, for example --timezone Europe/Berlin, set it for this profile with ' +
        '`plenary config set timezone Europe/Berlin`, set PLENARY_TIMEZONE, or write the ' +
        'offsets in the file',
    });
  }
  const lines = new Set(faults.map(({ line }) => line)).size;
  const message = `${lines} ${plural(lines, 'row')} of ${file} cannot be read${consequence}`;
  const [order, day, zone] = settings.map((problem) => has(faults, problem));
  const fixes = [
    order && !mustRename
      ? 'pass --date-order dmy, mdy or ymd to specify the order of day, month and year'
      : '',
    day && !mustRename
      ? 'pass the date of the first day of the event, for example --first-day 2026-06-05 (or ' +
        'write full dates)'
      : '',
    (order || day) && mustRename ? 'write full dates such as 2026-06-05' : '',
    // Days that are not known yet may be those of local times.
    zone || ((order || day) && time.timeZone === undefined)
      ? 'pass the time zone of local times, for example --timezone Europe/Berlin'
      : '',
  ].filter(Boolean);
  const isOfRows = faults.some(({ code }) => settings.every((problem) => problem !== code));
  if (fixes.length === 0) fixes.push('fix these rows and run the same command again');
  else if (isOfRows) fixes.push('fix the other rows');
  return new InvalidInputError(message, { details, fix: fixes.join('; ') });
}
