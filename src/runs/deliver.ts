// Sends the rows of a part: creations first, then removals and updates. What was lost is looked up, together. Must not know the terminal.
import { hash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { type Endpoint, type Operation, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { foldKey, isAddressField, keyOf } from '../contract/key.ts';
import { PlenaryError } from '../errors.ts';
import { waitUntil } from './earlier-runs.ts';
import type { Journal } from './journal.ts';
import { createOutcomes, isComplete, type Outcomes, recordOutcome, remain } from './outcomes.ts';
import type { OrderedUpdate, Part, Scope } from './part.ts';
import { creationOf, type RowNote, type RunRow, turn } from './row.ts';
import { type Step, sendSteps } from './send.ts';
import type { RunSending } from './task.ts';

/** How the rows of a run are sent. */
export interface Delivery extends Omit<RunSending, 'client' | 'runs'>, Scope {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /** After this moment no request of an earlier process of the run can take effect; in milliseconds since 1970. */
  readonly lateUntil: number;
}

/** A part while its rows are sent. */
interface Sent extends Outcomes {
  readonly delivery: Delivery;
  /** After this moment no request that was lost can take effect; in milliseconds since 1970. */
  lateUntil: number;
  /** The same for interim requests: one that comes late would undo what follows it. */
  interimUntil: number;
  /** The addresses of people for whom a record was created. */
  readonly known: Set<string>;
}

/**
 * Sends the rows of a part. Afterward, a row is `unknown` if the lookup failed, or could not show whether its request took
 * effect, and still to be sent if the service did not accept it, or reported that it failed.
 * @throws what stops the run; the signal's reason
 */
export async function deliver(part: Part, delivery: Delivery & { readonly maxErrors: number }): Promise<void> {
  const { rows, endpoint } = part;
  const { lateUntil, signal, onProgress } = delivery;
  const total = rows.count('create', 'update', 'unknown');
  let done = 0;
  const onDone = () => onProgress?.(++done, total);
  // An earlier process of the run may have sent some.
  const interimUntil = [...rows].some(({ note }) => note.interim !== undefined) ? lateUntil : 0;
  const sent: Sent = {
    ...createOutcomes({ ...delivery, part, onDone }),
    delivery,
    lateUntil,
    interimUntil,
    known: new Set(),
  };
  try {
    await settle(sent);
    await sendFirst(sent);
    await send(sent, endpoint, creations(part, notLost(part)));
    await sendAgain(sent);
    await sendRemovals(sent);
    await sendUpdates(sent);
  } catch (error) {
    // Whatever stopped the run, what is unknown is looked up at once.
    if (error instanceof PlenaryError && !signal?.aborted) {
      await lookUp(sent);
      endRefused(sent, false);
    }
    throw error;
  }
}

/**
 * The first creation is sent alone. Its response shows what the service shows of a record, and if the service fails to
 * create it, others would fail as well.
 * @throws {PlenaryError} if the service failed twice
 */
async function sendFirst(sent: Sent): Promise<void> {
  const { part } = sent;
  const [first] = part.rows.in('create');
  if (first === undefined) return;
  await send(sent, part.endpoint, creations(part, [first]));
  await sendAgain(sent);
  const { failure } = first.note;
  if (first.state === 'create' && failure !== undefined) throw part.words.failed?.(first, failure) ?? failure;
}

function* notLost({ rows }: Part): IterableIterator<RunRow> {
  for (const row of rows.in('create')) if (row.note.wasLost !== true) yield row;
}

/** Sends those creations once more that were lost, and did not take effect. */
async function sendAgain(sent: Sent): Promise<void> {
  const { part } = sent;
  const again = [...part.rows.in('create')].filter(({ note }) => note.wasLost === true && note.isSentAgain !== true);
  for (const row of again) row.note = { ...row.note, isSentAgain: true };
  await send(sent, part.endpoint, creations(part, again));
}

/**
 * Before the updates, because they make room for them. The first one is sent alone: it shows whether
 * the service has the operation.
 */
async function sendRemovals(sent: Sent): Promise<void> {
  const { part } = sent;
  if (part.removal === undefined) return;
  const [first, ...others] = [...part.rows.in('update')].filter((row) => isRemoval(part, row));
  if (first === undefined) return;
  await send(sent, part.removal, removals(part, [first]));
  if (first.state !== 'skipped') return send(sent, part.removal, removals(part, others));
  for (const row of others) remain(sent, row);
}

async function send(sent: Sent, endpoint: Operation | undefined, steps: Iterable<Step>): Promise<void> {
  if (endpoint === undefined) return;
  const { clock, lateMs } = sent.delivery;
  let isSent = false;
  await sendSteps(steps, {
    ...sent.delivery,
    endpoint,
    known: sent.known,
    onEnd(step, outcome) {
      isSent = true;
      if (outcome.kind === 'lost' && !isComplete(outcome.error)) sent.lateUntil = clock.now() + lateMs;
      const isLate = outcome.kind === 'lost' || (outcome.kind === 'done' && outcome.lateUntil !== undefined);
      if (isLate && step.before?.isInterim === true) sent.interimUntil = clock.now() + lateMs;
      recordOutcome(sent, endpoint, step, outcome);
    },
  });
  if (isSent) await settle(sent);
}

/** Sends the updates of a part, in its order; what others were in the way of, once more after them. */
async function sendUpdates(sent: Sent): Promise<void> {
  const { part } = sent;
  if (part.order === undefined) return send(sent, part.update, changes(part));
  const rows = [...part.rows.in('update')].filter((row) => !isRemoval(part, row));
  await sendWaves(sent, part.order(rows));
  // One in doubt may still be in the way.
  if (part.rows.count('unknown') > 0) return;
  const again = rows.filter(({ state, note }) => state === 'update' && note.isInTheWay === true);
  await sendWaves(sent, part.order(again));
}

/** What needs an update that is still open, because it is in doubt or was not sent, is not sent either. */
async function sendWaves(sent: Sent, waves: readonly (readonly OrderedUpdate[])[]): Promise<void> {
  const { part, delivery } = sent;
  const open = new Set<OrderedUpdate>();
  for (const wave of waves) {
    const ready = wave.filter(({ row, after }) => row.state === 'update' && !after.some((other) => open.has(other)));
    const hasMoved = ready.some(({ row, isInterim }) => !isInterim && row.note.interim !== undefined);
    if (hasMoved) await waitUntil(sent.interimUntil, delivery);
    for (const { row, fields, isInterim } of ready) {
      if (isInterim) row.note = { ...row.note, interim: { fields, isDone: false } };
    }
    await send(
      sent,
      part.update,
      ready.map((update) => orderedStep(part, update)),
    );
    for (const update of wave) if (isOpen(update)) open.add(update);
  }
}

/** Whether it is unknown, or still to be seen, what becomes of an update. */
function isOpen({ row: { state, note }, isInterim }: OrderedUpdate): boolean {
  if (state === 'unknown') return true;
  return state === 'update' && (isInterim ? note.interim?.isDone !== true : note.isInTheWay !== true);
}

/** Looks up what is unknown: at once, because most requests took effect, and again when none can take effect any more. */
async function settle(sent: Sent): Promise<void> {
  const { part, delivery, lateUntil } = sent;
  const { rows } = part;
  let isLookedUp = await lookUp(sent);
  const isLate = [...rows.in('unknown')].some(({ note }) => note.existing === undefined && note.failure === undefined);
  if (isLookedUp && isLate && lateUntil > delivery.clock.now()) {
    await waitUntil(lateUntil, delivery);
    isLookedUp = await lookUp(sent);
  }
  for (const row of isLookedUp ? rows.in('unknown') : []) {
    const { otherwise = 'failed', isAbsent, ...note } = row.note;
    const isUpdate = note.changes !== undefined;
    // An update of an earlier process of the run, or one that the service reported as failed, is sent again; a creation if
    // no record can be the one that it would have created.
    const isOver = isAbsent === true && otherwise !== 'refused' && note.isReported !== true;
    if (isUpdate ? otherwise !== 'failed' : !isOver) continue;
    if (isUpdate) turn(row, 'update', note);
    else turn(row, 'create', { ...note, ...failureFaults(part, row), wasLost: true });
    // The old values of an update are needed in any case.
    if (!isUpdate) delivery.journal.recordUnsent([row.number]);
  }
  endRefused(sent, isLookedUp);
}

/** It was not created, whatever is said of it before. */
function failureFaults({ words }: Part, row: RunRow): Pick<RowNote, 'faults'> {
  const { failure } = row.note;
  return failure === undefined ? {} : { faults: words.refused(row, failure) };
}

/** Rows that the service has refused, and whose records it does not show, have failed, unless it has named the record. */
function endRefused({ part, delivery, onDone }: Sent, isLookedUp: boolean): void {
  for (const row of part.rows.in('unknown')) {
    const { otherwise, existing } = row.note;
    if (otherwise !== 'refused' || !(isLookedUp || existing !== undefined)) continue;
    const isThere = existing?.id !== undefined || (existing?.isCertain === true && isLookedUp);
    const did = isThere ? 'skipped' : 'failed';
    turn(row, did, { ...row.note, id: existing?.id ?? row.note.id });
    // An update that was lost before it was refused has no outcome, so that an undo knows its old values.
    if (existing !== undefined) delivery.journal.recordOutcome({ row: row.number, did, id: existing.id });
    onDone();
  }
}

/** @returns whether the lookup succeeded */
async function lookUp({ part, delivery, onDone }: Sent): Promise<boolean> {
  if (part.rows.count('unknown') === 0) return true;
  const open = () => part.rows.count('unknown', 'create', 'update');
  const before = open();
  try {
    await part.find(delivery, delivery.journal);
  } catch (error) {
    delivery.signal?.throwIfAborted();
    if (error instanceof PlenaryError) return false;
    throw error;
  }
  for (let found = before - open(); found > 0; found--) onDone();
  return true;
}

function* creations(part: Part, rows: Iterable<RunRow>): IterableIterator<Step> {
  const { event, resource, endpoint, updateOnly } = part;
  const path = { event_id: event };
  for (const row of rows) {
    const body = creationOf(row, updateOnly);
    const key = keyOf(endpoint ?? {}, body);
    // A hash, because a title may be longer than a key of the service.
    const idempotencyKey = key && hash('sha256', JSON.stringify([event, resource, key]));
    yield { row, path, body, idempotencyKey, alone: addressOf(endpoint, body) };
  }
}

/** The address of the person for whom a creation may create a record. */
function addressOf(
  { key = [] }: Pick<Endpoint, 'key'> = {},
  body: Readonly<Record<string, string>>,
): string | undefined {
  const field = key.find(isAddressField);
  return field === undefined ? undefined : foldKey(body[field] ?? '');
}

function isRemoval({ removal }: Part, { note }: RunRow): boolean {
  return removal !== undefined && Object.values(note.changes ?? {}).every((value) => value === null);
}

function* removals({ removal }: Part, rows: Iterable<RunRow>): IterableIterator<Step> {
  const { resource = '', path = '' } = removal ?? {};
  const [parameter = ''] = recordParameters({ path });
  for (const row of rows) {
    const { id = '', changes: wanted = {}, before = {} } = row.note;
    const named = Object.entries(wanted).map(([field, to]) => [field, { from: before[field], to }]);
    const fields = Object.fromEntries(named);
    yield { row, path: { [parameter]: id }, before: { resource, id, fields } };
  }
}

function* changes(part: Part): IterableIterator<Step> {
  const { rows, update } = part;
  const nullable = fieldsOf(update.body)
    .filter((field) => field.nullable)
    .map(({ name }) => name);
  for (const row of rows.in('update')) {
    if (isRemoval(part, row)) continue;
    const { changes: wanted = {} } = row.note;
    // A field that cannot be null is cleared by an empty string.
    const body = Object.fromEntries(
      Object.entries(wanted).map(([field, value]) => [field, value ?? (nullable.includes(field) ? null : '')]),
    );
    yield updateStep(update, row, body);
  }
}

function orderedStep({ update }: Part, { row, fields, isInterim }: OrderedUpdate): Step {
  const step = updateStep(update, row, fields);
  if (!isInterim || step.before === undefined) return step;
  return { ...step, before: { ...step.before, isInterim } };
}

function updateStep(update: Endpoint, row: RunRow, body: NonNullable<Step['body']>): Step {
  const [parameter = ''] = recordParameters(update);
  const { id = '', before = {} } = row.note;
  const changed = Object.entries(body).map(([field, to]) => [field, { from: before[field], to }]);
  return {
    row,
    path: { [parameter]: id },
    body,
    before: {
      resource: update.resource,
      id,
      fields: Object.fromEntries(changed),
    },
  };
}
