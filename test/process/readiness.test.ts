// `/readyz` beside real writes: 503 in time while they fail, 200 as soon as they succeed.

import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServiceOn } from '../support/database-service.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { removePostgres, startPostgres } from '../support/postgres.ts';
import { requireAbsentStandby, requireNoStandby } from '../support/postgres-standbys.ts';
import { hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** As docs/service.md promises it: how late readiness is, and how long a write has no outcome. */
const promisedMs = 5000;
const promisedOfWriteMs = 15_000;

describe.skipIf(!hasPostgres)('a service on a server', () => {
  const { folder, server } = ownPostgres();
  let databases = 0;

  async function stage(on = server, role = 'postgres') {
    const name = `ready_${databases++}`;
    await on.createDatabase(name);
    // As docs/service.md shows it.
    await on.query(
      `ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
      name,
    );
    const data = on.address(name);
    const service = await startServiceOn(data, data.replace('user=postgres', `user=${role}`));
    onTestFinished(service.stop);
    expect([await service.isReady(), await service.create('before')]).toEqual([true, 201]);
    return { name, ...service };
  }

  it('without its standby is not ready, and leaves few connections waiting', async () => {
    const service = await stage();
    onTestFinished(() => requireNoStandby(server));
    const names = Array.from({ length: 30 }, (_, n) => `speaker-${n}`);
    expect(await Promise.all(names.map((name) => service.create(name)))).toEqual(
      names.map(() => 201),
    );
    const ref = { organizationId: service.organizationId, eventId: 'conf' };
    const listed = await service.store.listSpeakers(ref, { page: 1, pageSize: 30 });
    await requireAbsentStandby(server);
    await expectUnready(service);
    const changes: Promise<unknown>[] = [];
    // Each of these could be another commit that waits.
    for (const { id } of listed?.records ?? []) {
      changes.push(service.store.speakers.update({ ...ref, id }, { title: 'Changed' }));
      await Promise.race([delay(300), ...changes.slice(-1)]).catch(() => undefined);
    }
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await service.list()).toBe(200);
    const waiting = await server.query(`SELECT pid FROM pg_stat_activity
      WHERE datname = '${service.name}' AND wait_event = 'SyncRep'`);
    expect(waiting.length).toBeLessThanOrEqual(5);
    await requireNoStandby(server);
    await expectReady(service);
  });

  it.each(['speakers', 'submissions', 'tokens', 'organizations'])(
    'whose %s are locked is not ready',
    async (table) => {
      const service = await stage();
      const lock = await server.lock(table, service.name);
      expect(await lateness(service, false)).toBeLessThan(promisedMs);
      await lock.release();
      await expectReady(service);
    },
  );

  it('that may not insert is not ready', async () => {
    await server.query('CREATE ROLE plenary LOGIN');
    const service = await stage(server, 'plenary');
    const { name, lines } = service;
    await server.query('REVOKE INSERT ON speakers FROM plenary', name);
    await expectUnready(service);
    expect(lines.join('')).toContain('permission denied for table speakers');
    await server.query('GRANT INSERT ON speakers TO plenary', name);
    await expectReady(service);
  });

  it('whose disk is full is not ready', async ({ skip }) => {
    const disk = folder.file('disk');
    if (!mountSmallDisk(disk)) skip('no disk can be mounted here');
    const small = await startPostgres(`${disk}/server`);
    onTestFinished(async () => {
      await removePostgres(small.folder);
      unmount(disk);
    });
    await expectUnreadyWhileFull(disk, await stage(small));
  });
});

it('a service on a file is not ready while its disk is full', async ({ skip }) => {
  const folder = temporaryFolder();
  const disk = folder.file('disk');
  onTestFinished(folder.remove);
  if (!mountSmallDisk(disk)) skip('no disk can be mounted here');
  onTestFinished(() => unmount(disk));
  const service = await startServiceOn(`${disk}/plenary.db`);
  onTestFinished(service.stop);
  await expectUnreadyWhileFull(disk, service);
});

type Service = Awaited<ReturnType<typeof startServiceOn>>;

/** Reads it all the time. @returns how long that was not the same, in milliseconds */
async function lateness(service: Service, isReady: boolean): Promise<number> {
  const begun = performance.now();
  while ((await service.isReady()) !== isReady);
  return performance.now() - begun;
}

async function expectUnready(service: Service): Promise<void> {
  expect(await lateness(service, false)).toBeLessThan(promisedMs);
  // More than what fits into the space that its table has.
  const about = randomBytes(50_000).toString('hex');
  const begun = performance.now();
  expect(await service.create('refused', { about })).not.toBe(201);
  expect(performance.now() - begun).toBeLessThan(promisedOfWriteMs);
}

async function expectReady(service: Service): Promise<void> {
  expect(await lateness(service, true)).toBeLessThan(promisedMs);
  expect(await service.create('after')).toBe(201);
}

async function expectUnreadyWhileFull(disk: string, service: Service): Promise<void> {
  fill(`${disk}/filler`);
  await expectUnready(service);
  expect(service.lines.join('')).toContain('the disk is full');
  rmSync(`${disk}/filler`);
  await expectReady(service);
}

/** A disk in memory, with room for little more than an empty server. */
function mountSmallDisk(folder: string): boolean {
  mkdirSync(folder);
  const mount = ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder];
  return spawnSync('/bin/mount', mount).status === 0;
}

/** As soon as nothing uses it: SQLite has its file open until the garbage is collected. */
function unmount(folder: string): void {
  execFileSync('/bin/umount', ['--lazy', folder]);
}

/** Until there is no space for another kilobyte. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (const size of [2 ** 20, 2 ** 10]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // It is full.
    }
  }
  closeSync(file);
}
