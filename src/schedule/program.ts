// The program as the service holds it: submissions and their placements, read from its lists.
import type { Client, RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { endpoints } from '../contract/index.ts';
import type { Person, Session } from './session.ts';

/** Where and when a session takes place. */
export interface Placement {
  readonly room: string;
  /** RFC 3339 with an offset. */
  readonly start: string;
}

/** A submission of the event, with where it stands now. */
export interface Submission {
  readonly id: string;
  readonly title: string;
  readonly submitterEmail: string | undefined;
  readonly people: readonly Person[];
  readonly track: string | undefined;
  readonly format: string | undefined;
  readonly abstract: string | undefined;
  readonly placement: Placement | undefined;
  /** As the service tells it, where it does. */
  readonly durationMs: number | undefined;
}

/** All submissions of an event, placed or not. @throws {PlenaryError} */
export async function readProgram(client: Pick<Client, 'pages'>, event: string): Promise<readonly Submission[]> {
  const submissions = await readAll(client, 'listSubmissions', event);
  const sessions = await readAll(client, 'listSessions', event);
  const byId = new Map(submissions.map((submission) => [submission.id, { ...submission, placement: undefined }]));
  return [
    ...new Map<string, Submission>([...byId, ...sessions.map((session) => [session.id, session] as const)]).values(),
  ];
}

/** What is placed, as the service holds it. @throws {PlenaryError} */
export function readSessions(client: Pick<Client, 'pages'>, event: string): Promise<readonly Submission[]> {
  return readAll(client, 'listSessions', event);
}

/** A placed submission as a session; undefined for one that is not placed. @param assumedMs how long it is where nobody tells */
export function toSession(submission: Submission, assumedMs: number): Session | undefined {
  const { id, title, people, track, format, abstract, placement, durationMs } = submission;
  const startMs = Date.parse(placement?.start ?? '');
  if (placement === undefined || Number.isNaN(startMs)) return undefined;
  return {
    submissionId: id,
    title,
    room: placement.room,
    startMs,
    endMs: startMs + (durationMs ?? assumedMs),
    isDurationAssumed: durationMs === undefined,
    people,
    track,
    format,
    abstract,
  };
}

/** What a schedule file knows of a submission better than the service, which holds no durations. */
export interface Told {
  readonly durationMs: number | undefined;
  readonly people: readonly Person[];
  readonly track: string | undefined;
}

/** A submission with what a file tells of it. */
export function enrich(submission: Submission, told: Told | undefined): Submission {
  if (told === undefined) return submission;
  return {
    ...submission,
    durationMs: told.durationMs ?? submission.durationMs,
    people: told.people.length > 0 ? told.people : submission.people,
    track: told.track ?? submission.track,
  };
}

async function readAll(
  client: Pick<Client, 'pages'>,
  list: 'listSubmissions' | 'listSessions',
  event: string,
): Promise<readonly Submission[]> {
  const read: Submission[] = [];
  for await (const { records } of client.pages(endpoints[list], { path: { event_id: event } })) {
    for (const record of records) {
      const submission = toSubmission(record);
      if (submission !== undefined) read.push(submission);
    }
  }
  return read;
}

function toSubmission(record: RecordData): Submission | undefined {
  const id = recordId(record, 'sessions');
  if (id === undefined) return undefined;
  return {
    id,
    title: textOf(record.title) ?? '',
    submitterEmail: textOf(record.submitter_email),
    people: peopleOf(record),
    track: textOf(record.track) ?? textOf(record.track_id),
    format: textOf(record.format) ?? textOf(record.format_id),
    abstract: textOf(record.abstract),
    placement: placementOf(record),
    durationMs: typeof record.duration === 'number' && record.duration > 0 ? record.duration * 60_000 : undefined,
  };
}

function placementOf(record: RecordData): Placement | undefined {
  const room = textOf(record.room);
  const start = textOf(record.start);
  return room === undefined || start === undefined ? undefined : { room, start };
}

/** The speakers where the service names them, else whoever submitted the talk. */
function peopleOf(record: RecordData): readonly Person[] {
  const speakers = Array.isArray(record.speakers) ? record.speakers.filter(isRecord) : [];
  const named = speakers.length > 0 ? speakers : [withoutPrefix(record)];
  return named.flatMap((person) => {
    const parts = [textOf(person.first_name), textOf(person.last_name)].filter((part) => part !== undefined);
    const name = textOf(person.name) ?? parts.join(' ');
    const email = textOf(person.email);
    return name === '' && email === undefined ? [] : [{ name, email }];
  });
}

function withoutPrefix(record: RecordData): RecordData {
  const { submitter_first_name: first_name, submitter_last_name: last_name, submitter_email: email } = record;
  return { first_name, last_name, email };
}

function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
