// Commands that create records in a service that does not know idempotency keys, while another machine creates them too.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { errorOf, plenary } from './support/program.ts';
import { type AnyServer, startServer } from './support/servers/server.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return folder.file(name);
}

const envFor = (server: AnyServer) => ({
  ...{ PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'token', PLENARY_EVENT: 'devconf', PLENARY_TIMEZONE: 'UTC' },
  ...{ PLENARY_STATE_DIR: folder.file('state'), PLENARY_CONFIG_DIR: folder.file('config') },
});

it.each<readonly [string, (env: ReturnType<typeof envFor>) => Promise<readonly string[]>]>([
  ['an import', async () => ['speakers', 'import', write('people.csv', 'email', 'ada@example.org')]],
  [
    'a program',
    async (env) => {
      const program = folder.file('program');
      expect(await plenary(['program', 'pull', program, '--private-columns'], { env })).toMatchObject({ exitCode: 0 });
      const [header = ''] = readFileSync(`${program}/speakers.csv`, 'utf8').split('\n');
      const cells = header.split(',').map((column) => (column === 'email' ? 'ada@example.org' : ''));
      write('program/speakers.csv', header, cells.join(','));
      return ['program', 'apply', program, '--create'];
    },
  ],
])('%s names the row with two records', async (_, prepare) => {
  const server = await startServer(
    {
      name: 'the other machine creates each record first',
      write({ method, commit }) {
        if (method === 'POST') commit();
        return commit();
      },
    },
    { speakers: [], submissions: [] },
  );
  onTestFinished(() => server.close());
  const env = envFor(server);
  const result = await plenary([...(await prepare(env)), '--yes', '--json'], { env });
  expect([result.exitCode, errorOf(result)]).toMatchObject([
    9,
    {
      code: 'partly_done',
      details: [{ row: 1, line: 2, code: 'duplicate_record', message: expect.stringContaining('remove all but one') }],
    },
  ]);
});
