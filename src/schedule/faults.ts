// Owns the error for a schedule file whose rows cannot be read. Must not word it.
import { listFaults } from '../columns/fault-list.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { TimeProblem } from './read-time.ts';

/** @param countOf how many faults have a problem @throws {InvalidInputError} if there are faults */
export function refuseFaults(
  file: string,
  faults: readonly InputFault[],
  countOf: (problem: TimeProblem) => number,
): void {
  const { listed: details, total } = listFaults(faults);
  if (countOf('no_time_zone') > 0) {
    throw new InvalidInputError(`${file} has local times, but no time zone is set; nothing was sent`, {
      details,
      advice: { kind: 'give_time_zone' },
    });
  }
  if (faults.length > 0) {
    const lines = new Set(faults.map(({ line }) => line)).size;
    throw new InvalidInputError(
      `${lines} ${lines === 1 ? 'row' : 'rows'} of ${file} cannot be read; nothing was sent`,
      {
        details,
        advice: {
          kind: 'correct_schedule_rows',
          faults: total,
          unclearDates: countOf('date_order'),
          relativeDays: countOf('first_day'),
          zoneAbbreviations: countOf('zone_abbreviation'),
        },
      },
    );
  }
}
