// A database file that is deleted or replaced while it is served.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../../../test/support/loopback-service.ts';

let service: LoopbackService;
const lines: string[] = [];
const speakers = '/v1/events/conf/speakers';
const log = { write: (text: string) => lines.push(...text.trimEnd().split('\n')) };

beforeEach(async () => {
  lines.length = 0;
  service = await startLoopbackService({ log, patienceMs: 3000 });
});
afterEach(() => service.stop());

function replace(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

const create = (name: string) => service.call('POST', speakers, { email: `${name}@example.org` });
const statusOf = async (path: string) => (await service.call('GET', path)).status;
const totalOf = async () => (await service.call('GET', speakers)).body.pagination.totalResults;

describe('a database file that is no longer at its path', () => {
  it.each([
    ['deleted', () => rmSync(service.path)],
    ['replaced', () => replace(service.path)],
  ])('refuses writes when it was %s, and logs it', async (_, change) => {
    expect(await create('before')).toMatchObject({ status: 201 });
    expect(await statusOf('/readyz')).toBe(200);
    change();
    const { status, headers, body } = await create('after');
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '60',
      { detail: 'The service cannot store anything right now' },
    ]);
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    // Nothing of it has been stored.
    expect(await totalOf()).toBe(1);
    await expect.poll(() => lines.find((line) => line.includes('"level":"error"'))).toContain('deleted or replaced');
  });

  it('accepts writes again when it is back', async () => {
    renameSync(service.path, `${service.path}.away`);
    expect(await create('lost')).toMatchObject({ status: 503 });
    renameSync(`${service.path}.away`, service.path);
    expect(await create('lost')).toMatchObject({ status: 201 });
    expect(await totalOf()).toBe(1);
  });

  it('leaves the files of its successor alone when it closes', async () => {
    renameSync(service.path, `${service.path}.away`);
    copyFileSync(`${service.path}.away`, service.path);
    const log = `${service.path}-wal`;
    const before = existsSync(log) && readFileSync(log).length;
    await service.store.close();
    expect(existsSync(log) && statSync(log).size).toBe(before);
  });
});
