// Owns the operations on submissions, which are the sessions as well. Must not know rooms.
import { randomUUID } from 'node:crypto';
import {
  checkStorable,
  type Database,
  DatabaseRefusal,
  readUuid,
  type SpeakerRow,
  type SubmissionRow,
} from './database.ts';
import {
  type Answer,
  findEvent,
  found,
  type Input,
  type Operation,
  oneRecord,
  operation,
  pageOf,
  Refusal,
  readPage,
} from './operation.ts';
import { compareText, strip } from './python-text.ts';
import { shownSubmission } from './records.ts';
import { insertSpeaker, readAddress, speakerByAddress } from './speakers.ts';

const STATUSES = [
  'draft',
  'pending',
  'accept_queue',
  'accepted',
  'decline_queue',
  'declined',
  'withdrawn',
];

const NAME = { type: 'text', max: 200 } as const;
const ID = { type: 'text', max: 64, isNullable: true } as const;

const CREATION_RULES = {
  title: { type: 'text', min: 1, max: 300, isRequired: true },
  submitter_email: { type: 'text', min: 3, max: 320, isRequired: true },
  abstract: { type: 'text', max: 50_000 },
  submitter_first_name: NAME,
  submitter_last_name: NAME,
  track_id: ID,
  format_id: ID,
} as const;

const UPDATE_RULES = {
  status: { type: 'text', isNullable: true },
  title: { type: 'text', max: 300, isNullable: true },
  abstract: { type: 'text', max: 50_000, isNullable: true },
  feedback: { type: 'text', max: 50_000, isNullable: true },
} as const;

const LIST_RULES = {
  status: { type: 'text' },
  track: { type: 'text' },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

const SEARCH_RULES = {
  status: { type: 'text', isNullable: true },
  track: { type: 'text', isNullable: true },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

/**
 * The row of a submission in a path.
 * @throws {Refusal} if it does not exist
 */
export async function submissionOf(
  database: Database,
  id: string | undefined,
): Promise<SubmissionRow> {
  const submission = await database.statement(() => {
    const uuid = readUuid(id ?? '');
    return database.submissions.find((row) => row.id === uuid);
  });
  return found(submission, 'Submission not found');
}

/** A submission as an answer, read again. */
export function showSubmission(
  database: Database,
  submission: SubmissionRow,
  status = 200,
): Promise<Answer> {
  return database.statement(() => oneRecord(shownSubmission(database, submission), status));
}

/** All submissions of an event: by start, those without one last, then by number. */
export async function sortedSubmissions(
  database: Database,
  eventId: string,
): Promise<SubmissionRow[]> {
  const submissions = await database.query(() =>
    database.submissions.filter((submission) => submission.event_id === eventId),
  );
  return submissions.sort((left, right) => {
    if (left.starts_at === right.starts_at) return left.number - right.number;
    if (left.starts_at === null || right.starts_at === null)
      return left.starts_at === null ? 1 : -1;
    return compareText(left.starts_at, right.starts_at);
  });
}

/** The id of a track or format of the event; undefined for none. */
async function idIn(
  database: Database,
  rows: readonly { readonly id: string; readonly event_id: string }[],
  eventId: string,
  id: string | null | undefined,
): Promise<string | undefined> {
  if (id === null || id === undefined || id === '') return undefined;
  const row = await database.statement(() => {
    const uuid = readUuid(id);
    return rows.find((other) => other.id === uuid && other.event_id === eventId);
  });
  if (row === undefined) throw new Refusal(400, `${id} does not belong to this event`);
  return row.id;
}

async function submitterOf(
  database: Database,
  person: Pick<SpeakerRow, 'event_id' | 'email' | 'first_name' | 'last_name'>,
): Promise<SpeakerRow> {
  const existing = await speakerByAddress(database, person.event_id, person.email);
  return existing ?? (await insertSpeaker(database, person));
}

const create = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/submissions',
  isWrite: true,
  body: CREATION_RULES,
  async answer({ database, ids, body }) {
    const event = await findEvent(database, ids);
    const title = strip(body.title ?? '');
    if (title === '') throw new Refusal(400, 'A title is required');
    const email = readAddress(body.submitter_email);
    const trackId = await idIn(database, database.tracks, event.id, body.track_id);
    const formatId = await idIn(database, database.formats, event.id, body.format_id);
    const submitter = await submitterOf(database, {
      event_id: event.id,
      email,
      first_name: strip(body.submitter_first_name ?? ''),
      last_name: strip(body.submitter_last_name ?? ''),
    });
    const number = await database.statement(() => database.nextNumber(event.id));
    const submission = await insertSubmission(database, {
      event_id: event.id,
      number,
      title,
      abstract: strip(body.abstract ?? ''),
      track_id: trackId ?? null,
      format_id: formatId ?? null,
    });
    await database.statement(() =>
      database.participants.push({
        submission_id: submission.id,
        speaker_id: submitter.id,
        role: 'submitter',
        is_primary: true,
      }),
    );
    return await showSubmission(database, submission, 201);
  },
});

