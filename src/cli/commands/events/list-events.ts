// Owns `events list`: the events of the service as it lists them.
import { readEvents } from '../../../client/event-lists.ts';
import { NotFoundError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { eventFields } from '../../output/default-fields.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { askedBySelection, readSelection, type SelectionFlags, selected } from '../../selection/selection.ts';

/** @throws {NotFoundError} if the service does not list its events */
export async function listEvents(context: Context<SelectionFlags>): Promise<void> {
  if (context.global.fields === true) {
    return write(context.io.stdout, `${eventFields.join('\n')}\n`);
  }
  const selection = readSelection(context);
  const records = await readEvents(await context.client());
  if (records === undefined) {
    throw new NotFoundError('the service does not list its events', {
      fix: 'pass the id of an event with --event; the service shows it where it shows the event',
    });
  }
  const noun = 'events';
  const name = records.some(({ slug }) => slug !== undefined) ? 'slug' : 'id';
  await printRecords(context, oneBatch(records), {
    noun,
    defaultFields: ['name', name, 'starts_at', 'ends_at', 'timezone'],
    knownFields: eventFields,
    asked: askedBySelection(selection),
    select: (batches) => selected(context, batches, selection, noun),
  });
}
