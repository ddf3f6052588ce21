// Owns the event of a command: its id, however the setting names it, its time zone, and what it has
// by name. The service is asked when something is first needed, and nothing is saved.
import type { Client } from '../client/client.ts';
import type { EventDetails, EventLists } from '../client/event-lists.ts';
import { mostSimilar } from '../columns/similarity.ts';
import type { ResolvedSetting, SettingName } from '../config/settings.ts';
import { listText, quoted } from '../contract/amount.ts';
import { isIdByForm } from '../contract/id.ts';
import { NotFoundError, UsageError } from '../errors.ts';

export interface EventAccess {
  /** Sets the event of the command to an id that a run, a plan or a folder has saved. */
  useEvent(id: string): void;
  /**
   * The id of the event that is set by its id, its slug or its name; undefined if none is set.
   * @throws {NotFoundError} if the service has no such event
   * @throws {UsageError} if it has several
   */
  event(): Promise<string | undefined>;
  /** The same. @throws {UsageError} if no event is set */
  requiredEvent(): Promise<string>;
  /** The event; undefined if none is set, or if the service does not show it. */
  eventDetails(): Promise<EventDetails | undefined>;
  /** The time zone of local times: that of the settings, else that of the event. */
  timeZone(): Promise<string | undefined>;
  /** The rooms, tracks and formats of the event. @throws {UsageError} if no event is set */
  eventLists(): Promise<EventLists>;
}

interface Settings {
  setting(name: SettingName): Promise<ResolvedSetting>;
  required(name: SettingName): Promise<string>;
  answer(name: SettingName, value: string): void;
  client(): Promise<Client>;
}

export function eventAccess({ setting, required, answer, client }: Settings): EventAccess {
  let saved: string | undefined;
  const isId = (text: string) => text === saved || isIdByForm(text);
  const foundBy = remembered(async (text) => findEvent(await client(), text));
  const shown = remembered(async (id) => {
    const { readEvent } = await import('../client/event-lists.ts');
    return readEvent(await client(), id);
  });
  const listsOf = remembered(async (id) => {
    const { openEventLists } = await import('../client/event-lists.ts');
    return openEventLists(client, id);
  });
  const self: EventAccess = {
    useEvent(id) {
      saved = id;
      answer('event', id);
    },
    async event() {
      const { value } = await setting('event');
      if (value === undefined) return undefined;
      return isId(value) ? value : (await foundBy(value)).id;
    },
    async requiredEvent() {
      return (await self.event()) ?? required('event');
    },
    async eventDetails() {
      const { value } = await setting('event');
      if (value === undefined) return undefined;
      return isId(value) ? shown(value) : (await foundBy(value)).details;
    },
    async timeZone() {
      const { value } = await setting('timezone');
      return value ?? (await self.eventDetails())?.timeZone;
    },
    async eventLists() {
      return listsOf(await self.requiredEvent());
    },
  };
  return self;
}

/** The event that is set, else this one. @param saved an id */
export async function eventOr(context: EventAccess & Settings, saved: string): Promise<string> {
  const { value = saved } = await context.setting('event');
  if (value === saved) context.useEvent(saved);
  return context.requiredEvent();
}

/**
 * The event with this id, else this slug, else this name, as they are written. A text that is an id
 * by its form is not looked up, and has no details; if the service does not list its events,
 * neither has any other.
 * @throws {NotFoundError}
 * @throws {UsageError} if several events have the slug or the name
 */
export async function findEvent(
  client: Pick<Client, 'pages'>,
  text: string,
): Promise<{ readonly id: string; readonly details?: EventDetails }> {
  if (isIdByForm(text)) return { id: text };
  const { readEvents, toEventDetails } = await import('../client/event-lists.ts');
  const records = await readEvents(client);
  if (records === undefined) return { id: text };
  const events = records.flatMap((record) => toEventDetails(record) ?? []);
  for (const field of ['id', 'slug', 'name'] as const) {
    const matches = events.filter((event) => event[field] === text);
    const [details] = matches;
    if (matches.length > 1) throw severalEvents(`${field} ${quoted(text)}`, matches);
    if (details !== undefined) return { id: details.id, details };
  }
  throw noEvent(text, events);
}

function severalEvents(what: string, events: readonly EventDetails[]): UsageError {
  return new UsageError(`${events.length} events have the ${what}`, {
    details: events.map(({ id }) => ({ message: id })),
    fix: 'pass the id of one of them with --event',
  });
}

function noEvent(text: string, events: readonly EventDetails[]): NotFoundError {
  if (events.length === 0) {
    return new NotFoundError(`the service has no event ${quoted(text)}: it has no events`, {
      fix:
        'add an event in the web interface of the service, or with `plenary service event add` ' +
        'if it is `plenary serve`',
    });
  }
  const slugs = events.map(({ id, slug }) => slug ?? id);
  const names = events.flatMap(({ name }) => name ?? []);
  const similar = mostSimilar(text, [...slugs, ...names]);
  return new NotFoundError(`the service has no event ${quoted(text)}`, {
    fix:
      similar === undefined
        ? `pass the id, the slug or the name of an event: ${listText(slugs, namedEvents)}`
        : `did you mean ${quoted(similar)}? pass it with --event`,
    next: [{ command: 'plenary events list' }],
  });
}

const namedEvents = 10;

/** Reads the value of each key once. */
function remembered<Value>(read: (key: string) => Promise<Value>): typeof read {
  const values = new Map<string, Promise<Value>>();
  return (key) => {
    const value = values.get(key) ?? read(key);
    values.set(key, value);
    return value;
  };
}
