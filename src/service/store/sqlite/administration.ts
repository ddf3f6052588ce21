// Stores organizations, events and tokens as rows in SQLite.
import type { EventRecord, Organization, Store, TokenRecord } from '../store.ts';
import type { Connection } from './connection.ts';
import type { SqliteEvents } from './events.ts';
import { statements } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

type AdministrationStore = Pick<
  Store,
  | 'insertOrganization'
  | 'listOrganizations'
  | 'insertEvent'
  | 'findEvent'
  | 'listEvents'
  | 'insertToken'
  | 'findToken'
  | 'listTokens'
  | 'revokeToken'
>;

export function administrationStore(
  connection: Connection,
  write: WriteQueue['write'],
  events: SqliteEvents,
): AdministrationStore {
  const insertOrganization = connection.run(statements.insertOrganization);
  const organizations = connection.many<Organization>(statements.listOrganizations);
  const insertEvent = connection.run(statements.insertEvent);
  const listEvents = connection.many<EventRecord>(statements.listEvents);
  const insertToken = connection.run(statements.insertToken);
  const findToken = connection.one<{ organizationId: string; hash: string }>(statements.findToken);
  const tokens = connection.many<TokenRecord>(statements.listTokens);
  const revokeToken = connection.many<TokenRecord>(statements.revokeToken);

  return {
    insertOrganization: ({ id, name, created_at }, firstToken) =>
      write(() => {
        insertOrganization.run([id, name, created_at]);
        insertToken.run(tokenValues(firstToken));
      }),
    listOrganizations: async () => organizations.all([]),
    insertEvent: ({ id, organization_id, name, timezone, created_at }) =>
      write(() => insertEvent.run([id, organization_id, name, timezone, created_at]).changes === 1),
    findEvent: async (ref) => {
      const found = events.find(ref);
      if (found === undefined) return undefined;
      const { seq: _, ...event } = found;
      return event;
    },
    listEvents: async (organizationId) => listEvents.all([organizationId ?? null]),
    insertToken: (token) => write(() => void insertToken.run(tokenValues(token))),
    findToken: async (id) => findToken.get([id]),
    listTokens: async (organizationId) => tokens.all([organizationId ?? null]),
    revokeToken: (id, at) => write(() => revokeToken.all([at, id])[0]),
  };
}

function tokenValues({ id, organization_id, name, hash, created_at }: Parameters<Store['insertToken']>[0]) {
  return [id, organization_id, name, hash, created_at];
}
