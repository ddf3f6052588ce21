// Service processes on one PostgreSQL database, and what is stored there.
import { administration } from '../../src/service/administration.ts';
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
