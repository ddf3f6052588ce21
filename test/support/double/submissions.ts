// Owns the operations on one submission. Must not know rooms or lists.
import { randomUUID } from 'node:crypto';
import { checkStorable, type Database, type SpeakerRow, type SubmissionRow } from './database.ts';
import {
  type Answer,
  findEvent,
  found,
  type Operation,
  oneRecord,
  operation,
  RefusedRequest,
} from './operation.ts';
import { insertSpeaker, readAddress, speakerByAddress } from './people.ts';
import { strip } from './python-text.ts';
import { shownSubmissions } from './records.ts';

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
  abstract: { type: 'text', max: 50_000 },
  submitter_email: { type: 'text', min: 3, max: 320, isRequired: true },
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

/** Each step is a statement of its own: what was done before a failure remains. */
const create = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/submissions',
  isWrite: true,
  body: CREATION_RULES,
  async answer({ database, ids, body }) {
    const event = await findEvent(database, ids);
    const title = strip(body.title ?? '');
    if (title === '') throw new RefusedRequest(400, 'A title is required');
    const trackId = await idIn(database, database.tracks, event.id, body.track_id);
    const formatId = await idIn(database, database.formats, event.id, body.format_id);
    const submitter = await submitterOf(database, {
      event_id: event.id,
      email: readAddress(body.submitter_email),
      first_name: strip(body.submitter_first_name ?? ''),
      last_name: strip(body.submitter_last_name ?? ''),
    });
    const number = await database.statement(() => database.nextNumber(event.id));
    const values: NewSubmission = {
      event_id: event.id,
      number,
      title,
      abstract: strip(body.abstract ?? ''),
      track_id: trackId,
      format_id: formatId,
      submitted_at: database.stamp(),
    };
    const submission = await database.statement(() => insertSubmission(database, values));
    await database.statement(() => insertSubmitter(database, submission.id, submitter.id));
    // The server has another table for further tracks.
    if (trackId !== null) await database.statement(() => undefined);
    return await showSubmission(database, submission.id, 201);
  },
});

const update = operation({
  method: 'PATCH',
  path: '/v1/submissions/{submission_id}',
  isWrite: true,
  body: UPDATE_RULES,
  async answer({ database, ids, body }) {
    const { id } = await findSubmission(database, ids.submission_id);
    const changed: Partial<SubmissionRow> = {};
    if (body.status !== undefined) {
      if (body.status === null) throw new RefusedRequest(400, 'A status cannot be null');
      checkStatus(body.status);
      changed.status = body.status;
    }
    if (body.title !== undefined) {
      changed.title = strip(body.title ?? '');
      if (changed.title === '') throw new RefusedRequest(400, 'A title cannot be blank');
    }
    if (body.abstract !== undefined) changed.abstract = strip(body.abstract ?? '');
    if (body.feedback !== undefined) changed.feedback = strip(body.feedback ?? '');
    if (Object.keys(changed).length === 0) throw new RefusedRequest(400, 'Nothing to change');
    await database.statement(() => database.change(id, changed));
    return await showSubmission(database, id);
  },
});

const show = operation({
  method: 'GET',
  path: '/v1/submissions/{submission_id}',
  isOptional: true,
  answer: ({ database, ids }) => showSubmission(database, ids.submission_id),
});

/**
 * The submission of a path.
 * @throws {RefusedRequest} if it does not exist
 * @throws {DatabaseRefusal} for an id that is no UUID
 */
export async function findSubmission(database: Database, id = ''): Promise<SubmissionRow> {
  return found(await database.selectById(database.submissions, id), 'Submission not found');
}

/** A submission as an answer. */
export async function showSubmission(
  database: Database,
  id: string | undefined,
  status = 200,
): Promise<Answer> {
  const submission = await findSubmission(database, id);
  const [record] = await shownSubmissions(database, [submission]);
  return oneRecord(record, status);
}

/** @throws {RefusedRequest} for a text that is no status, letter by letter */
export function checkStatus(text: string): void {
  if (!STATUSES.includes(text)) throw new RefusedRequest(400, `No status is called '${text}'`);
}

/**
 * The id of a track or format of the event; null for none.
 * @throws {RefusedRequest} for one of another event
 * @throws {DatabaseRefusal} for a text that is no UUID
 */
async function idIn(
  database: Database,
  table: readonly { readonly id: string; readonly event_id: string }[],
  eventId: string,
  id: string | null | undefined,
): Promise<string | null> {
  if (id === null || id === undefined || id === '') return null;
  const row = await database.selectById(table, id);
  if (row?.event_id !== eventId) throw new RefusedRequest(400, 'A track or format is not found');
  return row.id;
}

/** The speaker record of a submitter: an existing one as it is, else a new one. */
async function submitterOf(
  database: Database,
  person: Pick<SpeakerRow, 'event_id' | 'email' | 'first_name' | 'last_name'>,
): Promise<SpeakerRow> {
  const existing = await speakerByAddress(database, person.event_id, person.email);
  return existing ?? (await database.statement(() => insertSpeaker(database, person)));
}

export type NewSubmission = Pick<
  SubmissionRow,
  'event_id' | 'number' | 'title' | 'abstract' | 'track_id' | 'format_id' | 'submitted_at'
>;

/**
 * Adds a submission to the table.
 * @throws {DatabaseRefusal} for what no column can hold
 */
export function insertSubmission(database: Database, values: NewSubmission): SubmissionRow {
  checkStorable(values);
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
    submitted_at: values.submitted_at,
    updated_at: database.stamp(),
  };
  database.submissions.push(submission);
  return submission;
}

export function insertSubmitter(database: Database, submissionId: string, speakerId: string): void {
  database.participants.push({
    submission_id: submissionId,
    speaker_id: speakerId,
    role: 'submitter',
    is_primary: true,
  });
}

export const SUBMISSION_OPERATIONS: readonly Operation[] = [create, show, update];
