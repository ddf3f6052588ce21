// Owns `speakers missing`: the speakers to remind, what each of them lacks, and those who have no record.
import type { Client, RecordData } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';
import type { EventScope } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { printRecords } from '../../output/records.ts';
import { askedBySelection, readSelection, type SelectionFlags, selected } from '../../selection/selection.ts';
import { missingFields } from './fields.ts';
import { submissionReader } from './placements.ts';
import { createReview, createTalks, type Review, type Talks } from './reminders.ts';

const defaultFields = ['email', 'first_name', 'last_name', 'missing', 'unplaced'];

/** The records of the speakers who lack something, with what they lack. In memory are the talks of each person, without texts. */
export async function printMissing(context: Context<SelectionFlags>): Promise<void> {
  const known = missingFields();
  if (context.global.fields === true) return write(context.io.stdout, `${known.join('\n')}\n`);
  const selection = readSelection(context);
  const event = await context.required('event');
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const review = createReview(await readTalks(client, { event, timeZone }));
  const noun = 'speakers';
  await printRecords(context, remindersFrom(client, event, review), {
    noun,
    defaultFields,
    knownFields: known,
    asked: askedBySelection(selection),
    select: (records) => selected(context, records, selection, noun),
  });
  if (Number.isFinite(selection.limit)) return;
  for (const text of review.notices()) await context.notice(text);
}

async function* remindersFrom(client: Client, event: string, review: Review): AsyncGenerator<readonly RecordData[]> {
  for await (const { records } of client.pages(endpoints.listSpeakers, { path: { event_id: event } })) {
    yield review.reminders(records);
  }
  const others = review.withoutRecord();
  if (others.length > 0) yield others;
}

async function readTalks(client: Client, scope: EventScope): Promise<Talks> {
  const collected = createTalks();
  const read = await submissionReader(client, scope);
  for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: scope.event } })) {
    for (const record of records) collected.add(record, read(record));
  }
  return collected.talks();
}
