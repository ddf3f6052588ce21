// Owns `speakers show` and `submissions show`: one record as a card, with the talks of a person and the people of a talk.
import type { Client } from '../../../client/client.ts';
import { isRecord, type RecordData, recordId } from '../../../client/response.ts';
import { endpoints } from '../../../contract/index.ts';
import { foldKey, isMasked, keyText } from '../../../contract/key.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { findRecord, type NamedResource, titleOf } from '../../endpoint/find-record.ts';
import { write } from '../../io.ts';
import { type CardSection, cardText } from '../../output/card.ts';
import { knownFields } from '../../output/fields.ts';
import { refuseUnknownFields } from '../../output/known-fields.ts';
import { printRecord, tableStyle } from '../../output/records.ts';

/** A card for people; for scripts, and with chosen fields, the record as the service lists it. */
export async function showRecord(resource: NamedResource, context: Context): Promise<void> {
  if (context.global.fields === true) return write(context.io.stdout, `${knownFields(resource).join('\n')}\n`);
  const [text = ''] = context.args;
  if (text.trim() === '') throw new UsageError('the argument is empty', { fix: 'pass an id or a name' });
  const event = await context.required('event');
  const client = await context.client();
  const pages = client.pages(lists[resource], { path: { event_id: event } });
  const { record } = await findRecord(pages, resource, text);
  await refuseUnknownFields(context, record, knownFields(resource));
  if (context.fields !== undefined || (await context.format()) !== 'table') return printRecord(context, record);
  const heading = titleOf(record, resource);
  const section = await (resource === 'speakers' ? talksOf(record, client, event) : peopleOf(record, client, event));
  await write(context.io.stdout, cardText({ heading, record, sections: [section] }, tableStyle(context)));
}

const lists = { speakers: endpoints.listSpeakers, submissions: endpoints.listSubmissions } as const;

/** The submissions that have the speaker's address, or name the speaker. */
async function talksOf(speaker: RecordData, client: Client, event: string): Promise<CardSection> {
  const id = recordId(speaker, 'speakers');
  const address = addressOf(speaker.email);
  const isTheirs = (submission: RecordData) =>
    (address !== undefined && addressOf(submission.submitter_email) === address) ||
    speakersOf(submission).some(
      (person) =>
        (id !== undefined && recordId(person, 'speakers') === id) ||
        (address !== undefined && addressOf(person.email) === address),
    );
  const records: RecordData[] = [];
  for await (const page of client.pages(lists.submissions, { path: { event_id: event } })) {
    records.push(...page.records.filter(isTheirs));
  }
  const none = address === undefined ? 'unknown, because the service hides the address' : 'none';
  return { heading: 'Talks', records, columns: ['id', 'title', 'status', 'room', 'start'], none };
}

/** The submitter, and the speakers that the service names; with their own records, if their addresses have one. */
async function peopleOf(submission: RecordData, client: Client, event: string): Promise<CardSection> {
  const { submitter_first_name: first_name, submitter_last_name: last_name, submitter_email: email } = submission;
  const submitter = { first_name, last_name, email };
  const people = [
    { role: 'submitter', ...submitter },
    ...speakersOf(submission).map((person): RecordData => ({ role: 'speaker', ...person })),
  ].filter((person: RecordData) => titleOf(person, 'speakers') !== '');
  const byAddress = new Map<string, RecordData>();
  const wanted = new Set(people.flatMap((person: RecordData) => addressOf(person.email) ?? []));
  if (wanted.size > 0) {
    for await (const { records } of client.pages(lists.speakers, { path: { event_id: event } })) {
      for (const record of records) {
        const address = addressOf(record.email);
        if (address !== undefined && wanted.has(address)) byAddress.set(address, record);
      }
      if (byAddress.size === wanted.size) break;
    }
  }
  const records = people.map((person: RecordData) => {
    const own = byAddress.get(addressOf(person.email) ?? '') ?? {};
    return { ...own, role: person.role, name: titleOf({ ...person, ...own }, 'speakers'), email: person.email };
  });
  return { heading: 'People', records, columns: ['role', 'name', 'email', 'id', 'speaker_status'], none: 'none' };
}

function speakersOf({ speakers }: RecordData): readonly RecordData[] {
  return Array.isArray(speakers) ? speakers.filter(isRecord) : [];
}

/** The address in the form in which it is compared; undefined if it is empty or masked. */
function addressOf(value: unknown): string | undefined {
  const text = keyText(value);
  return text === undefined || isMasked('email', text) ? undefined : foldKey(text);
}
