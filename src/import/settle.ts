// What an answer makes of a row, and when answers are reason enough to stop the run.
import type { Attempted } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { type Endpoint, isEventScoped } from '../contract/endpoint.ts';
import { ApiError, PartlyDoneError, type PlenaryError } from '../errors.ts';
import { createFailureWatch } from './failure-watch.ts';
import type { Journal } from './journal.ts';
import { place, type RowFault } from './rows.ts';
import type { Step } from './send.ts';
import { noteOf, type Work } from './work.ts';

export interface SettleOptions {
  readonly journal: Pick<Journal, 'settle' | 'release'>;
  /** More rows than these that are invalid or refused end the run. */
  readonly maxErrors: number;
  readonly onSettled: () => void;
}

/** @returns takes in what became of a step of `endpoint`; throws what the run has to stop for */
export function createSettlement(work: Work, { journal, maxErrors, onSettled }: SettleOptions) {
  const { table, mapping } = work;
  const failures = createFailureWatch();

  return async (endpoint: Endpoint, step: Step, attempted: Attempted): Promise<void> => {
    const { row } = step;
    switch (attempted.kind) {
      case 'done': {
        failures.succeeded();
        const did = endpoint === work.endpoint ? 'created' : 'updated';
        end(row, did, recordId(attempted.record, endpoint.resource) ?? noteOf(work, row).id);
        return;
      }
      case 'refused': {
        const { error } = attempted;
        if (isConflict(error) && endpoint === work.endpoint) {
          failures.succeeded();
          return end(row, 'skipped', idInConflict(error));
        }
        if (concernsAll(error, endpoint)) {
          // It is not this row's fault: with another token, it will be sent.
          journal.release([row]);
          throw error;
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
    if (id !== undefined) table.attach(row, { ...noteOf(work, row), id });
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
      ...(field === undefined ? {} : place(mapping, field)),
      code,
      message,
    }));
  }
}

/** The token, or the event of a creation: what holds for one row holds for all. */
function concernsAll({ code }: PlenaryError, endpoint: Endpoint): boolean {
  return code === 'authentication' || (code === 'not_found' && isEventScoped(endpoint));
}

/** The service has the record: somebody else made it meanwhile. */
function isConflict(error: PlenaryError): boolean {
  return error instanceof ApiError && error.status === 409;
}

function idInConflict(error: PlenaryError): string | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined;
}
