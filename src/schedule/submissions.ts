// Owns an event's submissions and their placements, as they are read from the service's lists. Must
// not know files.
import type { Placement } from '../changes/place.ts';
import { durationAnew, type ServedDuration, servedDuration } from '../changes/room-rule.ts';
import type { Client, RecordData } from '../client/client.ts';
import { excerpt } from '../client/message-text.ts';
import { hasPlace, shownValue, showsPlace, speakersOf } from '../client/records.ts';
import { recordId, shapeOf } from '../client/response.ts';
import { quoted } from '../contract/amount.ts';
import { endpoints } from '../contract/index.ts';
import { keyText } from '../contract/key.ts';
import { hasOffset, isUsualYear, readStart, usualYears } from '../contract/start.ts';
import { InvalidInputError, MalformedResponseError } from '../errors.ts';
import { fullName } from '../people/name.ts';
import type { BlockLinks, Person, Session } from './session.ts';
import { endOf } from './session-end.ts';

/** What is known of a talk: of a submission, or of rows of a file that match none. */
export interface KnownTalk extends BlockLinks {
  readonly id?: string | undefined;
  readonly title: string;
  readonly submitterEmail: string | undefined;
  /**
   * The mark of the key of the row for which this computer has created it, if the service does not
   * show its submitter.
   */
  readonly createdFor?: string | undefined;
  readonly people: readonly Person[];
  /**
   * No speakers are specified, so that `people` has the submitter alone. Without people, nobody is
   * known.
   */
  readonly isSpeakerAssumed?: boolean;
  readonly track: string | undefined;
  readonly format: string | undefined;
  readonly status: string | undefined;
  readonly abstract: string | undefined;
  readonly placement: Placement | undefined;
  /** It was called off, and takes place by a status that the same run sets. */
  readonly isRevived?: boolean | undefined;
  /** A schedule file calls it off, whatever its status is. */
  readonly isOffInFile?: boolean | undefined;
  /** By a file, nothing takes place beside it. */
  readonly isExclusive?: true | undefined;
  /** By a file, it also takes place in these. */
  readonly otherRooms?: readonly string[] | undefined;
  /** How long it lasts: by a file if that says so, else in the service. */
  readonly durationMs: number | undefined;
  /** How long the service has it, whatever files say; undefined if the service shows no ends. */
  readonly served?: ServedDuration | undefined;
  /** The same once it is taken out and placed again; undefined if that is unknown. */
  readonly servedAnew?: ServedDuration | undefined;
}

/** A submission of the event, with its present placement. */
export interface EventSubmission extends KnownTalk {
  readonly id: string;
}

/**
 * The event, and the time zone of starts that the service returns without an offset; UTC if
 * undefined.
 */
interface EventScope {
  readonly event: string;
  readonly timeZone: string | undefined;
}

type Reader = Pick<Client, 'pages'>;

/** All submissions of an event, placed or not. @throws {PlenaryError} */
export async function fetchSubmissions(
  client: Reader,
  target: EventScope,
): Promise<readonly EventSubmission[]> {
  const records: RecordData[] = [];
  for await (const record of listedRecords(client, 'listSubmissions', target)) records.push(record);
  return withPlaces(client, records, target);
}

/**
 * The submissions of an event, of records that were read from its list. Only if that shows no
 * places, they are read from the list of sessions; each field that one of the two lacks comes from
 * the other.
 * @throws {PlenaryError}
 */
export async function withPlaces(
  client: Reader,
  records: readonly RecordData[],
  target: EventScope,
): Promise<readonly EventSubmission[]> {
  const byId = new Map(
    records.map((record) => {
      const submission = submissionOf(record, target);
      return [submission.id, submission];
    }),
  );
  if (records.some(showsPlace)) return [...byId.values()];
  for await (const record of listedRecords(client, 'listSessions', target)) {
    const session = submissionOf(record, target);
    const submission = byId.get(session.id);
    byId.set(session.id, submission === undefined ? session : merge(session, submission));
  }
  return [...byId.values()];
}

/**
 * A submission as the service lists it.
 * @throws {MalformedResponseError} if it has no id, or a place that cannot be read
 */
export function submissionOf(
  record: RecordData,
  { timeZone = 'UTC' }: Pick<EventScope, 'timeZone'>,
): EventSubmission {
  const id = recordId(record, 'submissions');
  if (id === undefined) throw withoutId('submissions', record);
  return toSubmission(id, record, timeZone);
}

/** Whether it is in the program, as its status shows. */
export function isAccepted({ status }: Pick<EventSubmission, 'status'>): boolean {
  return /^(accepted|confirmed)$/i.test(status ?? '');
}

/** Whether it no longer takes place, as its status or a file shows: it may still have a place. */
export function isCalledOff({
  status,
  isOffInFile = false,
}: Pick<EventSubmission, 'status' | 'isOffInFile'>): boolean {
  return isOffInFile || /^(declined|withdrawn|rejected|cancell?ed)$/i.test(status ?? '');
}

/** What a plan says of a session that it places, and that no longer takes place. */
export function calledOffText({ title, status = '' }: EventSubmission): string {
  const text = `${quoted(title)} is ${status}: it is placed, but left out of clashes`;
  return `${text} and the timetable; \`plenary sessions unplace\` takes it out of the schedule`;
}

export function isPlaced({ placement }: Pick<EventSubmission, 'placement'>): boolean {
  return placement !== undefined;
}

