// Owns the rules of administration: organizations, events and tokens. Must not know the database or
// the command line.
import { flagText } from '../contract/escape.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { ConflictError, UsageError } from '../errors.ts';
import { idSource } from './ids.ts';
import type { Choice, ChoiceKind } from './store/record-fields.ts';
import { timestamp } from './store/stamps.ts';
import type {
  EventChanges,
  EventRecord,
  NewTokenRecord,
  Organization,
  OwnLists,
  Rezoned,
  Store,
  TokenRecord,
} from './store/store.ts';
import { newToken } from './tokens.ts';

/**
 * What an operator does, whether the database is being served or not. If `organizationId` is left
 * out, there must be exactly one organization; otherwise a UsageError lists the organizations.
 */
export interface Administration {
  createOrganization(
    name: string,
  ): Promise<{ readonly organization: Organization; readonly token: string }>;
  listOrganizations(): Promise<readonly Organization[]>;
  /**
   * UsageError for an unknown time zone or an invalid id; ConflictError if the organization has
   * that event.
   */
  addEvent(event: NewEvent): Promise<EventRecord>;
  /**
   * Changes only what is given. UsageError for an unknown event; ConflictError if submissions have
   * what would be removed.
   */
  changeEvent(event: ChangedEvent): Promise<{
    readonly event: EventRecord;
    readonly rezoned: Rezoned | undefined;
  }>;
  listEvents(organizationId?: string): Promise<readonly EventRecord[]>;
  /** The only time that the token is shown. */
  issueToken(name: string, organizationId?: string): Promise<IssuedToken>;
  listTokens(organizationId?: string): Promise<readonly TokenRecord[]>;
  /** Takes effect with the next request, in every process. UsageError if there is no such token. */
  revokeToken(id: string): Promise<TokenRecord>;
}

export interface NewEvent {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly organizationId?: string | undefined;
  readonly lists?: OwnLists;
}

export interface ChangedEvent {
  readonly id: string;
  readonly organizationId?: string | undefined;
  readonly changes: EventChanges;
}

