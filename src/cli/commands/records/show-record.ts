// Owns `speakers show` and `submissions show`: one record as a card, with the talks of a person and
// the people of a talk.
import type { Client } from '../../../client/client.ts';
import { servedRecord, speakersOf } from '../../../client/records.ts';
import type { RecordData } from '../../../client/response.ts';
import { endpoints } from '../../../contract/index.ts';
import { isMasked } from '../../../contract/private-fields.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { findRecord, type NamedResource, titleOf } from '../../endpoint/named-record.ts';
import { keysOf, peopleKeys, submitterOf } from '../../endpoint/people-keys.ts';
import { write } from '../../io.ts';
import { cardText } from '../../output/card.ts';
import { knownFields } from '../../output/default-fields.ts';
import { refuseUnknownFields } from '../../output/known-fields.ts';
import { printRecord, tableStyle } from '../../output/records.ts';
import { readList } from './read-list.ts';

/**
 * A card for people; as JSON the record with its talks or people; else, and with chosen fields, the
 * record as the service lists it.
 */
export async function showRecord(
  resource: NamedResource,
  context: Context,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (context.global.fields === true)
    return write(context.io.stdout, `${knownFields(resource).join('\n')}\n`);
  const [text] = Object.values(args);
  if (text === undefined || text.trim() === '')
    throw new UsageError('the argument is empty', { fix: 'pass an id or a name' });
  const event = await context.requiredEvent();
  const client = await context.client();
  const pages = client.pages(lists[resource], { path: { event_id: event } });
  const record = await findRecord(pages, resource, text);
  await refuseUnknownFields(context, record, knownFields(resource));
  const format = await context.format();
  if (context.fields !== undefined || (format !== 'table' && format !== 'json'))
    return printRecord(context, record);
  const related = await (resource === 'speakers' ? talksOf : peopleOf)(record, client, event);
  if (format === 'json') return printRecord(context, { ...servedRecord(record), ...related });
  const sections = Object.entries(related).map(([name, records]) => ({
    heading: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    records: records ?? [],
    columns: columns[name as keyof typeof columns],
    none: records === null ? unknownPeople : 'none',
  }));
  const heading = titleOf(record, resource);
  await write(context.io.stdout, cardText({ heading, record, sections }, tableStyle(context)));
}

const unknownPeople = 'unknown, because the service does not show who submitted a talk';

const lists = { speakers: endpoints.listSpeakers, submissions: endpoints.listSubmissions } as const;

const columns = {
  talks: ['title', 'status', 'room', 'start'],
  people: ['role', 'name', 'email', 'speaker_status'],
} as const;

function pick(record: RecordData, names: readonly string[]): RecordData {
  return Object.fromEntries(['id', ...names].map((name) => [name, record[name] ?? null]));
}

/**
 * The submissions that have the speaker's address, or name the speaker; null if the service hides
 * who it is.
 */
async function talksOf(speaker: RecordData, client: Client, event: string) {
  const keys = keysOf(speaker);
  const submissions = await readList(client, 'listSubmissions', event);
  const talks = submissions.filter((record) => {
    const people = peopleKeys(record);
    return keys.some((key) => people.has(key));
  });
  const isHidden =
    isMasked('email', speaker.email) || submissions.some((record) => peopleKeys(record).size === 0);
  return {
    talks:
      talks.length === 0 && isHidden ? null : talks.map((record) => pick(record, columns.talks)),
  };
}

/**
 * The submitter, and the speakers that the service names; with their own records, if they have one.
 * Null if the service does not show the submitter, and names nobody.
 */
async function peopleOf(submission: RecordData, client: Client, event: string) {
  const named: readonly RecordData[] = [
    { role: 'submitter', ...submitterOf(submission) },
    ...speakersOf(submission).map((person): RecordData => ({ role: 'speaker', ...person })),
  ];
  const people = named.filter(
    (person) => keysOf(person).length > 0 || titleOf(person, 'speakers') !== '',
  );
  if (people.length === 0) return { people: submission.submitter_email === undefined ? null : [] };
  const speakers = await readList(client, 'listSpeakers', event);
  return {
    people: people.map((person) => {
      const keys = new Set(keysOf(person));
      const record = {
        ...person,
        ...speakers.find((each) => keysOf(each).some((key) => keys.has(key))),
      };
      return pick(
        { ...record, role: person.role, name: titleOf(record, 'speakers') },
        columns.people,
      );
    }),
  };
}
