// Owns the lists of submissions, which list the sessions as well. Must not know how they change.
import { type Database, DatabaseRefusal, type SubmissionRow } from './database.ts';
import {
  type Answer,
  findEvent,
  type Operation,
  type OperationInput,
  operation,
  pageOf,
  readPage,
} from './operation.ts';
import { foldCase, sortedBy } from './python-text.ts';
import { shownSubmissions } from './records.ts';
import { checkStatus } from './submissions.ts';

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

interface Filters {
  readonly status?: string | null;
  readonly track?: string | null;
  readonly page?: number;
  readonly pageSize?: number;
}

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

async function submissionPage(
  database: Database,
  ids: OperationInput['ids'],
  filters: Filters,
): Promise<Answer> {
  const bounds = readPage(filters);
  const { status = null, track } = filters;
  if (status !== null) checkStatus(status);
  const event = await findEvent(database, ids);
  const trackId = await trackIdOf(database, event.id, track ?? '');
  const submissions = await database.select(
    database.submissions,
    (row) =>
      row.event_id === event.id &&
      (status === null || row.status === status) &&
      (trackId === undefined || row.track_id === trackId),
  );
  submissions.sort((left, right) => left.number - right.number);
  const envelope = pageOf(sortedBy(submissions, startKey), bounds);
  const data = await shownSubmissions(database, envelope.data);
  return { status: 200, body: Object.assign(envelope, { data }) };
}

/** Orders by start, as text; those without one are last. */
export function startKey({ starts_at }: SubmissionRow): readonly string[] {
  return starts_at === null ? ['1'] : ['0', starts_at];
}

/**
 * The id of the track that a filter names by its id or name; undefined without a filter.
 * @throws {DatabaseRefusal} for a text that names none: the server then compares with no UUID
 */
async function trackIdOf(
  database: Database,
  eventId: string,
  text: string,
): Promise<string | undefined> {
  if (text === '') return undefined;
  const tracks = await database.select(database.tracks, (row) => row.event_id === eventId);
  const name = foldCase(text);
  const track = tracks.find((row) => row.id === text || foldCase(row.name) === name);
  if (track === undefined) throw new DatabaseRefusal(`no track ${text}`);
  return track.id;
}

export const SUBMISSION_LISTS: readonly Operation[] = [
  list('/v1/events/{event_id}/submissions'),
  list('/v1/events/{event_id}/sessions'),
  search('/v1/events/{event_id}/submissions/search', false),
  search('/v1/events/{event_id}/sessions/search', true),
];
