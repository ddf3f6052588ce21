// Owns `events list`: the events of the service as it lists them.
import { readEvents } from '../../../client/event-lists.ts';
import type { RecordData } from '../../../client/response.ts';
import { localDay } from '../../../columns/dates/zoned-time.ts';
import { keyText } from '../../../contract/key.ts';
import { isTimeZone } from '../../../contract/time-zone.ts';
import { NotFoundError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { eventFields } from '../../output/default-fields.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import {
  askedBySelection,
  readSelection,
  type SelectionFlags,
  selected,
} from '../../selection/selection.ts';

/** @throws {NotFoundError} if the service does not list its events */
export async function listEvents(context: Context<SelectionFlags>): Promise<void> {
  const selection = readSelection(context);
  const records = await readEvents(await context.client());
  if (records === undefined) {
    throw new NotFoundError('the service does not list its events', {
      fix: 'pass the id of an event with --event; the service shows it where it shows the event',
    });
  }
  const noun = 'events';
  const isTable = (await context.format()) === 'table';
  const rows = isTable ? records.map((record) => ({ ...record, dates: datesOf(record) })) : records;
  const name = records.some(({ slug }) => slug !== undefined) ? 'slug' : 'id';
  await printRecords(context, oneBatch(rows), {
    noun,
    defaultFields: ['name', name, 'dates', 'timezone'],
    knownFields: eventFields,
    asked: askedBySelection(selection),
    select: (batches) => selected(context, batches, { selection, noun }),
  });
}

/** `2027-05-20 to 2027-05-21`, on the clocks of the event. */
function datesOf({ starts_at: start, ends_at: end, timezone }: RecordData): string {
  const named = keyText(timezone);
  const zone = named !== undefined && isTimeZone(named) ? named : 'UTC';
  const days = [start, end].flatMap((value) => {
    const ms = Date.parse(keyText(value) ?? '');
    return Number.isNaN(ms) ? [] : [localDay(ms, zone)];
  });
  return [...new Set(days)].join(' to ');
}
