// A service in this process on any database, and calls of it by their statuses.
import { startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';
import { createAccount } from './postgres-stage.ts';

/**
 * @param data the database, to which an account is added
 * @param served the address of the same database for the service
 */
export async function startServiceOn(data: string, served = data, patienceMs?: number) {
  const { organizationId, token } = await createAccount(data);
  const store = await openStore(served, patienceMs === undefined ? {} : { patienceMs });
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
    /** Creates a speaker. */
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