export interface IssuedToken {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/**
 * @param data the operator's name for the database, for commands to run next; undefined if commands
 * need none
 * @param now milliseconds since 1970
 */
export function administration(
  store: Store,
  data: string | undefined,
  now: () => number = Date.now,
): Administration {
  const newId = idSource(now);

  return {
    async createOrganization(name) {
      const organization = { id: newId('org_'), name: nameOf('organization', name) };
      const { record, issued } = tokenFor(organization.id, 'first token', now());
      await store.insertOrganization({ ...organization, created_at: timestamp(now()) }, record);
      return { organization, token: issued.token };
    },

    listOrganizations: () => store.listOrganizations(),

    async addEvent({ id, name, timezone, organizationId, lists = {} }) {
      const event = {
        id: checkedEventId(id),
        organization_id: await organizationFor(organizationId, store, data),
        name: nameOf('event', name),
        timezone: checkedTimeZone(timezone),
        created_at: timestamp(now()),
      };
      const inserted = await store.insertEvent(event, checkedLists(lists));
      if (inserted) return { ...event, has_lists: lists.rooms !== undefined };
      throw new ConflictError(`the event ${id} already exists`, {
        fix: 'pass another --id, or change the event with `plenary service event set`',
      });
    },

    async changeEvent({ id, organizationId, changes }) {
      const ref = {
        organizationId: await organizationFor(organizationId, store, data),
        eventId: id,
      };
      const outcome = await store.changeEvent(ref, checkedChanges(changes));
      if (outcome.outcome === 'in_use') throw inUse(outcome.choice, outcome.uses);
      const event = await store.findEvent(ref);
      if (event !== undefined && outcome.outcome === 'changed')
        return { event, rezoned: outcome.rezoned };
      throw new UsageError(`there is no event ${JSON.stringify(id)}`, {
        fix: 'pass the id of an existing event',
        next: [{ command: `plenary service event list${flagText('data', data)}` }],
      });
    },

    listEvents: (organizationId) => store.listEvents(organizationId),

    async issueToken(name, organizationId) {
      const organization = await organizationFor(organizationId, store, data);
      const { record, issued } = tokenFor(organization, nameOf('token', name), now());
      await store.insertToken(record);
      return issued;
    },

    listTokens: (organizationId) => store.listTokens(organizationId),

    async revokeToken(id) {
      const token = await store.revokeToken(id, timestamp(now()));
      if (token !== undefined) return token;
      throw new UsageError(`there is no token with the id ${id}`, {
        fix: 'pass the id of an existing token',
        next: [{ command: `plenary service token list${flagText('data', data)}` }],
      });
    },
  };
}

function tokenFor(
  organization_id: string,
  name: string,
  now: number,
): { record: NewTokenRecord; issued: IssuedToken } {
  const { id, token, hash } = newToken();
  return {
    record: { id, organization_id, name, hash, created_at: timestamp(now) },
    issued: { id, name, token },
  };
}

/** The id of the given organization, or of the only one. @param data see `administration` */
async function organizationFor(
  organizationId: string | undefined,
  store: Store,
  data: string | undefined,
) {
  const organizations = await store.listOrganizations();
  const [first, second] = organizations;
  if (first === undefined) {
    throw new UsageError('there is no organization yet', {
      fix: 'create an organization',
      next: [{ command: `plenary service init${flagText('data', data)}` }],
    });
  }
  if (organizationId === undefined && second === undefined) return first.id;
  if (organizations.some(({ id }) => id === organizationId)) return String(organizationId);
  const message =
    organizationId === undefined
      ? 'the database has several organizations'
      : `there is no organization ${organizationId}`;
  const choices = organizations.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new UsageError(message, { fix: `pass the id of one with --organization: ${choices}` });
}

/** @throws UsageError as those of its parts do */
function checkedChanges({ name, timezone, ...lists }: EventChanges): EventChanges {
  return {
    ...(name !== undefined && { name: nameOf('event', name) }),
    ...(timezone !== undefined && { timezone: checkedTimeZone(timezone) }),
    ...checkedLists(lists),
  };
}

/** @throws UsageError for a name that is blank or too long, or occurs twice */
function checkedLists({ rooms, tracks, formats }: OwnLists): OwnLists {
  const lists = {
    room: rooms?.map((name) => listedName('room', name)),
    track: tracks?.map((name) => listedName('track', name)),
    format: formats?.map(({ name, minutes }) => ({ name: listedName('format', name), minutes })),
  };
  refuseTwice('room', lists.room ?? []);
  refuseTwice('track', lists.track ?? []);
  refuseTwice(
    'format',
    (lists.format ?? []).map(({ name }) => name),
  );
  return {
    ...(lists.room && { rooms: lists.room }),
    ...(lists.track && { tracks: lists.track }),
    ...(lists.format && { formats: lists.format }),
  };
}

/** The API takes no longer name of a room. */
const longestName = 300;

function listedName(what: ChoiceKind, text: string): string {
  const name = text.trim();
  if (name !== '' && [...name].length <= longestName) return name;
  throw new UsageError(`${JSON.stringify(text)} is not the name of a ${what}`, {
    fix: `pass a name of 1 to ${longestName} characters`,
  });
}

function refuseTwice(what: ChoiceKind, names: readonly string[]): void {
  const keys = names.map((name) => name.toLowerCase());
  const twice = names.find((name, i) => keys.indexOf(name.toLowerCase()) < i);
  if (twice === undefined) return;
  throw new UsageError(`the ${what} ${JSON.stringify(twice)} is given twice`, {
    fix: `pass each --${what} once; names are compared without case`,
  });
}

function inUse({ kind, name }: Choice, uses: number): ConflictError {
  const which = uses === 1 ? '1 submission has' : `${uses} submissions have`;
  return new ConflictError(
    `${which} the ${kind} ${JSON.stringify(name)}, which is not in the new list`,
    {
      fix: `pass --${kind} for it too, or change these submissions first`,
    },
  );
}

function nameOf(what: 'organization' | 'event' | 'token', name: string): string {
  if (name.trim() !== '') return name.trim();
  throw new UsageError(`the name of the ${what} is empty`, {
    fix: 'give a name that is not blank',
  });
}

function checkedEventId(id: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(id)) return id;
  throw new UsageError(`${JSON.stringify(id)} is not a valid event id`, {
    fix:
      'start with a letter or digit, and use up to 64 letters, digits, dots, hyphens and ' +
      'underscores, e.g. devconf-2027',
  });
}

function checkedTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new UsageError(`unknown time zone ${JSON.stringify(name)}`, {
    fix: 'use a name from the IANA database, e.g. Europe/Berlin or UTC',
  });
}
