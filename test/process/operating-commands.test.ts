// The commands of docs/service.md that create, dump and restore a PostgreSQL database, run as they
// are printed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  type PostgresServer,
  postgresPrograms,
  removePostgres,
  serverFolder,
  startPostgres,
} from '../support/postgres.ts';
import { audit, createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import { plenary } from '../support/program.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/service.md'), 'utf8');

/** The block of code that begins with a text. */
function block(language: string, beginning: string): string {
  const begin = text.indexOf(`\`\`\`${language}\n${beginning}`);
  if (begin < 0) throw new Error(`no block begins with ${beginning}`);
  return text.slice(text.indexOf('\n', begin) + 1, text.indexOf('\n```', begin));
}

describe.skipIf(!hasPostgres)('the documented commands', () => {
  const folder = serverFolder();
  let server: PostgresServer;
  let host: string;

  beforeAll(async () => {
    server = await startPostgres(folder.file('server'), { port: await freePort() });
    host = `127.0.0.1:${server.port}`;
    mkdirSync(folder.file('work'));
  });
  afterAll(async () => {
    await removePostgres(server.folder);
    folder.remove();
  });

  const here = (commands: string) => commands.replaceAll('db.example.org', host);
  const run = (program: string, args: readonly string[], input?: string) =>
    execFileSync(program, args, {
      cwd: folder.file('work'),
      env: { PATH: [postgresPrograms, process.env.PATH].join(delimiter) },
      input,
      encoding: 'utf8',
      stdio: 'pipe',
    });

  it('give the service a user of its own, and a dump that can be restored', async () => {
    const setUp = block('sql', 'CREATE ROLE plenary_owner');
    run('psql', ['--set=ON_ERROR_STOP=1', `postgres://postgres@${host}/postgres`], setUp);
    const [, name = '', value = '', command] =
      /^(\w+)=(\S+) plenary (.*)$/.exec(
        here(block('sh', 'PLENARY_DATA=postgres://plenary_owner@')),
      ) ?? [];
    expect(command).toBe('service init --name "My organization"');
    const init = await plenary(['service', 'init', '--name', 'My organization'], {
      env: { [name]: value },
    });
    expect(init.exitCode).toBe(0);

    const { organizationId } = await createAccount(`postgres://plenary@${host}/plenary`);
    run('bash', ['-e'], here(block('sh', 'pg_dump ')));
    const restored = `postgres://plenary@${host}/restored`;
    const service = await startServiceProcess(restored);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop('SIGTERM');
    expect(await audit(restored, organizationId, new Map())).toEqual({
      acknowledged: 0,
      lost: 0,
      duplicates: 0,
    });
  });
});
