// Owns what the outcome of a request does to its row, and which outcomes stop the run.
import type { WriteOutcome } from '../client/client.ts';
import { isRecord, recordId } from '../client/response.ts';
import { type Endpoint, isEventScoped } from '../contract/endpoint.ts';
import { keyOf } from '../contract/key.ts';
import { ApiError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import { createFailureWatch } from '../runs/failure-watch.ts';
import type { Journal } from '../runs/journal.ts';
import type { Step } from '../runs/send.ts';
import { afterCreation, type ChangeSet, noteOf, type RowFault, type RowNote } from './change-set.ts';
import { keyMark } from './unlisted.ts';

/** What is wrong with rows that were sent, in words. */
export interface OutcomeWords {
  /** The service has refused the row. */
  refused(row: number, error: PlenaryError): readonly RowFault[];
  /** It is unknown whether the request took effect. */
  doubtful(row: number, did: 'created' | 'updated', error: PlenaryError): RowFault;
  /** The error that stops the run. @param rows how many are invalid or were refused */
  tooMany(rows: number): PlenaryError;
}

export interface OutcomeOptions {
  readonly journal: Pick<Journal, 'recordOutcome' | 'recordUnsent'>;
  readonly words: OutcomeWords;
  /** The run stops when more rows are invalid or refused. */
  readonly maxErrors: number;
  /** Whether a record that exists already is left alone; otherwise it is looked up. */
  readonly skipsExisting: boolean;
  /** Whether to save the id of each record with its row; this takes time and space, so only if the ids are reported. */
  readonly saveIds: boolean;
  readonly onDone: () => void;
}

/** @returns a function that records the outcome of a step of `endpoint`, and throws an error if it stops the run */
export function createOutcomeRecorder(set: ChangeSet, options: OutcomeOptions) {
  const { journal, words, maxErrors, skipsExisting, saveIds, onDone } = options;
  const { ledger } = set;
  const failures = createFailureWatch();

  return (endpoint: Endpoint, step: Step, outcome: WriteOutcome): void => {
    const { row } = step;
    switch (outcome.kind) {
      case 'done': {
        failures.succeeded();
        const id = recordId(outcome.record, endpoint.resource);
        if (endpoint !== set.endpoint) {
          end(row, 'updated', id);
          return;
        }
        if (outcome.replayed !== undefined) set.honorsKeys = true;
        if (outcome.replayed === true && noteOf(set, row).wasLost !== true) {
          const why = `an earlier request created it${id === undefined ? '' : ` as ${id}`}, which the list does not show with this key`;
          contest(row, { faults: [words.doubtful(row, 'created', new OutcomeUnknownError(why))], replayed: id ?? '' });
          return;
        }
        end(row, 'created', id, keyMark(keyOf(endpoint, step.body) ?? ''));
        return;
      }
      case 'refused': {
        const { error } = outcome;
        if (exists(error) && endpoint === set.endpoint) {
          failures.succeeded();
          const id = idInConflict(error);
          if (id !== undefined && skipsExisting) {
            end(row, 'skipped', id);
            return;
          }
          // The record may exist, or the service may refuse all creations: this is looked up later.
          contest(row, { faults: words.refused(row, error) });
          return;
        }
        if (error.code === 'authentication' || error.code === 'not_found') {
          // The fault is in the token or the event, so every row would fail in the same way.
          const isOfAll = error.code === 'authentication' || isEventScoped(endpoint);
          const concernsAll = error.status === 401 || (!failures.hasSucceeded && isOfAll);
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
        if (endpoint === set.endpoint) {
          const earlier = noteOf(set, row);
          const mayFollow = earlier.mayFollow === true || earlier.loss === 'unanswered';
          ledger.mark(row, 'doubt');
          ledger.attach(row, {
            faults: [words.doubtful(row, 'created', outcome.error)],
            loss: lossOf(outcome),
            mayFollow,
          });
        } else {
          // It is sent again, and in doubt if nothing shows then what it did.
          const faults = [words.doubtful(row, 'updated', outcome.error)];
          ledger.attach(row, { ...noteOf(set, row), faults, loss: lossOf(outcome) });
        }
        failures.lost(outcome.error, lossOf(outcome));
    }
  };

  /** It is looked up whether the record exists. This request did not create it, so that it is not in doubt, unless an earlier one is. */
  function contest(row: number, note: RowNote): void {
    const { loss, wasLost } = noteOf(set, row);
    if (loss === undefined && wasLost === undefined) journal.recordUnsent([row]);
    ledger.mark(row, 'contested');
    ledger.attach(row, { ...note, ...(loss && { loss }), ...(wasLost && { wasLost }) });
  }

  /** The fields that a creation cannot set are sent next; without an id, the record is looked up first. */
  function continueCreation(row: number, id: string | undefined): void {
    const changes = afterCreation(set, ledger.read(row));
    if (Object.keys(changes).length === 0) return;
    ledger.mark(row, id === undefined ? 'doubt' : 'update');
    ledger.attach(row, {
      id,
      changes,
      before: {},
      isNew: true,
      ...(id === undefined && { loss: 'confirmed' as const }),
    });
  }

  function end(row: number, did: 'created' | 'updated' | 'skipped', id: string | undefined, key?: string): void {
    const isNew = did === 'updated' && set.updateOnly.length > 0 && noteOf(set, row).isNew === true;
    ledger.mark(row, isNew ? 'created' : did);
    if (id !== undefined && saveIds) ledger.attach(row, { ...noteOf(set, row), id });
    journal.recordOutcome({ row, did: did === 'updated' ? set.did : did, id, key });
    if (did === 'created' && set.updateOnly.length > 0) continueCreation(row, id);
    // A row that continues is not done yet.
    if (['created', 'updated', 'skipped'].includes(ledger.state(row))) onDone();
  }

  function refuse(row: number, error: PlenaryError): void {
    ledger.mark(row, 'failed');
    ledger.attach(row, { faults: words.refused(row, error) });
    journal.recordOutcome({ row, did: 'failed', message: error.message });
    onDone();
    failures.refused(error);
    const errors = ledger.count('failed', 'rejected');
    if (errors > maxErrors) throw words.tooMany(errors);
  }
}

/** A response below 400 began to confirm the write. */
function lossOf({ otherwise, error }: Extract<WriteOutcome, { kind: 'lost' }>) {
  if (otherwise === 'failed') return 'failed';
  return (error.status ?? 500) < 400 ? 'confirmed' : 'unanswered';
}

/** The record exists: somebody else created it meanwhile, with other values if its idempotency key was used for them. */
function exists(error: PlenaryError): boolean {
  if (!(error instanceof ApiError)) return false;
  const { detail } = isRecord(error.body) ? error.body : {};
  const isKeyReused = (fault: unknown) => isRecord(fault) && fault.type === 'idempotency_key_reused';
  return error.status === 409 || (error.status === 422 && Array.isArray(detail) && detail.some(isKeyReused));
}

function idInConflict(error: PlenaryError): string | undefined {
  const body = error instanceof ApiError ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined;
}
