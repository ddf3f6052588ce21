// `plenary service migrate`: one user owns the tables, and the service runs as another one, who may only use them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../src/service/store/sqlite/migrations.ts';
import { createAccount, startServiceProcess } from './support/postgres-stage.ts';
import { plenary } from './support/program.ts';
import { emptyPostgresDatabase, hasPostgres, type TestDatabaseOnPostgres } from './support/shared-postgres.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

it('creates a database file that has no organization yet', async () => {
  const folder = temporaryFolder();
  const path = folder.file('plenary.db');
  const { exitCode, stdout } = await plenary(['service', 'migrate', '--data', path, '--json', '--quiet']);
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { database: path, schema: migrations.length }]);
  const { stderr } = await plenary(['service', 'token', 'issue', '--data', path, '--name', 'CI']);
  expect(stderr).toContain('there is no organization yet');
  folder.remove();
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let database: TestDatabaseOnPostgres;
  const role = `service_${process.pid}`;
  const as = (user: string) => ({ env: { PLENARY_DATA: database.address.replace('user=postgres', `user=${user}`) } });

  beforeEach(async () => {
    database = await emptyPostgresDatabase();
    await database.query(`CREATE ROLE ${role} LOGIN`);
  });
  afterEach(async () => {
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.remove();
  });

  it('creates the tables for a service whose user may not', async () => {
    const refused = await plenary(['serve', '--port', '0'], as(role));
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/has no tables of Plenary, and this user may not change that: permission denied/);
    expect(refused.stderr).toContain('plenary service migrate --data postgres://OWNER@HOST/DATABASE');

    expect((await plenary(['service', 'migrate'], as('postgres'))).exitCode).toBe(0);
    await database.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    const { env } = as(role);
    const { token } = await createAccount(env.PLENARY_DATA);
    const service = await startServiceProcess(env.PLENARY_DATA);
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const speakers = `${service.url}/v1/events/conf/speakers`;
    const create = await fetch(speakers, { method: 'POST', headers, body: '{"email":"ada@example.org"}' });
    const { id }: { id: string } = JSON.parse(await create.text());
    const body = '{"email":"ada@example.com"}';
    const statuses = [
      create.status,
      (await fetch(`${service.url}/v1/speakers/${id}`, { method: 'PATCH', headers, body })).status,
      (await fetch(speakers, { headers })).status,
      (await fetch(`${service.url}/readyz`)).status,
    ];
    await service.kill('SIGTERM');
    expect(statuses).toEqual([201, 200, 200, 200]);
  });
});
