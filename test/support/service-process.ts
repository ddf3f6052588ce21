// The service as a process of its own, without the command line: run with a database file, which it makes where there is
// none. Its first line says `{"url","token"}`; the log goes to standard error.
import { startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/sqlite/store.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('say which database file to serve');

const store = openStore(path, { create: true });
const { token } = await store.createOrganization('Load');
const [{ id: organizationId } = { id: '' }] = (await store.listOrganizations()).slice(-1);
await store.addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin', organizationId });
const service = await startService(store, { log: process.stderr });
process.stdout.write(`${JSON.stringify({ url: service.url, token })}\n`);

process.once('SIGTERM', async () => {
  await service.close();
  await store.close();
});
