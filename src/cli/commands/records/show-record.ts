// Owns `speakers show` and `submissions show`: one record as a card, with the talks of a person and
// the people of a talk.
import type { Client } from '../../../client/client.ts';
import { servedRecord } from '../../../client/records.ts';
import type { RecordData } from '../../../client/response.ts';
import type { RecordResource } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/index.ts';
import { isMasked } from '../../../contract/private-fields.ts';
import { UsageError } from '../../../errors.ts';
import { submissionOf } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { findRecord, titleOf } from '../../endpoint/named-record.ts';
import { keysOf } from '../../endpoint/people-keys.ts';
import { write } from '../../io.ts';
import { refuseUnknownFields } from '../../output/asked-fields.ts';
import { cardText } from '../../output/card.ts';
import { knownFields } from '../../output/default-fields.ts';
import { printRecord, tableStyle } from '../../output/records.ts';
import { loadDetails } from '../sessions/schedule-file.ts';
import { readList } from './read-list.ts';
import { type PeopleLists, peopledTalks, peopleOfTalk } from './talk-people.ts';

/**
 * A card for people; as JSON the record with its talks or people; else, and with chosen fields, the
 * record as the service lists it.
 */
export async function showRecord(
  resource: RecordResource,
  context: Context,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const [text] = Object.values(args);
  if (text === undefined || text.trim() === '')
    throw new UsageError('the argument is empty', { fix: 'pass an id or a name' });
  const event = await context.requiredEvent();
  const client = await context.client();
  const format = await context.format();
  if (context.fields !== undefined || (format !== 'table' && format !== 'json')) {
    const pages = client.pages(listOf[resource], { path: { event_id: event } });
    const record = await findRecord(pages, resource, text);
    await refuseUnknownFields(context, record, knownFields(resource));
    return printRecord(context, record);
  }
  const lists = await readLists(context, client, event);
  const record = await findRecord(onePage(lists[resource]), resource, text);
  const related = resource === 'speakers' ? talksOf(record, lists) : peopleOf(record, lists);
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

const listOf = {
  speakers: endpoints.listSpeakers,
  submissions: endpoints.listSubmissions,
} as const;

const columns = {
  talks: ['title', 'status', 'room', 'start'],
  people: ['role', 'name', 'email', 'speaker_status'],
} as const;

function pick(record: RecordData, names: readonly string[]): RecordData {
  return Object.fromEntries(['id', ...names].map((name) => [name, record[name] ?? null]));
}

/** The lists of the event, with the people whom the folder of a program adds to its talks. */
async function readLists(context: Context, client: Client, event: string): Promise<PeopleLists> {
  const schedule = (await context.folder())?.schedule;
  const withDetails = await loadDetails(context, { schedule });
  const [submissions, speakers] = await Promise.all([
    readList(client, 'listSubmissions', event),
    readList(client, 'listSpeakers', event),
  ]);
  const listed = submissions.map((record) => submissionOf(record, { timeZone: undefined }));
  const { submissions: talks } = withDetails(listed, 0, undefined);
  return { speakers, submissions, talks };
}

async function* onePage(records: readonly RecordData[]) {
  yield { records };
}

/**
 * The submissions that have the speaker's address, or name the speaker; null if the service hides
 * who it is.
 */
function talksOf(speaker: RecordData, lists: PeopleLists) {
  const keys = keysOf(speaker);
  const peopled = peopledTalks(lists);
  const talks = lists.submissions.filter((_, at) =>
    keys.some((key) => peopled[at]?.people.has(key)),
  );
  const isHidden =
    isMasked('email', speaker.email) ||
    peopled.some(({ people, strangers }) => people.size + strangers.length === 0);
  return {
    talks:
      talks.length === 0 && isHidden ? null : talks.map((record) => pick(record, columns.talks)),
  };
}

/**
 * The submitter, and the speakers; with their own records, if they have one. Null if the service
 * does not show the submitter, and nobody is known.
 */
function peopleOf(submission: RecordData, lists: PeopleLists) {
  const people = peopleOfTalk(submission, lists);
  if (people.length === 0) return { people: submission.submitter_email === undefined ? null : [] };
  return {
    people: people.map((person) =>
      pick({ ...person, name: titleOf(person, 'speakers') }, columns.people),
    ),
  };
}
