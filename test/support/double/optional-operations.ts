// Owns what /v1 reads beyond the published contract: events, their tracks, formats and rooms, the schedule.
import type { Database, EventRow, FormatRow, RoomRow, TrackRow } from './database.ts';
import {
  type Answer,
  findEvent,
  type Input,
  type Operation,
  oneRecord,
  operation,
  PAGE_RULES,
  pageOf,
  readPage,
} from './operation.ts';
import { compareText } from './python-text.ts';
import { shownEvent, shownSubmission } from './records.ts';
import { sortedSubmissions } from './submissions.ts';

const listEvents = operation({
  method: 'GET',
  path: '/v1/events',
  isOptional: true,
  query: PAGE_RULES,
  async answer({ database, query }) {
    const page = readPage(query);
    const events = await database.query(() => [...database.events]);
    const start = ({ starts_at }: EventRow) => starts_at ?? '';
    events.sort((left, right) => compareText(start(right), start(left)));
    return { status: 200, body: pageOf(events.map(shownEvent), page) };
  },
});

const showEvent = operation({
  method: 'GET',
  path: '/v1/events/{event_id}',
  isOptional: true,
  answer: async ({ database, ids }) => oneRecord(shownEvent(await findEvent(database, ids))),
});

const showSchedule = operation({
  method: 'GET',
  path: '/v1/events/{event_id}/schedule',
  isOptional: true,
  async answer({ database, ids }) {
    const event = await findEvent(database, ids);
    const submissions = await sortedSubmissions(database, event.id);
    return await database.statement(() =>
      oneRecord({
        event: shownEvent(event),
        rooms: roomsOf(database, event.id),
        tracks: tracksOf(database, event.id),
        sessions: submissions.map((submission) => shownSubmission(database, submission)),
      }),
    );
  },
});

/** Rows of one table of the event, by order, then by name. */
function byOrder<R extends { event_id: string; order: number; name: string }>(
  rows: readonly R[],
  eventId: string,
): R[] {
  return rows
    .filter(({ event_id }) => event_id === eventId)
    .sort((left, right) => left.order - right.order || compareText(left.name, right.name));
}

function roomsOf(database: Database, eventId: string) {
  return byOrder(database.rooms, eventId).map((room: RoomRow) => ({
    id: room.id,
    org_id: database.organizationId,
    event_id: room.event_id,
    name: room.name,
    order: room.order,
    capacity: room.capacity,
  }));
}

function tracksOf(database: Database, eventId: string) {
  return byOrder(database.tracks, eventId).map((track: TrackRow) => ({
    id: track.id,
    org_id: database.organizationId,
    event_id: track.event_id,
    name: track.name,
    color: track.color,
    order: track.order,
  }));
}

function formatsOf(database: Database, eventId: string) {
  return database.formats
    .filter(({ event_id }) => event_id === eventId)
    .sort((left, right) => compareText(left.name, right.name))
    .map((format: FormatRow) => ({
      id: format.id,
      org_id: database.organizationId,
      event_id: format.event_id,
      name: format.name,
      default_duration_min: format.default_duration_min,
    }));
}

function list(
  table: string,
  rowsOf: (database: Database, eventId: string) => unknown[],
): Operation {
  return operation({
    method: 'GET',
    path: `/v1/events/{event_id}/${table}`,
    isOptional: true,
    query: PAGE_RULES,
    answer: ({ database, ids, query }) => rowPage(database, ids, query, rowsOf),
  });
}

async function rowPage(
  database: Database,
  ids: Input['ids'],
  query: Parameters<typeof readPage>[0],
  rowsOf: (database: Database, eventId: string) => unknown[],
): Promise<Answer> {
  const page = readPage(query);
  const event = await findEvent(database, ids);
  const rows = await database.query(() => rowsOf(database, event.id));
  return { status: 200, body: pageOf(rows, page) };
}

export const OPTIONAL_OPERATIONS: readonly Operation[] = [
  listEvents,
  showEvent,
  showSchedule,
  list('tracks', tracksOf),
  list('formats', formatsOf),
  list('rooms', roomsOf),
];
