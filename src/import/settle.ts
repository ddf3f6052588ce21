// What an answer makes of a row, and when answers are reason enough to stop the run.
import type { WriteOutcome } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { locateField } from '../columns/mapping.ts';
import { type Endpoint, isEventScoped } from '../contract/endpoint.ts';
import { ApiError, PartlyDoneError, type PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import type { Step } from '../runs/send.ts';
import type { RowFault } from './rows.ts';
import { noteOf, type Work } from './work.ts';

export interface SettleOptions {
  readonly journal: Pick<Journal, 'settle' | 'release'>;
  /** More rows than these that are invalid or refused end the run. */
  readonly maxErrors: number;
  /** Keep the id of each record with its row: only those who ask for it should pay for it. */
  readonly keepIds: boolean;
  readonly onSettled: () => void;
}

/** @returns takes in what became of a step of `endpoint`; throws what the run has to stop for */
export function createSettlement(work: Work, { journal, maxErrors, keepIds, onSettled }: SettleOptions) {
  const { table, mapping } = work;
  const failures = createFailureWatch();

  return async (endpoint: Endpoint, step: Step, attempted: WriteOutcome): Promise<void> => {
    const { row } = step;
    switch (attempted.kind) {
      case 'done': {
        failures.succeeded();
        const did = endpoint === work.endpoint ? 'created' : 'updated';
        end(row, did, recordId(attempted.record, endpoint.resource));
        return;
      }
      case 'refused': {
        const { error } = attempted;
        if (isConflict(error) && endpoint === work.endpoint) {
          failures.succeeded();
          const id = idInConflict(error);
          if (id !== undefined && work.onConflict === 'skip') return end(row, 'skipped', id);
          // It may be there, and it may be that nothing is taken any more: a look tells.
          table.mark(row, 'contested');
          table.attach(row, { faults: faultsOf(error, row) });
          return;
        }
        if (error.code === 'authentication' || error.code === 'not_found') {
          // What holds for the first row holds for all: the token, or the event.
          const concernsAll = error.status === 401 || (!failures.hasSucceeded && isEventScoped(endpoint));
          if (concernsAll) {
            journal.release([row]);
            throw error;
          }
        }
        return refuse(row, error);
      }
      case 'unsent':
        return failures.unsent(attempted.error);
      case 'lost':
        if (endpoint === work.endpoint) {
          table.mark(row, 'doubt');
          table.attach(row, { faults: [doubt(row, attempted.error)] });
        }
        return failures.lost(attempted.error);
    }
  };

  function end(row: number, did: 'created' | 'updated' | 'skipped', id: string | undefined): void {
    table.mark(row, did);
    if (id !== undefined && keepIds) table.attach(row, { ...noteOf(work, row), id });
    journal.settle({ row, did, id });
    onSettled();
  }

  function refuse(row: number, error: PlenaryError): void {
    table.mark(row, 'failed');
    table.attach(row, { faults: faultsOf(error, row) });
    journal.settle({ row, did: 'failed', message: error.message });
    onSettled();
    failures.refused(error);
    const errors = table.count('failed', 'rejected');
    if (errors <= maxErrors) return;
    throw new PartlyDoneError(`stopped after ${errors} rows that are invalid or were refused (--max-errors)`);
  }

  function doubt(row: number, { message }: PlenaryError): RowFault {
    const { line } = table.read(row);
    return { row, line, code: 'outcome_unknown', message: `nobody can tell whether it was made: ${message}` };
  }

  function faultsOf(error: PlenaryError, row: number): readonly RowFault[] {
    const { line } = table.read(row);
    const { code } = error;
    if (error.details.length === 0) return [{ row, line, code, message: error.message }];
    return error.details.map(({ field, message }) => ({
      row,
      line,
      ...(field === undefined ? {} : locateField(mapping, field)),
      code,
      message,
    }));
  }
}

/** The service has the record: somebody else made it meanwhile. */
function isConflict(error: PlenaryError): boolean {
  return error instanceof ApiError && error.status === 409;
}

function idInConflict(error: PlenaryError): string | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined;
}
