// Reads all pages of speakers and contacts while eight clients create records over HTTP, and checks that every walk has each
// record once. Usage: npm run walk:store [-- WALKS]. Run after `npm run build`. Needs PostgreSQL.
import { chmodSync } from 'node:fs';
import { removePostgres, startPostgres } from '../test/support/postgres.ts';
import { startServiceProcess } from '../test/support/postgres-stage.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { type WalkResult, walkLists, walkSequence } from '../test/support/walk-trial.ts';

const walks = Number(process.argv[2] ?? 500);

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const server = await startPostgres(folder.file('server'));
try {
  await server.createDatabase('plenary');
  const data = server.address('plenary');
  const services = await Promise.all([startServiceProcess(data), startServiceProcess(data)]);
  const lists = await walkLists(
    services.map(({ url }) => url),
    { data, walks },
  );
  await Promise.all(services.map((service) => service.kill('SIGTERM')));
  report('lists of the service', lists);
  const control = await walkSequence({ data, walks }, () => false);
  report('control: a table ordered by a sequence', control);
  if (lists.withDuplicates + lists.withGaps > 0) process.exitCode = 1;
  if (control.withDuplicates + control.withGaps === 0) {
    console.log('the control shows nothing, so the trial proves nothing');
    process.exitCode = 1;
  }
} finally {
  await removePostgres(server.folder);
  folder.remove();
}

function report(name: string, { walks, pages, withDuplicates, withGaps }: WalkResult): void {
  console.log(`${name}: ${walks} walks (${pages} pages): ${withDuplicates} with duplicates, ${withGaps} with gaps`);
}
