// Reads what a service may list beside the records of the eleven endpoints: its events, and the
// rooms, tracks and formats of one. A service without an operation is no error. Must not decide
// what a name means.
import type { Operation } from '../contract/endpoint.ts';
import { keyText } from '../contract/key.ts';
import {
  getEvent,
  listEvents,
  listFormats,
  listRooms,
  listTracks,
} from '../contract/operations.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';
import type { Client } from './client.ts';
import { IncompleteListError, recordsOf } from './pages.ts';
import { type RecordData, recordId } from './response.ts';

/** An event as the service lists it. */
export interface EventDetails {
  readonly id: string;
  readonly name: string | undefined;
  readonly slug: string | undefined;
  /** Of the IANA database. */
  readonly timeZone: string | undefined;
}

/** A room, a track or a format of an event. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
  /** How long a session of a format lasts. */
  readonly minutes?: number | undefined;
  /** How many people a room holds. */
  readonly capacity?: number | undefined;
}

/** What an event has by name; each is undefined if the service does not list it. */
export interface EventLists {
  rooms(): Promise<readonly NamedItem[] | undefined>;
  tracks(): Promise<readonly NamedItem[] | undefined>;
  formats(): Promise<readonly NamedItem[] | undefined>;
}

/**
 * The lists of an event, each read at most once, when it is first needed.
 * @param open the client
 */
export function openEventLists(
  open: () => Promise<Pick<Client, 'pages'>>,
  event: string,
): EventLists {
  const read = async (list: Operation) => {
    const client = await open();
    const records = await recordsOf(client.pages(list, { path: { event_id: event } }));
    return records.flatMap((record) => toNamedItem(record) ?? []);
  };
  // A service may list some of them, and lack the others.
  const readIfListed = (list: Operation) => once(() => unlessMissing(read(list)));
  return {
    rooms: readIfListed(listRooms),
    tracks: readIfListed(listTracks),
    formats: readIfListed(listFormats),
  };
}

/** The events that the token has access to; undefined if the service does not list them. */
export async function readEvents(
  client: Pick<Client, 'pages'>,
): Promise<readonly RecordData[] | undefined> {
  return unlessMissing(recordsOf(client.pages(listEvents, { path: {} })));
}

/** An event; undefined if the service does not show it. */
export async function readEvent(
  client: Pick<Client, 'send'>,
  id: string,
): Promise<EventDetails | undefined> {
  const record = await unlessMissing(client.send(getEvent, { path: { event_id: id } }));
  return record && toEventDetails(record);
}

/** Undefined without an id. */
export function toEventDetails(record: RecordData): EventDetails | undefined {
  const id = recordId(record, 'events');
  if (id === undefined) return undefined;
  const timeZone = keyText(record.timezone);
  return {
    id,
    name: keyText(record.name),
    slug: keyText(record.slug),
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
  };
}

/** Whether an error means that the service does not have an optional operation. */
export function isMissingOperation(error: unknown): boolean {
  if (error instanceof IncompleteListError) return false;
  // Something else may be at its path, such as a web page.
  if (error instanceof MalformedResponseError) return true;
  return error instanceof ApiError && (error.status === 404 || error.status === 405);
}

function toNamedItem(record: RecordData): NamedItem | undefined {
  const [id, name] = [recordId(record, 'rooms'), keyText(record.name)];
  if (id === undefined || name === undefined) return undefined;
  return {
    id,
    name,
    minutes: wholeNumber(record.default_duration_min),
    capacity: wholeNumber(record.capacity),
  };
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMissingOperation(error)) return undefined;
    throw error;
  });
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
