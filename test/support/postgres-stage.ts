// Service processes on one PostgreSQL database, and what is stored there.
import { administration } from '../../src/service/administration.ts';
import { startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';
import { type ChildServer, launcher, startServer } from './program.ts';

/** The built program in a process of its own. @param data the address of the database */
export function startServiceProcess(data: string): Promise<ChildServer> {
  return startServer([launcher, 'serve', '--port', '0', '--json'], { PLENARY_DATA: data });
}

/** Creates an organization with an event `conf`, and the tables if the database is empty. */
export async function createAccount(data: string) {
  const store = await openStore(data, { create: true });
  const { createOrganization, addEvent } = administration(store, undefined);
  const { organization, token } = await createOrganization('Trial');
  await addEvent({ id: 'conf', name: 'Conf', timezone: 'UTC', organizationId: organization.id });
  await store.close();
  return { organizationId: organization.id, token };
}

/**
 * How much of what was acknowledged is not stored, or under another id, and how much is stored more
 * than once.
 */
export async function audit(
  data: string,
  organizationId: string,
  acknowledged: ReadonlyMap<string, string>,
) {
  const store = await openStore(data);
  const ids = new Map<string, string>();
  let duplicates = 0;
  const ref = { organizationId, eventId: 'conf' };
  const add = (name: string, id: string) => {
    if (ids.has(name)) duplicates++;
    ids.set(name, id);
  };
  for (let page = 1; ; page++) {
    const speakers = await store.listSpeakers(ref, { page, pageSize: 1000 });
    const talks = await store.listSubmissions(ref, { page, pageSize: 1000 });
    if (speakers === undefined || typeof talks !== 'object') break;
    for (const { email, id } of speakers.records) add(email, id);
    for (const { title, id } of talks.records) add(title, id);
    if (speakers.records.length + talks.records.length === 0) break;
  }
  await store.close();
  const lost = [...acknowledged].filter(([name, id]) => ids.get(name) !== id).length;
  return { acknowledged: acknowledged.size, lost, duplicates };
}

/**
 * A service in this process, and calls of it.
 * @param data the database, to which the account is added
 * @param served the address of the same database for the service
 */
export async function startPostgresService(data: string, served: string) {
  const { organizationId, token } = await createAccount(data);
  const store = await openStore(served);
  const lines: string[] = [];
  const service = await startService(store, { log: { write: (line) => lines.push(line) } });
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const speakers = `${service.url}/v1/events/conf/speakers`;
  /** Undefined if the connection was closed without a response. */
  const statusOf = async (address: string, request: RequestInit = {}) => {
    const response = await fetch(address, { headers, ...request }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status;
  };
  return {
    organizationId,
    store,
    lines,
    create: (name: string, fields: object = {}) =>
      statusOf(speakers, {
        method: 'POST',
        body: JSON.stringify({ email: `${name}@example.org`, ...fields }),
      }),
    list: () => statusOf(speakers),
    isReady: async () => (await statusOf(`${service.url}/readyz`)) === 200,
    async stop() {
      await service.close();
      await store.close();
    },
  };
}
