// Owns what the outcome of a request does to its row, and which outcomes stop the run.
import type { WriteOutcome } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { type Endpoint, isEventScoped } from '../contract/endpoint.ts';
import { keyOf } from '../contract/record-key.ts';
import { ApiError, PartlyDoneError, type PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import type { Step } from '../runs/send.ts';
import type { RowFault } from './rows.ts';
import { keyMark } from './unlisted.ts';
import { afterCreation, locate, noteOf, placeOf, type Work } from './work.ts';

export interface OutcomeOptions {
  readonly journal: Pick<Journal, 'recordOutcome' | 'recordUnsent'>;
  /** The run stops when more rows are invalid or refused. */
  readonly maxErrors: number;
  /** Whether to save the id of each record with its row; this takes time and space, so only if the ids are reported. */
  readonly saveIds: boolean;
  readonly onDone: () => void;
}

/** @returns a function that records the outcome of a step of `endpoint`, and throws an error if it stops the run */
export function createOutcomeRecorder(work: Work, { journal, maxErrors, saveIds, onDone }: OutcomeOptions) {
  const { table } = work;
  const failures = createFailureWatch();

  return (endpoint: Endpoint, step: Step, outcome: WriteOutcome): void => {
    const { row } = step;
    switch (outcome.kind) {
      case 'done': {
        failures.succeeded();
        const id = recordId(outcome.record, endpoint.resource);
        if (endpoint !== work.endpoint) {
          end(row, 'updated', id);
          return;
        }
        end(row, 'created', id, keyMark(keyOf(endpoint, step.body) ?? ''));
        return;
      }
      case 'refused': {
        const { error } = outcome;
        if (isConflict(error) && endpoint === work.endpoint) {
          failures.succeeded();
          const id = idInConflict(error);
          if (id !== undefined && work.onConflict === 'skip') {
            end(row, 'skipped', id);
            return;
          }
          // The record may exist, or the service may refuse all creations: this is looked up later.
          const { loss } = noteOf(work, row);
          table.mark(row, 'contested');
          table.attach(row, { faults: faultsOf(error, row), ...(loss && { loss }) });
          return;
        }
        if (error.code === 'authentication' || error.code === 'not_found') {
          // The fault is in the token or the event, so every row would fail in the same way.
          const concernsAll = error.status === 401 || (!failures.hasSucceeded && isEventScoped(endpoint));
          if (concernsAll) {
            journal.recordUnsent([row]);
            throw error;
          }
        }
        refuse(row, error);
        return;
      }
      case 'unsent':
        failures.unsent(outcome.error);
        return;
      case 'lost':
        if (endpoint === work.endpoint) {
          const earlier = noteOf(work, row);
          const mayFollow = earlier.mayFollow === true || earlier.loss === 'unanswered';
          table.mark(row, 'doubt');
          table.attach(row, { faults: [doubt(row, 'created', outcome.error)], loss: outcome.loss, mayFollow });
        } else {
          const { faults: _, ...note } = noteOf(work, row);
          // One without a response, or that the service failed to carry out, is just sent again.
          const isUnclear = outcome.loss !== 'failed' && outcome.error.code !== 'network';
          const faults = isUnclear ? { faults: [doubt(row, 'updated', outcome.error)] } : {};
          table.attach(row, { ...note, ...faults, loss: outcome.loss });
        }
        failures.lost(outcome.error, outcome.loss);
    }
  };

  /** The fields that a creation cannot set are sent next; without an id, the record is looked up first. */
  function continueCreation(row: number, id: string | undefined): void {
    const changes = afterCreation(work, table.read(row));
    if (Object.keys(changes).length === 0) return;
    table.mark(row, id === undefined ? 'doubt' : 'update');
    table.attach(row, {
      id,
      changes,
      before: {},
      isNew: true,
      ...(id === undefined && { loss: 'confirmed' as const }),
    });
  }

  function end(row: number, did: 'created' | 'updated' | 'skipped', id: string | undefined, key?: string): void {
    const isNew = did === 'updated' && work.updateOnly.length > 0 && noteOf(work, row).isNew === true;
    table.mark(row, isNew ? 'created' : did);
    if (id !== undefined && saveIds) table.attach(row, { ...noteOf(work, row), id });
    journal.recordOutcome({ row, did, id, key });
    if (did === 'created' && work.updateOnly.length > 0) continueCreation(row, id);
    // A row that continues is not done yet.
    if (['created', 'updated', 'skipped'].includes(table.state(row))) onDone();
  }

  function refuse(row: number, error: PlenaryError): void {
    table.mark(row, 'failed');
    table.attach(row, { faults: faultsOf(error, row) });
    journal.recordOutcome({ row, did: 'failed', message: error.message });
    onDone();
    failures.refused(error);
    const errors = table.count('failed', 'rejected');
    if (errors <= maxErrors) return;
    throw new PartlyDoneError(`stopped: the number of invalid or refused rows (${errors}) is more than allowed`, {
      advice: { kind: 'allow_more_errors' },
    });
  }

  function doubt(row: number, did: 'created' | 'updated', { message }: PlenaryError): RowFault {
    const unknown = `it is unknown whether the record was ${did}: ${message}`;
    return { ...placeOf(work, row), code: 'outcome_unknown', message: unknown };
  }

  function faultsOf(error: PlenaryError, row: number): readonly RowFault[] {
    const place = { ...placeOf(work, row), code: error.code };
    if (error.details.length === 0) return [{ ...place, message: error.message }];
    return error.details.map(({ field, message }) => ({
      ...place,
      ...(field !== undefined && locate(work, field)),
      message,
    }));
  }
}

/** The record exists: somebody else created it meanwhile. */
function isConflict(error: PlenaryError): boolean {
  return error instanceof ApiError && error.status === 409;
}

function idInConflict(error: PlenaryError): string | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined;
}