/** A placed talk as a session; undefined if it is not placed. */
export function toSession(talk: KnownTalk, defaultDurationMs: number): Session | undefined {
  const { id, title, people, isSpeakerAssumed, track, format, abstract } = talk;
  const { placement, otherRooms, durationMs } = talk;
  if (placement === undefined) return undefined;
  const startMs = Date.parse(placement.start);
  if (Number.isNaN(startMs)) return undefined;
  return {
    submissionId: id,
    title,
    room: placement.room,
    ...(otherRooms !== undefined && { otherRooms }),
    startMs,
    ...endOf(startMs, durationMs, defaultDurationMs),
    // A submitter without a name may be an office that submits for others.
    people: isSpeakerAssumed ? people.filter(({ name }) => name !== '') : people,
    track,
    format,
    abstract,
    block: talk.block,
    partOf: talk.partOf,
    isExclusive: talk.isExclusive,
  };
}

/** How many records of a kind a schedule may have, in a file or an event. */
export const mostScheduled = 20_000;

async function* listedRecords(
  client: Reader,
  list: 'listSubmissions' | 'listSessions',
  { event }: Pick<EventScope, 'event'>,
): AsyncGenerator<RecordData> {
  const noun = list === 'listSessions' ? 'sessions' : 'submissions';
  let count = 0;
  for await (const { records } of client.pages(endpoints[list], { path: { event_id: event } })) {
    count += records.length;
    if (count > mostScheduled) {
      const most = mostScheduled.toLocaleString('en');
      throw new InvalidInputError(`event ${event} has more than ${most} ${noun}`, {
        fix: `divide the event: a schedule has at most ${most}`,
      });
    }
    yield* records;
  }
}

/**
 * The error for a record without an id: it cannot be compared with a file, and must not disappear.
 */
export function withoutId(noun: string, record: RecordData): MalformedResponseError {
  return new MalformedResponseError(
    `the service lists ${noun} without an id: one of them is ${shapeOf(record)}`,
    {
      fix: 'use the address of a service that returns the id of each record',
    },
  );
}

/** A session with the fields that only its submission has. */
function merge(session: EventSubmission, submission: EventSubmission): EventSubmission {
  return {
    id: session.id,
    title: session.title || submission.title,
    submitterEmail: session.submitterEmail ?? submission.submitterEmail,
    ...chooseSpeakers(session, submission),
    track: session.track ?? submission.track,
    status: session.status ?? submission.status,
    format: session.format ?? submission.format,
    abstract: session.abstract ?? submission.abstract,
    placement: session.placement ?? submission.placement,
    durationMs: session.durationMs ?? submission.durationMs,
    served: session.served ?? submission.served,
    servedAnew: session.servedAnew ?? submission.servedAnew,
  };
}

/** The speakers of the record that specifies them; else the submitter. */
function chooseSpeakers(session: EventSubmission, submission: EventSubmission): Speakers {
  const named = [session, submission].filter(({ people }) => people.length > 0);
  const { people, isSpeakerAssumed = false } =
    named.find((record) => !record.isSpeakerAssumed) ?? named[0] ?? session;
  return { people, isSpeakerAssumed };
}

function toSubmission(id: string, record: RecordData, timeZone: string): EventSubmission {
  const served = servedDuration(record);
  return {
    id,
    title: keyText(record.title) ?? '',
    submitterEmail: textOf(shownValue(record, 'submitter_email')),
    ...peopleOf(record),
    track: textOf(record.track) ?? textOf(record.track_id),
    status: textOf(record.status),
    format: textOf(record.format) ?? textOf(record.format_id),
    abstract: textOf(record.abstract),
    placement: placementOf(id, record, timeZone),
    durationMs: served?.ms,
    served,
    servedAnew: durationAnew(record),
  };
}

/**
 * @throws {MalformedResponseError} for a room that is no name, and for a start that is no date and
 *   time
 */
function placementOf(id: string, record: RecordData, timeZone: string): Placement | undefined {
  // A session with a room and no start, or the other way round, is not placed.
  if (!hasPlace(record)) return undefined;
  const { room: shownRoom, start: shownStart } = record;
  const room = textOf(shownRoom);
  const start = startOf(shownStart, timeZone);
  if (room !== undefined && start !== undefined) return { room, start };
  const [field, shown, expected] =
    room === undefined
      ? ['room', shownRoom, 'a name']
      : ['start', shownStart, `a date and time of the years ${usualYears}`];
  throw new MalformedResponseError(
    `the service shows ${excerpt(JSON.stringify(shown), longestValue)} as the ${field} of ` +
      `${JSON.stringify(keyText(record.title) ?? '')} (${id}), which is not ${expected}`,
    { fix: 'place the session again in the service' },
  );
}

const longestValue = 60;

/** A start with an offset. Without one, Date would read it in the time zone of this machine. */
function startOf(value: unknown, timeZone: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (hasOffset(value) && isUsualYear(new Date(value).getUTCFullYear())) return value;
  const read = readStart(value, timeZone);
  return read.ok ? read.value : undefined;
}

type Speakers = Pick<EventSubmission, 'people' | 'isSpeakerAssumed'>;

/** The speakers if the service names them, else the submitter; nobody if it shows neither. */
function peopleOf(record: RecordData): Speakers {
  const speakers = speakersOf(record).flatMap(({ name, email }) =>
    personOf(textOf(name), textOf(email)),
  );
  if (speakers.length > 0) return { people: speakers };
  const { submitter_first_name: first, submitter_last_name: last, submitter_email: email } = record;
  const people = personOf(fullName(textOf(first) ?? '', textOf(last) ?? ''), textOf(email));
  return { people, isSpeakerAssumed: people.length > 0 };
}

function personOf(name = '', email?: string): readonly Person[] {
  return name === '' && email === undefined ? [] : [{ name, email }];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
