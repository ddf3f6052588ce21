// Owns what /v1 reads beyond the contract: events, their taxonomies, the schedule. Must not write.
import type { Database, EventRow } from './database.ts';
import {
  findEvent,
  type Operation,
  oneRecord,
  operation,
  PAGE_RULES,
  pageOf,
  readPage,
} from './operation.ts';
import { compareText, foldCase, sortedBy } from './python-text.ts';
import { shownEvent, shownSubmissions } from './records.ts';
import { startKey } from './submission-lists.ts';

/** The schedule shows at most this many rooms and tracks. */
const MOST_SHOWN = 100;

const listEvents = operation({
  method: 'GET',
  path: '/v1/events',
  isOptional: true,
  query: PAGE_RULES,
  async answer({ database, query }) {
    const page = readPage(query);
    const events = await database.select(database.events, () => true);
    // Newest start first; the database puts events without a start before all others.
    const startOf = ({ starts_at }: EventRow) => starts_at ?? '9999';
    events.sort((left, right) => compareText(startOf(right), startOf(left)));
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
    const { id } = await findEvent(database, ids);
    const submissions = await database.select(database.submissions, (row) => row.event_id === id);
    const sorted = sortedBy(submissions, (row) => [...startKey(row), foldCase(row.title)]);
    const rooms = await roomsOf(database, id);
    const tracks = await tracksOf(database, id);
    return oneRecord({
      // The server reads nothing of the event but its id.
      event: shownEvent({ id }),
      rooms: rooms.slice(0, MOST_SHOWN),
      tracks: tracks.slice(0, MOST_SHOWN),
      sessions: await shownSubmissions(database, sorted),
    });
  },
});

type RowsOf = (database: Database, eventId: string) => Promise<unknown[]>;

function list(table: string, rowsOf: RowsOf): Operation {
  return operation({
    method: 'GET',
    path: `/v1/events/{event_id}/${table}`,
    isOptional: true,
    query: PAGE_RULES,
    async answer({ database, ids, query }) {
      const page = readPage(query);
      const event = await findEvent(database, ids);
      return { status: 200, body: pageOf(await rowsOf(database, event.id), page) };
    },
  });
}

async function roomsOf(database: Database, eventId: string) {
  const rows = await inOrder(database, database.rooms, eventId);
  return rows.map((room) => ({
    id: room.id,
    org_id: database.organizationId,
    event_id: room.event_id,
    name: room.name,
    order: room.order,
    capacity: room.capacity,
  }));
}

async function tracksOf(database: Database, eventId: string) {
  const rows = await inOrder(database, database.tracks, eventId);
  return rows.map((track) => ({
    id: track.id,
    org_id: database.organizationId,
    event_id: track.event_id,
    name: track.name,
    color: track.color,
    order: track.order,
  }));
}

async function formatsOf(database: Database, eventId: string) {
  const rows = await inOrder(database, database.formats, eventId);
  return rows.map((format) => ({
    id: format.id,
    org_id: database.organizationId,
    event_id: format.event_id,
    name: format.name,
    default_duration_min: format.default_duration_min,
  }));
}

interface Ordered {
  readonly event_id: string;
  readonly name: string;
  /** Formats have none. */
  readonly order?: number;
}

/** The rows of an event by order, then by name. */
async function inOrder<R extends Ordered>(
  database: Database,
  table: readonly R[],
  eventId: string,
): Promise<R[]> {
  const rows = await database.select(table, (row) => row.event_id === eventId);
  const byName = sortedBy(rows, ({ name }) => [foldCase(name)]);
  return byName.sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
}

export const OPTIONAL_OPERATIONS: readonly Operation[] = [
  listEvents,
  showEvent,
  showSchedule,
  list('tracks', tracksOf),
  list('formats', formatsOf),
  list('rooms', roomsOf),
];
