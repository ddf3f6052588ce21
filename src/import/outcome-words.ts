// Owns what is wrong with rows that were sent, in words.
import type { RowFault } from '../changes/change-set.ts';
import type { OutcomeWords } from '../changes/outcomes.ts';
import { PartlyDoneError } from '../errors.ts';
import { locate, placeOf, type Work } from './work.ts';

export function outcomeWords(work: Work): OutcomeWords {
  return {
    refused(row, error) {
      const place = { ...placeOf(work, row), code: error.code };
      if (error.details.length === 0) return [{ ...place, message: error.message }];
      return error.details.map(
        ({ field, message }): RowFault => ({ ...place, ...(field !== undefined && locate(work, field)), message }),
      );
    },
    doubtful(row, did, { message: why }) {
      const message = `it is unknown whether the record was ${did}: ${why}`;
      return { ...placeOf(work, row), code: 'outcome_unknown', message };
    },
    tooMany: (rows) =>
      new PartlyDoneError(`stopped: the number of invalid or refused rows (${rows}) is more than allowed`, {
        advice: { kind: 'allow_more_errors' },
      }),
  };
}
