// Owns what the outcome of a request does to its row, and which outcomes stop the run.
import type { WriteOutcome } from '../client/client.ts';
import { isRecord, recordId } from '../client/response.ts';
import { type Endpoint, isEventScoped } from '../contract/endpoint.ts';
import { keyOf } from '../contract/key.ts';
import { ApiError, MalformedResponseError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import type { Journal } from './journal.ts';
import type { Part } from './part.ts';
import { afterCreation, type Row, type RowFault, turn } from './row.ts';
import type { Step } from './send.ts';
import { keyMark } from './unlisted.ts';

export interface OutcomeOptions {
  readonly journal: Pick<Journal, 'recordOutcome' | 'recordUnsent'>;
  /** The run stops when more rows are invalid or refused. */
  readonly maxErrors: number;
  readonly onDone: () => void;
}

/** @returns a function that records the outcome of a step of `endpoint`, and throws an error if it stops the run */
export function createOutcomeRecorder(part: Part, { journal, maxErrors, onDone }: OutcomeOptions) {
  const { words, rows, updateOnly } = part;
  const failures = createFailureWatch();
  let errors = rows.count('failed', 'rejected');

  return (endpoint: Endpoint, { row, body }: Step, outcome: WriteOutcome): void => {
    const isCreation = endpoint === part.endpoint;
    switch (outcome.kind) {
      case 'done': {
        failures.succeeded();
        const id = recordId(outcome.record, endpoint.resource);
        if (isCreation) create(row, id, outcome.replayed, keyMark(keyOf(endpoint, body) ?? ''));
        else {
          journal.recordOutcome({ row: row.number, did: part.did, id: row.note.id });
          finish(row, row.note.isNew === true ? 'created' : 'updated', row.note.id);
        }
        return;
      }
      case 'refused': {
        const { error } = outcome;
        if (isCreation && exists(error)) {
          failures.succeeded();
          // The record may exist, or the service may refuse all creations.
          lookUpExisting(row, words.refused(row, error), 'refused', idIn(error));
          return;
        }
        if (concernsAll(endpoint, error)) {
          journal.recordUnsent([row.number]);
          throw error;
        }
        refuse(row, error);
        return;
      }
      case 'unsent':
        failures.unsent(outcome.error);
        return;
      case 'lost': {
        const { otherwise, error } = outcome;
        const did = isCreation ? 'created' : 'updated';
        const faults = otherwise === 'refused' ? words.refused(row, error) : [words.doubtful(row, did, error)];
        turn(row, 'unknown', { ...row.note, faults, otherwise });
        failures.lost(error);
      }
    }
  };

  function create(row: Row, id: string | undefined, replayed: boolean | undefined, key: string): void {
    if (replayed !== undefined) part.honorsKeys = true;
    if (replayed === true && row.note.wasLost !== true) {
      const why = `an earlier request created it${id === undefined ? '' : ` as ${id}`}, which the list does not show with this key`;
      lookUpExisting(row, [words.doubtful(row, 'created', new OutcomeUnknownError(why))], 'unknown', id);
      return;
    }
    journal.recordOutcome({ row: row.number, did: 'created', id, key });
    const changes = afterCreation(row, updateOnly);
    if (Object.keys(changes).length === 0) finish(row, 'created', id);
    // The fields that a creation cannot set are sent next.
    else turn(row, 'update', { id, changes, before: {}, isNew: true });
  }

  /** It is looked up whether the record exists. This request did not create it, so that it is not in doubt, unless an earlier one is. */
  function lookUpExisting(row: Row, faults: readonly RowFault[], otherwise: 'refused' | 'unknown', id?: string): void {
    const { wasLost } = row.note;
    if (wasLost !== true) journal.recordUnsent([row.number]);
    const note = wasLost ? { otherwise: 'unknown' as const, wasLost } : { otherwise, existing: { id } };
    turn(row, 'unknown', { faults, ...note });
  }

  function finish(row: Row, state: 'created' | 'updated', id: string | undefined): void {
    // The journal has the old values; those of many long texts would fill the memory.
    const { before: _, faults: __, otherwise: ___, ...note } = row.note;
    turn(row, state, { ...note, id });
    onDone();
  }

  function refuse(row: Row, error: PlenaryError): void {
    turn(row, 'failed', { faults: words.refused(row, error) });
    journal.recordOutcome({ row: row.number, did: 'failed', message: error.message });
    onDone();
    failures.refused(error);
    if (++errors > maxErrors) throw words.tooMany(errors);
  }

  /** The fault is in the token or the event, so every row would fail in the same way. */
  function concernsAll(endpoint: Endpoint, { code, status }: PlenaryError): boolean {
    if (code !== 'authentication' && code !== 'not_found') return false;
    return status === 401 || (!failures.hasSucceeded() && (code === 'authentication' || isEventScoped(endpoint)));
  }
}

/** The record exists: somebody else created it meanwhile, with other values if its idempotency key was used for them. */
function exists(error: PlenaryError): boolean {
  if (!(error instanceof ApiError)) return false;
  const { detail } = isRecord(error.body) ? error.body : {};
  const isKeyReused = (fault: unknown) => isRecord(fault) && fault.type === 'idempotency_key_reused';
  return error.status === 409 || (error.status === 422 && Array.isArray(detail) && detail.some(isKeyReused));
}

function idIn(error: PlenaryError): string | undefined {
  const { id } = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  return typeof id === 'string' ? id : undefined;
}

const enoughAlike = 10;
// Each of these writes has used all of its attempts.
const enoughUnsent = 3;

/** Decides to stop a run whose writes keep failing in the same way. */
function createFailureWatch() {
  let hasSucceeded = false;
  let kind = '';
  let count = 0;

  function add({ code, status, details }: PlenaryError): void {
    const next = JSON.stringify([code, status, details.map(({ field, message }) => [field, message])]);
    count = next === kind ? count + 1 : 1;
    kind = next;
  }

  return {
    /** Whether the service has accepted any write. */
    hasSucceeded: () => hasSucceeded,
    succeeded(): void {
      hasSucceeded = true;
      count = 0;
    },
    /** The service refused a row. @throws the error, if the first ten responses are the same refusal */
    refused(error: PlenaryError): void {
      add(error);
      if (!hasSucceeded && count === enoughAlike) throw error;
    },
    /** The outcome of a write is unknown. @throws the error, if it occurs for the tenth time in a row */
    lost(error: PlenaryError): void {
      // A complete response costs no time, and shows no fault of the row.
      if (error instanceof MalformedResponseError) return;
      add(error);
      if (count === enoughAlike) throw error;
    },
    /** No attempt reached the service. @throws the error, if it occurs for the third time in a row */
    unsent(error: PlenaryError): void {
      add(error);
      if (count >= enoughUnsent) throw error;
    },
  };
}
