// The two scripts of PostgreSQL in examples/deploy, with real servers: the standby counts as soon as it follows, its copy never.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/service/store/open.ts';
import { type PostgresServer, postgresPrograms, removePostgres, startPostgres } from './support/postgres.ts';
import { freePort } from './support/postgres-pair.ts';
import { hasPostgres } from './support/shared-postgres.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const script = (name: string) => resolve(import.meta.dirname, '../examples/deploy', name);

describe.skipIf(!hasPostgres)('primary.sh and standby.sh', () => {
  const folder = temporaryFolder();
  let primary: PostgresServer;
  let path: string;

  beforeAll(async () => {
    chmodSync(folder.path, 0o755);
    primary = await startPostgres(folder.file('primary'), { port: await freePort() });
    await primary.createDatabase('plenary');
    // A copy that takes long enough to be watched.
    const programs = folder.file('bin');
    mkdirSync(programs);
    const slowly = `#!/bin/sh\nexec '${join(postgresPrograms ?? '', 'pg_basebackup')}' --max-rate=8M "$@"\n`;
    writeFileSync(join(programs, 'pg_basebackup'), slowly, { mode: 0o755 });
    path = [programs, postgresPrograms, process.env.PATH].join(delimiter);
  });
  afterAll(async () => {
    await removePostgres(folder.file('standby'));
    await removePostgres(primary.folder);
    folder.remove();
  });

  const replicas = () =>
    primary.query('SELECT application_name AS name, state, sync_state AS counts FROM pg_stat_replication');

  it('have each write on two disks before it is acknowledged', async () => {
    execFileSync('bash', [script('primary.sh')], {
      ...nobody,
      env: {
        PATH: path,
        PGHOST: primary.folder,
        PGPORT: String(primary.port),
        PGDATA: join(primary.folder, 'data'),
        POSTGRES_USER: 'postgres',
        POSTGRES_DB: 'plenary',
        DATABASE_PASSWORD: 'correct horse',
        REPLICATION_PASSWORD: 'battery staple',
      },
      stdio: 'pipe',
    });
    await primary.query('SELECT pg_reload_conf()');

    const data = join(folder.file('standby'), 'data');
    mkdirSync(folder.file('standby'));
    if (nobody.uid !== undefined) chownSync(folder.file('standby'), nobody.uid, nobody.gid);
    const own = ['-c', `port=${await freePort()}`, '-c', `unix_socket_directories=${folder.file('standby')}`];
    const standby = spawn('bash', [script('standby.sh'), ...own], {
      ...nobody,
      env: {
        PATH: path,
        PRIMARY: '127.0.0.1',
        PGPORT: String(primary.port),
        PGDATA: data,
        PGPASSWORD: 'battery staple',
      },
      stdio: 'ignore',
    });
    const seen = new Set<string>();
    for (let isFollowing = false; !isFollowing; await delay(50)) {
      expect(standby.exitCode).toBeNull();
      for (const { name, counts } of await replicas()) seen.add(`${name} ${counts}`);
      isFollowing = seen.has('standby quorum');
    }
    expect(seen).toContain('pg_basebackup async');
    expect([...seen].filter((each) => !each.endsWith(' async'))).toEqual(['standby quorum']);

    // As the service's own user, who is no superuser.
    const address = primary.address('plenary').replace('postgres@', 'plenary@');
    await (await openStore(address)).close();
    const roles = "SELECT rolsuper, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = 'plenary'";
    expect(await primary.query(roles)).toEqual([{ rolsuper: false, rolcreatedb: false, rolreplication: false }]);
  });
});
