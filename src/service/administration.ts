// Owns the rules of administration: organizations, events and tokens. Must not know the database or
// the command line.
import { flagText } from '../contract/escape.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { ConflictError, NotFoundError, UsageError } from '../errors.ts';
import { idSource } from './ids.ts';
import type { Choice, ChoiceKind } from './store/record-fields.ts';
import { timestamp } from './store/stamps.ts';
import type { EventChanges, OwnLists, Store } from './store/store.ts';
import { newToken } from './tokens.ts';

export type Administration = ReturnType<typeof administration>;

/**
 * What an operator does, whether the database is being served or not. If `organizationId` is left
 * out, there must be exactly one organization; otherwise a UsageError lists the organizations. One
 * that does not exist is a NotFoundError.
 * @param data the operator's name for the database, for commands to run next; undefined if commands
 * need none
 * @param now milliseconds since 1970
 */
export function administration(
  store: Store,
  data: string | undefined,
  now: () => number = Date.now,
) {
  const newId = idSource(now);
  const organizationFor = async (id: string | undefined) =>
    chosenOrganization(id, await store.listOrganizations(), data);
  /** The organization that a list is limited to, which must exist. */
  const only = async (organizationId: string | undefined) =>
    organizationId && (await organizationFor(organizationId));

  return {
    async createOrganization(name: string) {
      const organization = { id: newId('org_'), name: nameOf('organization', name) };
      const { record, issued } = tokenFor(organization.id, 'first token', now());
      await store.insertOrganization({ ...organization, created_at: timestamp(now()) }, record);
      return { organization, token: issued.token };
    },

    listOrganizations: () => store.listOrganizations(),

    /**
     * @throws UsageError for an unknown time zone or an invalid id
     * @throws ConflictError if the organization has that event
     */
    async addEvent({
      id,
      name,
      timezone,
      organizationId,
      lists = {},
    }: {
      readonly id: string;
      readonly name: string;
      readonly timezone: string;
      readonly organizationId?: string | undefined;
      readonly lists?: OwnLists;
    }) {
      const event = {
        id: checkedEventId(id),
        organization_id: await organizationFor(organizationId),
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

    /**
     * Changes only what is given.
     * @throws NotFoundError for an unknown event
     * @throws ConflictError if submissions have what would be removed
     */
    async changeEvent({
      id,
      organizationId,
      changes,
    }: {
      readonly id: string;
      readonly organizationId?: string | undefined;
      readonly changes: EventChanges;
    }) {
      const ref = { organizationId: await organizationFor(organizationId), eventId: id };
      const outcome = await store.changeEvent(ref, checkedChanges(changes));
      if (outcome.outcome === 'in_use') throw inUse(outcome.choice, outcome.uses);
      const event = await store.findEvent(ref);
      if (event !== undefined && outcome.outcome === 'changed')
        return { event, rezoned: outcome.rezoned };
      throw new NotFoundError(`there is no event ${JSON.stringify(id)}`, {
        fix: 'pass the id of an existing event',
        next: [{ command: `plenary service event list${flagText('data', data)}` }],
      });
    },

    listEvents: async (organizationId?: string) => store.listEvents(await only(organizationId)),

    /** The only time that the token is shown. */
    async issueToken(name: string, organizationId?: string) {
      const organization = await organizationFor(organizationId);
      const { record, issued } = tokenFor(organization, nameOf('token', name), now());
      await store.insertToken(record);
      return issued;
    },

    listTokens: async (organizationId?: string) => store.listTokens(await only(organizationId)),

    /**
     * Takes effect with the next request, in every process.
     * @throws NotFoundError if there is no such token
     */
    async revokeToken(id: string) {
      const token = await store.revokeToken(id, timestamp(now()));
      if (token !== undefined) return token;
      throw new NotFoundError(`there is no token with the id ${id}`, {
        fix: 'pass the id of an existing token',
        next: [{ command: `plenary service token list${flagText('data', data)}` }],
      });
    },
  };
}

function tokenFor(organization_id: string, name: string, now: number) {
  const { id, token, hash } = newToken();
  return {
    record: { id, organization_id, name, hash, created_at: timestamp(now) },
    issued: { id, name, token },
  };
}

/**
 * The id of the given organization, or of the only one.
 * @param data see `administration`
 * @throws NotFoundError
 * @throws UsageError if there are several, or none
 */
function chosenOrganization(
  organizationId: string | undefined,
  organizations: Awaited<ReturnType<Store['listOrganizations']>>,
  data: string | undefined,
) {
  const [first, second] = organizations;
  if (first === undefined) {
    throw new UsageError('there is no organization yet', {
      fix: 'create an organization',
      next: [{ command: `plenary service init${flagText('data', data)}` }],
    });
  }
  if (organizationId === undefined && second === undefined) return first.id;
  if (organizations.some(({ id }) => id === organizationId)) return String(organizationId);
  const choices = organizations.map(({ id, name }) => `${id} (${name})`).join(', ');
  const fix = `pass the id of one with --organization: ${choices}`;
  throw organizationId === undefined
    ? new UsageError('the database has several organizations', { fix })
    : new NotFoundError(`there is no organization ${organizationId}`, { fix });
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
