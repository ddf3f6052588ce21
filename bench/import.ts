// A large import, beside a load generator that sends the same bodies.
import { writeFileSync } from 'node:fs';
import { launcher, spawnService, type TestService } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { createsPerSecond, speakerBody } from './load.ts';
import { runNode } from './processes.ts';
import type { Row } from './row.ts';

const rows = 50_000;

export const imports: Row = {
  name: `import/${rows}`,
  peer: 'autocannon',
  unit: '/s',
  rounds: 3,
  async open() {
    const folder = temporaryFolder();
    const path = folder.file('speakers.csv');
    const numbers = Array.from({ length: rows }, (_, at) => at + 1);
    const lines = numbers.map((n) => `speaker-${n}@example.org,Amina,Okoye ${n}\n`);
    writeFileSync(path, `Email,First name,Last name\n${lines.join('')}`);
    return {
      ours: () => onFreshService(({ env }) => importFile(path, env)),
      peer: () =>
        onFreshService(({ url, token }) => {
          let sent = 0;
          const to = { url, token, event: 'devconf' };
          return createsPerSecond({
            to,
            connections: 32,
            creates: rows,
            nextBody: () => speakerBody(++sent),
          });
        }),
      close: async () => folder.remove(),
    };
  },
};

/**
 * Each side of each round has a service and a database of its own, so that it finds no records of
 * the other.
 */
async function onFreshService(work: (service: TestService) => Promise<number>): Promise<number> {
  const service = await spawnService('--quiet');
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/**
 * @returns rows per second.
 * @throws if the import does not create every row
 */
async function importFile(path: string, env: TestService['env']): Promise<number> {
  const { seconds, stdout } = await runNode(
    [launcher, 'speakers', 'import', path, '--json', '--quiet'],
    { env },
  );
  const { created } = JSON.parse(stdout).counts;
  if (created !== rows) throw new Error(`${created} of ${rows} were created`);
  return rows / seconds;
}
