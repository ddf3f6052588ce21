// What an operator does: organizations, events and tokens.
import { isTimeZone } from '../../contract/time-zone.ts';
import { ConflictError, UsageError } from '../../errors.ts';
import { newToken } from '../tokens.ts';
import { statements } from './sqlite/sql.ts';
import type { WriteQueue } from './sqlite/write-queue.ts';
import type { Administration, EventRecord, Organization, TokenRecord } from './store.ts';
import type { World } from './world.ts';

export function administration({ connection, now, newId }: World, { write }: WriteQueue): Administration {
  const insertOrganization = connection.run(statements.insertOrganization);
  const organizations = connection.many<Organization>(statements.listOrganizations);
  const findEvent = connection.one<{ seq: number }>(statements.findEvent);
  const insertEvent = connection.run(statements.insertEvent);
  const events = connection.many<EventRecord>(statements.listEvents);
  const insertToken = connection.run(statements.insertToken);
  const tokens = connection.many<TokenRecord>(statements.listTokens);
  const revoke = connection.many<TokenRecord>(statements.revokeToken);

  return {
    createOrganization: (name) =>
      write(() => {
        const organization = { id: newId('org_'), name: named(name, 'organization') };
        insertOrganization.run([organization.id, organization.name, timestamp()]);
        return { organization, token: insertTokenFor(organization.id, 'first token').token };
      }),

    listOrganizations: async () => organizations.all([]),

    addEvent: ({ id, name, timezone, organizationId }) =>
      write(() => {
        const event = {
          id: fitEventId(id),
          organization_id: chosen(organizationId),
          name: named(name, 'event'),
          timezone: knownTimeZone(timezone),
          created_at: timestamp(),
        };
        if (findEvent.get([event.organization_id, id]) !== undefined) {
          throw new ConflictError(`there is an event ${id} already`, { fix: 'choose another --id' });
        }
        insertEvent.run([event.id, event.organization_id, event.name, event.timezone, event.created_at]);
        return event;
      }),

    listEvents: async (organizationId = undefined) => events.all([organizationId ?? null]),

    issueToken: (name, organizationId) => write(() => insertTokenFor(chosen(organizationId), named(name, 'token'))),

    listTokens: async (organizationId = undefined) => tokens.all([organizationId ?? null]),

    revokeToken: (id) =>
      write(() => {
        const [token] = revoke.all([timestamp(), id]);
        if (token !== undefined) return token;
        throw new UsageError(`there is no token with the id ${id}`, {
          fix: 'list the ids with: plenary service token list',
        });
      }),
  };

  function insertTokenFor(organizationId: string, name: string): { id: string; name: string; token: string } {
    const { id, token, hash } = newToken();
    insertToken.run([id, organizationId, name, hash, timestamp()]);
    return { id, name, token };
  }

  /** The organization asked for, or the only one. */
  function chosen(organizationId: string | undefined): string {
    const all = organizations.all([]);
    const found = organizationId === undefined ? only(all) : all.find(({ id }) => id === organizationId);
    if (found !== undefined) return found.id;
    const names = all.map(({ id, name }) => `${id} (${name})`).join(', ');
    if (all.length === 0) {
      throw new UsageError('there is no organization yet', { fix: 'make one with: plenary service init' });
    }
    if (organizationId === undefined) {
      throw new UsageError('there are several organizations', { fix: `name one with --organization: ${names}` });
    }
    throw new UsageError(`there is no organization ${organizationId}`, { fix: `choose one of: ${names}` });
  }

  function timestamp(): string {
    return new Date(now()).toISOString();
  }
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

function named(name: string, what: string): string {
  if (name.trim() !== '') return name.trim();
  throw new UsageError(`the ${what} has no name`, { fix: 'give one with --name' });
}

function fitEventId(id: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(id)) return id;
  throw new UsageError(`${JSON.stringify(id)} is not fit for an event's id`, {
    fix: 'use up to 64 letters, digits, dots, hyphens and underscores, as in devconf-2026',
  });
}

function knownTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new UsageError(`there is no time zone ${JSON.stringify(name)}`, {
    fix: 'name one as the IANA database does, as in Europe/Berlin or UTC',
  });
}
