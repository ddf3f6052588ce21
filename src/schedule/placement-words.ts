// Words what becomes of placements that were sent, or that remain. Pure.

import { filePlaceOf } from '../changes/file-place.ts';
import { quoted } from '../contract/amount.ts';
import { type InputFault, PartlyDoneError } from '../errors.ts';
import type { OutcomeWords } from '../runs/part.ts';
import type { RunRow } from '../runs/row.ts';

export const placementWords: OutcomeWords = {
  /** The service's reason, field by field if it names fields. */
  refused(row, { code, details, message }) {
    const faults = details.length === 0 ? [{ message }] : details;
    return faults.map(({ field, message }: Pick<InputFault, 'field' | 'message'>) => ({
      ...locationOf(row),
      code,
      message: `${titleOf(row)}: ${message}`,
      ...(field !== undefined && { field }),
    }));
  },
  doubtful(row, _, { message }) {
    const did = row.fields.room === null ? 'taken out of the schedule' : 'placed';
    return {
      ...locationOf(row),
      code: 'outcome_unknown',
      message: `it is unknown whether ${titleOf(row)} was ${did}: ${message}`,
    };
  },
  remaining(row, holder) {
    const why =
      holder === undefined
        ? 'the service cannot take a session out of the schedule'
        : `${titleOf(holder)} remains where it would go`;
    return {
      ...locationOf(row),
      code: 'remains',
      message: `${titleOf(row)} remains in ${row.base?.room}: ${why}`,
    };
  },
  tooMany: (rows) => new PartlyDoneError(`stopped: ${rows} sessions were refused`),
};

/** The place of a row in messages. */
export function locationOf(row: RunRow) {
  return { row: row.line, ...filePlaceOf(row) };
}

function titleOf({ title = '' }: RunRow): string {
  return quoted(title);
}
