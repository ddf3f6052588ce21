// Owns `speakers show` and `submissions show`: one record as a card, with the talks of a person and the people of a talk.
import type { Client } from '../../../client/client.ts';
import type { RecordData } from '../../../client/response.ts';
import { endpoints } from '../../../contract/index.ts';
import { isMasked } from '../../../contract/key.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { findRecord, type NamedResource, titleOf } from '../../endpoint/named-record.ts';
import { keysOf, nameKey, peopleKeys, speakersOf, submitterOf } from '../../endpoint/people.ts';
import { write } from '../../io.ts';
import { type CardSection, cardText } from '../../output/card.ts';
import { knownFields } from '../../output/fields.ts';
import { refuseUnknownFields } from '../../output/known-fields.ts';
import { printRecord, tableStyle } from '../../output/records.ts';

/** A card for people; for scripts, and with chosen fields, the record as the service lists it. */
export async function showRecord(
  resource: NamedResource,
  context: Context,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (context.global.fields === true) return write(context.io.stdout, `${knownFields(resource).join('\n')}\n`);
  const [text = ''] = Object.values(args);
  if (text.trim() === '') throw new UsageError('the argument is empty', { fix: 'pass an id or a name' });
  const event = await context.required('event');
  const client = await context.client();
  const pages = client.pages(lists[resource], { path: { event_id: event } });
  const record = await findRecord(pages, resource, text);
  await refuseUnknownFields(context, record, knownFields(resource));
  if (context.fields !== undefined || (await context.format()) !== 'table') return printRecord(context, record);
  const heading = titleOf(record, resource);
  const related = resource === 'speakers' ? talksOf(record, client, event) : peopleOf(record, client, event);
  const sections = [await related].flat();
  await write(context.io.stdout, cardText({ heading, record, sections }, tableStyle(context)));
}

const lists = { speakers: endpoints.listSpeakers, submissions: endpoints.listSubmissions } as const;

/** The submissions that have the speaker's address, or name the speaker, and those of a submitter with the same name. */
async function talksOf(speaker: RecordData, client: Client, event: string): Promise<readonly CardSection[]> {
  const keys = keysOf(speaker);
  const name = nameKey(speaker);
  const records: RecordData[] = [];
  const others: RecordData[] = [];
  let hidden = 0;
  for await (const page of client.pages(lists.submissions, { path: { event_id: event } })) {
    for (const record of page.records) {
      const people = peopleKeys(record);
      if (people.size === 0) hidden++;
      if (keys.some((key) => people.has(key))) records.push(record);
      else if (name !== '' && nameKey(submitterOf(record)) === name) others.push(record);
    }
  }
  const isHidden = hidden > 0 || isMasked('email', speaker.email);
  const none = isHidden ? 'unknown, because the service hides addresses' : 'none';
  const talks = { heading: 'Talks', records, columns: ['title', 'status', 'room', 'start'], none };
  if (others.length === 0) return [talks];
  const heading = 'Talks of a submitter with the same name and another address';
  return [talks, { heading, records: others, columns: ['title', 'status', 'submitter_email'], none: '' }];
}

/** The submitter, and the speakers that the service names; with their own records, if they have one. */
async function peopleOf(submission: RecordData, client: Client, event: string): Promise<CardSection> {
  const named: readonly RecordData[] = [
    { role: 'submitter', ...submitterOf(submission) },
    ...speakersOf(submission).map((person): RecordData => ({ role: 'speaker', ...person })),
  ];
  const people = named.filter((person) => keysOf(person).length > 0 || titleOf(person, 'speakers') !== '');
  const own = new Map<RecordData, RecordData>();
  const open = new Set(people.filter((person) => keysOf(person).length > 0));
  for await (const { records } of open.size > 0 ? client.pages(lists.speakers, { path: { event_id: event } }) : []) {
    for (const record of records) {
      const keys = new Set(keysOf(record));
      for (const person of open) {
        if (!keysOf(person).some((key) => keys.has(key))) continue;
        own.set(person, record);
        open.delete(person);
      }
    }
    if (open.size === 0) break;
  }
  const rows = people.map((person) => {
    const record = { ...person, ...own.get(person) };
    return { ...record, role: person.role, name: titleOf(record, 'speakers') };
  });
  return { heading: 'People', records: rows, columns: ['role', 'name', 'email', 'speaker_status'], none: 'none' };
}
