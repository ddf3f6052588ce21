// Owns what the outcome of a request does to its row, and which outcomes stop the run.

import { afterCreation, fieldChanges, isEmpty } from '../changes/change.ts';
import { keyMark } from '../changes/names.ts';
import type { RecordData, WriteOutcome } from '../client/client.ts';
import { isMissingOperation } from '../client/event-lists.ts';
import { isFinalFailure } from '../client/failure.ts';
import { compareField, shownValue } from '../client/records.ts';
import { isRecord, recordId } from '../client/response.ts';
import type { WriteSuccess } from '../client/write.ts';
import { isEventScoped, type Operation } from '../contract/endpoint.ts';
import { keyOf, keyText } from '../contract/key.ts';
import { ApiError, OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import type { RowOutcome } from './entry.ts';
import { createFailureWatch } from './failure-watch.ts';
import type { Journal } from './journal.ts';
import type { Part } from './part.ts';
import { type Doubt, endInterim, endRow, putInDoubt, type RunRow, turn } from './row.ts';
import type { Step } from './send.ts';

/** What decides whether a run goes on. */
export interface Outcomes {
  readonly part: Part;
  readonly journal: Pick<Journal, 'recordOutcome' | 'recordUnsent'>;
  /** The run stops when more rows are invalid or refused. */
  readonly maxErrors: number;
  readonly onDone: () => void;
  readonly failures: ReturnType<typeof createFailureWatch>;
  /** How many rows are invalid or refused. */
  errors: number;
}

export function createOutcomes(options: Omit<Outcomes, 'failures' | 'errors'>): Outcomes {
  return {
    ...options,
    failures: createFailureWatch(),
    errors: options.part.rows.count('failed', 'rejected'),
  };
}

/**
 * Gives the row of a request the state that follows from its outcome.
 * @throws {PlenaryError} if it stops the run
 */
export function applyOutcome(
  outcomes: Outcomes,
  endpoint: Operation,
  step: Step,
  outcome: WriteOutcome,
): void {
  const { part, failures } = outcomes;
  const isCreation = endpoint === part.endpoint;
  switch (outcome.kind) {
    case 'done':
      failures.succeeded();
      if (isCreation) created(outcomes, step, outcome);
      else changed(outcomes, step, outcome);
      return;
    case 'refused':
      refused(outcomes, endpoint, step, outcome.error);
      return;
    case 'unsent':
      if (outcome.isSilent) throw outcome.error;
      failures.unsent(outcome.error);
      return;
    case 'lost': {
      const { row } = step;
      const { otherwise, error, isReported } = outcome;
      const { words } = part;
      putInDoubt(row, {
        faults:
          otherwise === 'refused'
            ? words.refused(row, error)
            : [words.doubtful(row, isCreation, error)],
        otherwise,
        failure: isFinalFailure(error) ? error : undefined,
        isReported,
      });
      if (outcome.isSilent) throw error;
      failures.lost(error);
    }
  }
}

function changed(
  { part, journal, onDone }: Outcomes,
  { row, body = {}, change }: Step,
  { record }: WriteSuccess,
): void {
  journal.recordOutcome({
    row: row.number,
    did: part.did,
    id: row.note.id,
    ...shownBy(record, body),
  });
  if (change?.isInterim === true) {
    endInterim(row);
    return;
  }
  endRow(row, row.note.isNew === true ? 'created' : 'updated');
  onDone();
}

function refused(outcomes: Outcomes, endpoint: Operation, step: Step, error: PlenaryError): void {
  const { part, journal, failures } = outcomes;
  const { row } = step;
  if (endpoint === part.endpoint && exists(error)) {
    failures.succeeded();
    // The record may exist, or the service may refuse all creations.
    const isCertain = error.status === 409 && part.resource === 'speakers';
    lookUpExisting(outcomes, row, {
      faults: part.words.refused(row, error),
      otherwise: 'refused',
      existing: { id: idIn(error), isCertain },
    });
  } else if (endpoint === part.removal && isMissingOperation(error)) {
    journal.recordUnsent([row.number]);
    remain(outcomes, row);
  } else if (concernsAll(outcomes, endpoint, error)) {
    journal.recordUnsent([row.number]);
    throw error;
  } else if (endpoint === part.update && isInTheWay(part, step, error)) {
    journal.recordUnsent([row.number]);
    row.note = { ...row.note, isInTheWay: true };
  } else fail(outcomes, row, error);
}

/**
 * What a response shows of a record that was changed: other values than were sent, and when it was
 * changed.
 */
function shownBy(
  record: RecordData,
  body: NonNullable<Step['body']>,
): Pick<RowOutcome, 'shown' | 'updatedAt'> {
  const others = Object.entries(body).filter(
    ([field, sent]) => compareField(record, field, sent) === 'differs',
  );
  const shown = Object.fromEntries(others.map(([field]) => [field, shownValue(record, field)]));
  return {
    shown: others.length === 0 ? undefined : shown,
    updatedAt: keyText(record.updated_at),
  };
}

function created(
  outcomes: Outcomes,
  { row, body = {} }: Step,
  { record, replayed }: WriteSuccess,
): void {
  const { part, journal } = outcomes;
  const id = recordId(record, part.resource);
  if (replayed !== undefined) part.honorsKeys = true;
  if (replayed === true && row.note.wasLost !== true) {
    const why =
      `an earlier request created it${id === undefined ? '' : ` as ${id}`}, which the list ` +
      'does not show with this key';
    const faults = [part.words.doubtful(row, true, new OutcomeUnknownError(why))];
    lookUpExisting(outcomes, row, {
      faults,
      otherwise: 'unknown',
      existing: { id, isCertain: false },
    });
    return;
  }
  journal.recordOutcome({
    row: row.number,
    did: 'created',
    id,
    key: markOf(part, body),
    updatedAt: keyText(record.updated_at),
  });
  // The fields that a creation cannot set are sent next, with what the new record has instead.
  const wanted = afterCreation(row, part.updateOnly);
  const before = Object.keys(wanted).map((field) => [field, shownValue(record, field)]);
  const changes = fieldChanges(wanted, Object.fromEntries(before));
  if (isEmpty(changes)) {
    endRow(row, 'created', id);
    outcomes.onDone();
  } else turn(row, 'update', { id, changes, isNew: true });
  part.created?.(record);
}

/** Recognizes the key of a record that was created. */
function markOf({ endpoint }: Part, body: RecordData): string | undefined {
  const key = endpoint && keyOf(endpoint, body);
  return key === undefined ? undefined : keyMark(key);
}

/**
 * It is looked up whether the record exists. This request did not create it, so that it is not in
 * doubt, unless an earlier one is.
 */
function lookUpExisting(
  { journal }: Outcomes,
  row: RunRow,
  doubt: Pick<Doubt, 'faults' | 'otherwise' | 'existing'>,
): void {
  if (row.note.wasLost === true) {
    putInDoubt(row, { faults: doubt.faults, otherwise: 'unknown', isReported: true });
    return;
  }
  journal.recordUnsent([row.number]);
  putInDoubt(row, doubt);
}

/** Whether a request may succeed after the others, because another record is in its way. */
function isInTheWay(
  part: Part,
  { row: { note }, change }: Step,
  { status }: PlenaryError,
): boolean {
  const isOrdered = part.order !== undefined && change?.isInterim !== true;
  return isOrdered && status === 409 && note.isInTheWay !== true;
}

function fail(outcomes: Outcomes, row: RunRow, error: PlenaryError): void {
  const { part, journal, maxErrors, failures, onDone } = outcomes;
  const { id, isNew, interim } = row.note;
  turn(row, 'failed', { id, isNew, interim, faults: part.words.refused(row, error) });
  journal.recordOutcome({ row: row.number, did: 'failed' });
  onDone();
  failures.refused(error);
  if (++outcomes.errors > maxErrors) throw part.words.tooMany(outcomes.errors);
}

/** The service lacks the operation that would take away what a row, or its holder, is about. */
export function remain({ part, onDone }: Outcomes, row: RunRow, holder?: RunRow): void {
  const fault = part.words.remaining?.(row, holder);
  if (fault !== undefined) part.remains = [...(part.remains ?? []), fault];
  turn(row, 'skipped', { id: row.note.id });
  onDone();
}

/** The fault is in the token or the event, so every row would fail in the same way. */
function concernsAll(
  { failures }: Outcomes,
  endpoint: Operation,
  { code, status }: PlenaryError,
): boolean {
  if (code !== 'authentication' && code !== 'not_found') return false;
  return (
    status === 401 ||
    (!failures.hasSucceeded() && (code === 'authentication' || isEventScoped(endpoint)))
  );
}

/**
 * The record exists: somebody else created it meanwhile, with other values if its idempotency key
 * was used for them.
 */
function exists(error: PlenaryError): boolean {
  if (!(error instanceof ApiError)) return false;
  const { detail } = isRecord(error.body) ? error.body : {};
  const isKeyReused = (fault: unknown) =>
    isRecord(fault) && fault.type === 'idempotency_key_reused';
  return (
    error.status === 409 ||
    (error.status === 422 && Array.isArray(detail) && detail.some(isKeyReused))
  );
}

function idIn(error: PlenaryError): string | undefined {
  const { id } = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  return typeof id === 'string' ? id : undefined;
}
