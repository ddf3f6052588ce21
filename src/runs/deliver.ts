// Sends the rows of a part: creations first, then removals and updates. What was lost is looked up,
// together. Must not know the terminal.

import type { Client } from '../client/client.ts';
import { waitUntil } from '../client/clock.ts';
import { isFinalFailure } from '../client/failure.ts';
import type { Operation } from '../contract/endpoint.ts';
import { PlenaryError } from '../errors.ts';
import { judge, mayBeLate } from './doubt.ts';
import type { Journal } from './journal.ts';
import { applyOutcome, createOutcomes, type Outcomes, remain } from './outcomes.ts';
import type { OrderedUpdate, Part, Scope } from './part.ts';
import { type RunRow, turn } from './row.ts';
import { type Step, sendSteps } from './send.ts';
import { changes, creations, isRemoval, orderedSteps, removals } from './steps.ts';
import type { RunSending } from './task.ts';

/** How the rows of a run are sent. */
export interface DeliveryOptions extends Omit<RunSending, 'client' | 'runs'>, Scope {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /**
   * After this moment of the clock no request of an earlier process of the run can take effect.
   */
  readonly lateUntil: number;
}

/** A part while its rows are sent. */
interface Delivery extends Outcomes {
  readonly options: DeliveryOptions;
  /** After this moment of the clock no request that was lost can take effect. */
  lateUntil: number;
  /** The same for interim requests: one that comes late would undo what follows it. */
  interimUntil: number;
  /** The addresses of people for whom a record was created. */
  readonly known: Set<string>;
}

/**
 * Sends the rows of a part. Afterward, a row is `unknown` if the lookup failed, or could not show
 * whether its request took effect, and still to be sent if the service did not accept it, or
 * reported that it failed.
 * @throws what stops the run; the signal's reason
 */
export async function deliver(
  part: Part,
  options: DeliveryOptions,
  maxErrors: number,
): Promise<void> {
  const { rows, endpoint } = part;
  const { journal, lateUntil, signal, onProgress } = options;
  const total = rows.count('create', 'update', 'unknown');
  let done = 0;
  const onDone = () => onProgress?.(++done, total);
  // An earlier process of the run may have sent some.
  const interimUntil = [...rows].some(({ note }) => note.interim !== undefined) ? lateUntil : 0;
  const delivery: Delivery = {
    ...createOutcomes({ part, journal, maxErrors, onDone }),
    options,
    lateUntil,
    interimUntil,
    known: new Set(),
  };
  try {
    await settleUnknown(delivery);
    await sendFirst(delivery);
    await sendAndSettle(delivery, endpoint, creations(part, notLost(part)));
    await sendAgain(delivery, part.rows);
    await sendRemovals(delivery);
    await sendUpdates(delivery);
  } catch (error) {
    // Whatever stopped the run, what is unknown is looked up at once.
    if (error instanceof PlenaryError && !signal?.aborted) {
      await lookUp(delivery);
      settleRows(delivery, false);
    }
    throw error;
  }
}

/**
 * The first creation is sent alone. Its response shows what the service shows of a record, and if
 * the service fails to create it, others would fail as well.
 * @throws {PlenaryError} if the service failed twice
 */
async function sendFirst(delivery: Delivery): Promise<void> {
  const { part } = delivery;
  const [first] = part.rows.in('create');
  if (first === undefined) return;
  // An earlier process of the run may have sent it: then this is the second time.
  if (first.note.wasLost !== true)
    await sendAndSettle(delivery, part.endpoint, creations(part, [first]));
  await sendAgain(delivery, [first]);
  const { failure } = first.note;
  if (first.state === 'create' && failure !== undefined)
    throw part.words.failed?.(first, failure) ?? failure;
}

function* notLost({ rows }: Part): IterableIterator<RunRow> {
  for (const row of rows.in('create')) if (row.note.wasLost !== true) yield row;
}

/** Sends those of the rows once more whose creation was lost, and did not take effect. */
async function sendAgain(delivery: Delivery, rows: Iterable<RunRow>): Promise<void> {
  const { part } = delivery;
  const again = [...rows].filter(
    ({ state, note }) => state === 'create' && note.wasLost === true && note.isSentAgain !== true,
  );
  for (const row of again) row.note = { ...row.note, isSentAgain: true };
  await sendAndSettle(delivery, part.endpoint, creations(part, again));
}

/**
 * Before the updates, because they make room for them. The first one is sent alone: it shows
 * whether the service has the operation. Without it, the updates that need the room are not sent
 * either.
 */
async function sendRemovals(delivery: Delivery): Promise<void> {
  const { part } = delivery;
  if (part.removal === undefined) return;
  const [first, ...others] = [...part.rows.in('update')].filter((row) => isRemoval(part, row));
  if (first === undefined) return;
  await sendAndSettle(delivery, part.removal, removals(part.removal, [first]));
  if (first.state !== 'skipped')
    return sendAndSettle(delivery, part.removal, removals(part.removal, others));
  for (const row of others) remain(delivery, row);
  const updates = [...part.rows.in('update')];
  const held = part.held?.(updates, [first, ...others]) ?? [];
  for (const { row, holder } of held) remain(delivery, row, holder);
}