function insertSubmission(
  database: Database,
  values: Pick<
    SubmissionRow,
    'event_id' | 'number' | 'title' | 'abstract' | 'track_id' | 'format_id'
  >,
): Promise<SubmissionRow> {
  return database.statement(() => {
    checkStorable(values);
    const stamp = database.stamp();
    const submission: SubmissionRow = {
      id: randomUUID(),
      event_id: values.event_id,
      number: values.number,
      title: values.title,
      abstract: values.abstract,
      status: 'pending',
      feedback: '',
      track_id: values.track_id,
      format_id: values.format_id,
      room_id: null,
      starts_at: null,
      ends_at: null,
      is_abstract: true,
      submitted_at: stamp,
      updated_at: stamp,
    };
    database.submissions.push(submission);
    return submission;
  });
}

const update = operation({
  method: 'PATCH',
  path: '/v1/submissions/{submission_id}',
  isWrite: true,
  body: UPDATE_RULES,
  async answer({ database, ids, body }) {
    const submission = await submissionOf(database, ids.submission_id);
    if (Object.keys(body).length === 0) throw new Refusal(400, 'No fields to update');
    const changed: Partial<SubmissionRow> = {};
    if (body.status !== undefined) changed.status = readStatus(body.status);
    if (body.title !== undefined) {
      changed.title = strip(body.title ?? '');
      if (changed.title === '') throw new Refusal(400, 'A title cannot be empty');
    }
    if (body.abstract !== undefined) changed.abstract = strip(body.abstract ?? '');
    if (body.feedback !== undefined) changed.feedback = strip(body.feedback ?? '');
    await database.statement(() => database.change(submission, changed));
    return await showSubmission(database, submission);
  },
});

/** @throws {Refusal} for a text that is no status, by its letters */
function readStatus(text: string | null): string {
  if (text === null || !STATUSES.includes(text)) {
    throw new Refusal(400, `status must be one of ${STATUSES.join(', ')}`);
  }
  return text;
}

interface Filters {
  readonly status?: string | null;
  readonly track?: string | null;
  readonly page?: number;
  readonly pageSize?: number;
}

async function submissionPage(
  database: Database,
  ids: Input['ids'],
  filters: Filters,
): Promise<Answer> {
  const page = readPage(filters);
  const { status, track } = filters;
  if (status !== null && status !== undefined) readStatus(status);
  const event = await findEvent(database, ids);
  const trackId = await trackIn(database, event.id, track);
  const submissions = await sortedSubmissions(database, event.id);
  const chosen = submissions.filter(
    (submission) =>
      (status === null || status === undefined || submission.status === status) &&
      (trackId === undefined || submission.track_id === trackId),
  );
  return await database.statement(() => ({
    status: 200,
    body: pageOf(
      chosen.map((submission) => shownSubmission(database, submission)),
      page,
    ),
  }));
}

/** The track of a filter, by id or name. The server compares with an impossible id if there is none. */
async function trackIn(
  database: Database,
  eventId: string,
  text: string | null | undefined,
): Promise<string | undefined> {
  if (text === null || text === undefined || text === '') return undefined;
  const tracks = await database.query(() =>
    database.tracks.filter((track) => track.event_id === eventId),
  );
  const name = text.toLowerCase();
  const track = tracks.find((row) => row.id === text || row.name.toLowerCase() === name);
  if (track === undefined) throw new DatabaseRefusal(`no track ${text}`);
  return track.id;
}

const show = operation({
  method: 'GET',
  path: '/v1/submissions/{submission_id}',
  isOptional: true,
  async answer({ database, ids }) {
    const submission = await submissionOf(database, ids.submission_id);
    return await showSubmission(database, submission);
  },
});

function list(path: string): Operation {
  return operation({
    method: 'GET',
    path,
    query: LIST_RULES,
    answer: ({ database, ids, query }) => submissionPage(database, ids, query),
  });
}

function search(path: string, isOptional: boolean): Operation {
  return operation({
    method: 'POST',
    path,
    isOptional,
    body: SEARCH_RULES,
    isBodyOptional: true,
    answer: ({ database, ids, body }) => submissionPage(database, ids, body),
  });
}

export const SUBMISSION_OPERATIONS: readonly Operation[] = [
  list('/v1/events/{event_id}/submissions'),
  list('/v1/events/{event_id}/sessions'),
  create,
  search('/v1/events/{event_id}/submissions/search', false),
  search('/v1/events/{event_id}/sessions/search', true),
  show,
  update,
];
