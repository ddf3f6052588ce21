// Folders of runs: what is listed, resumed, removed and left behind.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runHeader } from '../../test/support/run-header.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { systemClock } from '../client/clock.ts';
import { BusyError, JournalError, NotFoundError } from '../errors.ts';
import type { ImportHeader } from '../import/header.ts';
import { openRuns, type RunFolder, type Runs } from './folder.ts';
import { takeLock } from './lock.ts';

const now = Date.UTC(2026, 4, 2, 9, 5, 7, 89);
const day = 24 * 60 * 60 * 1000;

describe('runs', () => {
  it('are named by their time, in folders accessible to their owner only', async () => {
    const { runs, directory } = open();
    const { run, journalPath, rowsPath } = await begin(runs);
    expect(run).toMatch(/^20260502-090507-[\da-f]{8}$/);
    expect([journalPath, rowsPath]).toEqual([
      join(directory, run, 'journal.ndjson'),
      join(directory, run, 'rows.ndjson'),
    ]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, run)).mode & 0o777).toBe(0o700);
  });

  it('are listed with their end, the oldest first; other files are ignored', async () => {
    const { runs, directory } = open();
    expect(await runs.list()).toEqual([]);
    const line = (run: string) => `${JSON.stringify(headerOf(run))}\n`;
    const ended = '{"ended":"2026-05-02T09:06:00.000Z","counts":{"rows":1}}';
    put(
      directory,
      '20260502-090507-00000002',
      `${line('20260502-090507-00000002')}{"row":1,"did":"created"}\n`,
    );
    put(directory, '20260501-090507-00000001', `${line('20260501-090507-00000001')}${ended}\n`);
    put(
      directory,
      '20260503-090507-00000003',
      `${line('20260503-090507-00000003')}${ended.slice(0, -5)}`,
    );
    put(directory, '20260504-090507-00000004', `${line('20260504-090507-00000004').slice(0, -9)}`);
    put(directory, '20260504-090507-00000005', '{"journal":2}\n');
    put(directory, 'something-else', line('something-else'));
    mkdirSync(join(directory, '20260504-090507-00000006'));
    expect(await runs.list()).toEqual([
      {
        header: headerOf('20260501-090507-00000001'),
        ended: { at: '2026-05-02T09:06:00.000Z', counts: { rows: 1 } },
      },
      { header: headerOf('20260502-090507-00000002'), ended: undefined },
      { header: headerOf('20260503-090507-00000003'), ended: undefined },
    ]);
    expect(await runs.find('20260502-090507-00000002')).toMatchObject({ ended: undefined });
    await expect(runs.find('20260504-090507-00000004')).rejects.toThrow(NotFoundError);
    await expect(runs.find('20260504-090507-00000005')).rejects.toThrow(JournalError);
  });

  it('are found by their names, not by paths', async () => {
    const { runs, directory } = open();
    const run = '20260502-090507-00000002';
    put(join(directory, '..', 'elsewhere'), run, `${JSON.stringify(headerOf(run))}\n`);
    put(directory, 'notes', `${JSON.stringify(headerOf('notes'))}\n`);
    mkdirSync(join(directory, '20260502-090507-00000001'));
    for (const name of [
      `../elsewhere/${run}`,
      join(directory, '..', 'elsewhere', run),
      'notes',
      '..',
      '.',
      '',
    ]) {
      await expect(runs.find(name)).rejects.toThrow(NotFoundError);
    }
  });

  it('are locked by kind, event and service until they are released', () => {
    const { runs, directory } = open();
    const target = { resource: 'speakers', event: 'conf', baseUrl: 'https://example.org' };
    const others = [
      { resource: 'sessions' },
      { event: 'other' },
      { baseUrl: 'https://example.com' },
    ];
    const locks = [{}, ...others].map((other) => runs.lock({ ...target, ...other }));
    expect(() => runs.lock(target)).toThrow(BusyError);
    for (const lock of locks) lock.release();
    runs.lock(target).release();
    expect(() =>
      takeLock(join(directory, 'missing', 'x.lock'), { what: 'another import' }),
    ).toThrow(JournalError);
  });

  it('are read again until they have ended', async () => {
    const { runs, directory } = open();
    const [run, line] = [
      '20260502-090507-00000002',
      `${JSON.stringify(headerOf('20260502-090507-00000002'))}\n`,
    ];
    put(directory, run, line);
    expect(await runs.list()).toMatchObject([{ ended: undefined }]);
    writeFileSync(
      runs.folder(run).journalPath,
      `${line}{"ended":"2026-05-02T09:06:00.000Z","counts":{"rows":1}}\n`,
    );
    const ended = [{ ended: { counts: { rows: 1 } } }];
    expect(await runs.list()).toMatchObject(ended);
    writeFileSync(runs.folder(run).journalPath, '');
    expect(await runs.list()).toMatchObject(ended);
    rmSync(join(directory, run), { recursive: true });
    expect(await runs.list()).toEqual([]);
  });

  it('are not listed from a copy of another run', async () => {
    const { runs, directory } = open();
    put(
      directory,
      '20260502-090507-00000002',
      `${JSON.stringify(headerOf('20260501-090507-00000001'))}\n`,
    );
    expect(await runs.list()).toEqual([]);
    expect(await runs.damaged()).toMatchObject([
      { message: expect.stringContaining('20260501-090507-00000001') },
    ]);
  });

  it('leave no folder if they cannot be saved, and no rows once they have ended', async () => {
    const { runs, directory } = open();
    const unsaved = runs.create();
    const rows = {
      [Symbol.iterator]: () => {
        throw new RangeError('no row');
      },
    };
    await expect(unsaved.begin(newRun(), rows)).rejects.toThrow(JournalError);
    expect(readdirSync(directory)).toEqual([]);

    const folder = await begin(runs);
    expect(readdirSync(join(directory, folder.run)).sort()).toEqual([
      'journal.ndjson',
      'rows.ndjson',
    ]);
    await folder.removeRows();
    expect(readdirSync(join(directory, folder.run))).toEqual(['journal.ndjson']);
  });

  it('that are replaced have ended, and were last touched when they last sent', async () => {
    const { runs } = open();
    const folder = await begin(runs);
    const touched = new Date(Date.UTC(2026, 4, 2, 9));
    utimesSync(folder.journalPath, touched, touched);
    await folder.supersede({ created: 1 });
    expect(await folder.untouchedMs()).toBe(now - touched.getTime());
    expect(await runs.list()).toMatchObject([
      { ended: { at: '2026-05-02T09:05:07.089Z', counts: { created: 1 } } },
    ]);
  });

  it('are removed after thirty days; without a journal, after one', async () => {
    const { runs, directory } = open();
    const kept = [
      aged(directory, 'journal.ndjson', '20260101-000000-00000001', 30 * day - 1000),
      aged(directory, 'rows.ndjson', '20260101-000000-00000002', day - 1000),
      aged(directory, undefined, '20260101-000000-00000003', day - 1000),
      aged(directory, 'journal.ndjson', 'notes', 300 * day),
    ];
    aged(directory, 'journal.ndjson', '20260101-000000-00000004', 30 * day + 1000);
    aged(directory, 'rows.ndjson', '20260101-000000-00000005', day + 1000);
    aged(directory, undefined, '20260101-000000-00000006', day + 1000);
    const { run } = await begin(runs);
    expect(readdirSync(directory).sort()).toEqual([...kept, run].sort());
  });
});