async function sendAndSettle(
  delivery: Delivery,
  endpoint: Operation | undefined,
  steps: Iterable<Step>,
): Promise<void> {
  if (endpoint === undefined) return;
  const { clock, lateMs } = delivery.options;
  let isSent = false;
  await sendSteps(steps, {
    ...delivery.options,
    endpoint,
    known: delivery.known,
    onEnd(step, outcome) {
      isSent = true;
      if (outcome.kind === 'lost' && !isFinalFailure(outcome.error))
        delivery.lateUntil = clock.now() + lateMs;
      const isLate = 'lateUntil' in outcome;
      if (isLate && step.change?.isInterim) delivery.interimUntil = clock.now() + lateMs;
      applyOutcome(delivery, endpoint, step, outcome);
    },
  });
  if (isSent) await settleUnknown(delivery);
}

/** Sends the updates of a part in its order, and once more those that others were in the way of. */
async function sendUpdates(delivery: Delivery): Promise<void> {
  const { part } = delivery;
  if (part.order === undefined) return sendAndSettle(delivery, part.update, changes(part));
  const rows = [...part.rows.in('update')].filter((row) => !isRemoval(part, row));
  await sendWaves(delivery, part.order(rows));
  // One in doubt may still be in the way.
  if (part.rows.count('unknown') > 0) return;
  const again = rows.filter(({ state, note }) => state === 'update' && note.isInTheWay === true);
  await sendWaves(delivery, part.order(again));
}

/** Behind an update that is in doubt, or that was not sent, nothing is sent. */
async function sendWaves(
  delivery: Delivery,
  waves: readonly (readonly OrderedUpdate[])[],
): Promise<void> {
  const { part, options } = delivery;
  const open = new Set<OrderedUpdate>();
  for (const wave of waves) {
    const canBeSent = ({ row, after }: OrderedUpdate) =>
      row.state === 'update' && !after.some((other) => open.has(other));
    const ready = wave.filter(canBeSent);
    // Also before another interim request, because this one may choose another place.
    const hasInterim = ready.some(({ row }) => row.note.interim !== undefined);
    if (hasInterim) await waitUntil(delivery.interimUntil, options);
    for (const { row, fields, isInterim } of ready) {
      if (!isInterim) continue;
      const { interim } = row.note;
      const earlier = interim === undefined ? [] : [interim.fields, ...(interim.earlier ?? [])];
      row.note = { ...row.note, interim: { fields, isDone: false, earlier } };
    }
    await sendAndSettle(delivery, part.update, orderedSteps(part, ready));
    for (const update of wave) if (isOpen(update)) open.add(update);
  }
}

/** Whether it is unknown, or still to be seen, what becomes of an update. */
function isOpen({ row: { state, note }, isInterim }: OrderedUpdate): boolean {
  if (state !== 'update') return state === 'unknown';
  return isInterim ? note.interim?.isDone !== true : note.isInTheWay !== true;
}

/**
 * Looks up what is unknown: at once, because most requests took effect, and again when none can
 * take effect any more.
 */
async function settleUnknown(delivery: Delivery): Promise<void> {
  const { part, options, lateUntil } = delivery;
  const { rows } = part;
  let isLookedUp = await lookUp(delivery);
  const isLate = [...rows.in('unknown')].some(({ note: { doubt = {} } }) => mayBeLate(doubt));
  if (isLookedUp && isLate && lateUntil > options.clock.now()) {
    await waitUntil(lateUntil, options);
    isLookedUp = await lookUp(delivery);
  }
  settleRows(delivery, isLookedUp);
}

/** Gives the rows in doubt the states that follow from what is known of them. */
function settleRows({ part, options, onDone }: Delivery, isLookedUp: boolean): void {
  const { journal } = options;
  for (const row of part.rows.in('unknown')) {
    const { doubt = {}, ...note } = row.note;
    const { existing, faults = [] } = doubt;
    const isUpdate = note.changes !== undefined;
    const changesRecords = part.changesRecords === true;
    const judgment = judge(doubt, { isUpdate, isLookedUp, changesRecords });
    if (judgment === 'unknown') continue;
    if (judgment === 'again') {
      sendLater(part, row);
      // The old values of an update are needed in any case.
      if (!isUpdate) journal.recordUnsent([row.number]);
      continue;
    }
    const id = existing?.id ?? note.id;
    turn(row, judgment, judgment === 'failed' ? { ...note, id, faults } : { ...note, id });
    // An update that was lost before it was refused has no outcome, so that an undo knows its old
    // values.
    if (existing !== undefined)
      journal.recordOutcome({ row: row.number, did: judgment, id: existing.id });
    onDone();
  }
}

/** The request of a row in doubt had no effect. */
function sendLater({ words }: Part, row: RunRow): void {
  const { doubt: { failure } = {}, ...note } = row.note;
  const faults = failure === undefined ? [] : words.refused(row, failure);
  if (note.changes !== undefined) turn(row, 'update', { ...note, failure, faults });
  else turn(row, 'create', { ...note, failure, faults, wasLost: true });
}

/** @returns whether the lookup succeeded */
async function lookUp({ part, options, onDone }: Delivery): Promise<boolean> {
  if (part.rows.count('unknown') === 0) return true;
  const countOpen = () => part.rows.count('unknown', 'create', 'update');
  const openBefore = countOpen();
  try {
    await part.lookUp(options, options.journal);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PlenaryError) return false;
    throw error;
  }
  for (let done = openBefore - countOpen(); done > 0; done--) onDone();
  return true;
}
