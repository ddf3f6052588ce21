// The service as a process of its own, without the command line. Its argument is a database file, which it creates if
// needed. Its first line of output is `{"url","token"}`; the log goes to standard error.
import { administration } from '../../src/service/administration.ts';
import { startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('the argument is missing: a database file');

const store = await openStore(path, { create: true });
const { createOrganization, addEvent } = administration(store, path);
const { organization, token } = await createOrganization('Load');
await addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin', organizationId: organization.id });
const service = await startService(store, { log: process.stderr });
process.stdout.write(`${JSON.stringify({ url: service.url, token })}\n`);

process.once('SIGTERM', async () => {
  await service.close();
  await store.close();
});