function open(): { readonly runs: Runs; readonly directory: string } {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const directory = folder.file('imports');
  return { runs: openRuns(directory, { ...systemClock, date: () => now }), directory };
}

async function begin(runs: Runs): Promise<RunFolder> {
  const folder = runs.create();
  const journal = await folder.begin(newRun(), []);
  await journal.close();
  return folder;
}

/** A header that is not saved yet. */
function newRun() {
  const { journal: _, run: _run, startedAt: _startedAt, ...header } = headerOf('');
  return header;
}

function headerOf(run: string): ImportHeader {
  return {
    ...runHeader,
    // Its lines have no checks, so that they can be written here.
    journal: 1,
    run,
    columns: ['Email'],
    delimiter: ',',
    options: { map: ['Email=email'], empty: 'keep', encoding: null },
  };
}

function put(directory: string, run: string, journal: string): void {
  mkdirSync(join(directory, run), { recursive: true });
  writeFileSync(join(directory, run, 'journal.ndjson'), journal);
}

/** A run's folder that was last touched so long ago. */
function aged(directory: string, file: string | undefined, run: string, ms: number): string {
  const path = join(directory, run);
  mkdirSync(path, { recursive: true });
  const touched = new Date(now - ms);
  if (file !== undefined) {
    writeFileSync(join(path, file), '');
    utimesSync(join(path, file), touched, touched);
  }
  utimesSync(path, touched, touched);
  return run;
}
