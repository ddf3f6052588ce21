// Words what became of rows that were sent: refused, in doubt, or failed in the service.
import { likelyCause } from '../changes/lost-creations.ts';
import { flagValue } from '../contract/escape.ts';
import { NetworkError, PartlyDoneError, type PlenaryError } from '../errors.ts';
import type { OutcomeWords } from '../runs/part.ts';
import { type RowFault, type RunRow, rowPlace } from '../runs/row.ts';
import { type Batch, locate } from './batch.ts';

export function outcomeWords(batch: Batch): OutcomeWords {
  return {
    refused: (row, error) => refusedFaults(batch, row, error),
    doubtful(row, isCreation, { message: why }) {
      const done = isCreation ? 'created' : 'updated';
      const message = `it is unknown whether the record was ${done}: ${why}`;
      return { ...rowPlace(row), code: 'outcome_unknown', message };
    },
    failed: (row, error) => creationFailed(batch, row, error),
    tooMany: (rows) =>
      new PartlyDoneError(
        `stopped: the number of invalid or refused rows (${rows}) is more than allowed`,
        {
          fix:
            'fix the invalid and refused rows (--rejects writes them to a file), or pass a ' +
            'higher --max-errors',
        },
      ),
  };
}

function refusedFaults(batch: Batch, row: RunRow, error: PlenaryError): readonly RowFault[] {
  const place = { ...rowPlace(row), code: error.code };
  if (error.details.length === 0) {
    const cause = likelyCause(row.fields, error);
    return [{ ...place, message: cause === '' ? error.message : `${error.message}; ${cause}` }];
  }
  return error.details.map(
    ({ field, message }): RowFault => ({
      ...place,
      ...(field !== undefined && locate(batch, field)),
      message,
    }),
  );
}

function creationFailed(batch: Batch, row: RunRow, error: PlenaryError): PlenaryError {
  const [column] = batch.mapping.mapped.filter(
    ({ target }) => target === 'track_id' || target === 'format_id',
  );
  const isLikely = likelyCause(row.fields, error) !== '';
  const leaveOut =
    column === undefined
      ? 'leave out tracks and formats'
      : `pass --map ${flagValue(`${column.column}=`)}`;
  return new NetworkError(
    `the service fails to create ${batch.resource}, so the run stopped after the first one`,
    {
      status: error.status,
      retryable: true,
      details: refusedFaults(batch, row, error),
      fix: isLikely
        ? `write ids of tracks and formats, or ${leaveOut}`
        : 'try again later; if it fails again, ask the operator of the service',
    },
  );
}
