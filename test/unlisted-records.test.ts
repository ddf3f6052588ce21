// Imports into a service whose list does not show new records yet: what a run has just created is not created again.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plenary } from './support/program.ts';
import { startServer } from './support/servers/server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

async function start() {
  const seed = { speakers: [{ email: 'old@example.org' }], submissions: [] };
  const server = await startServer({ name: 'lagging', hidingLists: Number.POSITIVE_INFINITY }, seed);
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: 'devconf',
    PLENARY_STATE_DIR: folder.path,
  };
  const runs = join(folder.path, 'runs');
  return {
    created: () => server.stored.speakers.slice(1).map(({ fields }) => fields.email),
    async importSpeakers(names: readonly string[], ...flags: readonly string[]) {
      const rows = names.map((name) => `${name}@example.org,${name}`);
      writeFileSync(folder.file('people.csv'), ['email,first_name', ...rows, ''].join('\n'));
      const args = ['speakers', 'import', folder.file('people.csv'), '--json', ...flags];
      const { exitCode, stdout, stderr } = await plenary(args, { env });
      return { exitCode, counts: stdout === '' ? undefined : JSON.parse(stdout).counts, stderr };
    },
    journal() {
      const [run = ''] = readdirSync(runs).filter((name) => /^\d{8}-/.test(name));
      return { run, path: join(runs, run, 'journal.ndjson') };
    },
  };
}

it('skips what a run of the last hour has created, with a notice, and creates the other rows', async () => {
  const { importSpeakers, created, journal } = await start();
  expect(await importSpeakers(['ada', 'bo'])).toMatchObject({ exitCode: 0, counts: { created: 2 } });
  const { run, path } = journal();
  const again = await importSpeakers(['Bo', 'ada', 'chen']);
  expect(again).toMatchObject({ exitCode: 0, counts: { rows: 3, created: 1, skipped: 2 } });
  expect(again.stderr).toContain(
    `Warning: 2 rows count as existing records: run ${run} created them, but the service does not list them. ` +
      `If they were deleted since, delete ${path} and import the file again.`,
  );
  expect(created()).toEqual(['ada@example.org', 'bo@example.org', 'chen@example.org']);
});

it('refuses them if existing records are an error, and updates them if that is wanted', async () => {
  const { importSpeakers, created, journal } = await start();
  await importSpeakers(['ada']);
  const { run } = journal();
  expect(await importSpeakers(['ada'], '--on-conflict', 'fail')).toMatchObject({ exitCode: 6 });
  const updated = await importSpeakers(['ada'], '--on-conflict', 'update');
  expect(updated).toMatchObject({ exitCode: 0, counts: { created: 0, updated: 1, skipped: 0 } });
  expect(updated.stderr).toContain(`run ${run} created it`);
  expect(created()).toEqual(['ada@example.org']);
});

it.each([
  ['its journal is deleted', (path: string) => rmSync(path)],
  ['an hour has passed', (path: string) => utimesSync(path, hourAgo(), hourAgo())],
])('creates them again once %s', async (_, forget) => {
  const { importSpeakers, created, journal } = await start();
  await importSpeakers(['ada']);
  forget(journal().path);
  expect(await importSpeakers(['ada'])).toMatchObject({ exitCode: 0, counts: { created: 1 } });
  expect(created()).toEqual(['ada@example.org', 'ada@example.org']);
});

it('saves no address in the journal', async () => {
  const { importSpeakers, journal } = await start();
  await importSpeakers(['ada']);
  const text = readFileSync(journal().path, 'utf8');
  expect(text).toMatch(/"did":"created","id":"rec_2","key":"[\w-]{16}"/);
  expect(text).not.toContain('ada@');
});

function hourAgo(): Date {
  return new Date(Date.now() - 60 * 60 * 1000);
}
