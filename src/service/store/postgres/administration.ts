// Stores organizations, events and tokens as rows in PostgreSQL.
import { isDeepStrictEqual } from 'node:util';
import type { EventRecord, NewTokenRecord, Organization, Store, TokenRecord } from '../store.ts';
import { batched } from './batched.ts';
import type { Database } from './database.ts';
import type { PostgresEvents } from './events.ts';
import { statements } from './sql.ts';

type AdministrationStore = Omit<
  Store,
  'speakers' | 'submissions' | 'list' | 'countRequests' | 'ping' | 'close' | 'discard'
>;
type TokenOwner = { readonly organizationId: string; readonly hash: string };

export function administrationStore({ query, transaction }: Database, events: PostgresEvents): AdministrationStore {
  const findToken = batched<string, TokenOwner>(async (ids) => {
    const found = await query<TokenOwner & { readonly id: string }>(statements.findTokens, [ids], { isPrepared: true });
    return new Map(found.map(({ id, ...owner }) => [id, owner]));
  });

  return {
    insertOrganization: ({ id, name, created_at }, firstToken) =>
      transaction(async ({ send, query }) => {
        send(statements.insertOrganization, [id, name, created_at]);
        await insertToken(query, firstToken);
      }),
    listOrganizations: () => query<Organization>(statements.listOrganizations),
    insertEvent: (event) =>
      transaction(async ({ send, query, attempt }) => {
        const { id, organization_id, name, timezone, created_at } = event;
        const [inserted] = await query<{ seq: number }>(statements.insertEvent, [
          id,
          organization_id,
          name,
          timezone,
          created_at,
        ]);
        if (inserted !== undefined) send(statements.insertCounters, [inserted.seq]);
        return inserted !== undefined || (attempt > 0 && (await isSame(query, event)));
      }),
    findEvent: async (ref) => {
      const found = await events.find(ref);
      if (found === undefined) return undefined;
      const { seq: _, ...event } = found;
      return event;
    },
    listEvents: (organizationId) => query<EventRecord>(statements.listEvents, [organizationId ?? null]),
    insertToken: (token) => transaction(({ query }) => insertToken(query, token)),
    findToken,
    listTokens: (organizationId) => query<TokenRecord>(statements.listTokens, [organizationId ?? null]),
    revokeToken: async (id, at) => (await query<TokenRecord>(statements.revokeToken, [at, id]))[0],
  };
}

/** Whether an earlier attempt, whose result was lost, has inserted the event. */
async function isSame(query: Database['query'], event: EventRecord): Promise<boolean> {
  const [found] = await query<EventRecord & { seq: number }>(statements.findEvent, [event.organization_id, event.id]);
  if (found === undefined) return false;
  const { seq: _, ...stored } = found;
  return isDeepStrictEqual(stored, { ...event });
}

async function insertToken(query: Database['query'], token: NewTokenRecord): Promise<void> {
  const { id, organization_id, name, hash, created_at } = token;
  const inserted = await query(statements.insertToken, [id, organization_id, name, hash, created_at]);
  if (inserted.length === 0) throw new Error(`there is another token with the id ${id}`);
}
