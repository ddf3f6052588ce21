// Imports that end early: what is left on disk, and how the next run resumes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importText, stateFolder } from '../../test/support/import-trial.ts';
import { type ServiceScript, simulateService } from '../../test/support/simulated-service.ts';
import { JournalError } from '../errors.ts';
import { openRuns, type RunFolder, type Runs } from '../runs/folder.ts';
import { readHistory } from '../runs/history.ts';
import type { Journal } from '../runs/journal.ts';

const three = 'Title,Email\nA,a@example.org\nB,a@example.org\nC,a@example.org\n';

describe('an import', () => {
  it('that a signal stops before it sends anything leaves nothing behind', async () => {
    for (const moment of ['reading', 'looking', 'asking'] as const) {
      const stop = new AbortController();
      const { state, options } = await trial({ signal: stop.signal });
      if (moment === 'reading') stop.abort('SIGINT');
      const run = importText('submissions', three, options.session.client, {
        ...options,
        client: async () => {
          if (moment === 'looking') stop.abort('SIGINT');
          return options.session.client;
        },
        review: async () => {
          if (moment === 'asking') stop.abort('SIGINT');
          return true;
        },
      });
      await expect(run).rejects.toBe('SIGINT');
      expect([moment, runFolders(state), options.session.sent.size]).toEqual([moment, [], 0]);
    }
  });

  it('that is declined, or of an invalid file, leaves nothing behind', async () => {
    const { state, options } = await trial({});
    const { client } = options.session;
    await importText('submissions', three, client, { ...options, review: async () => false });
    await importText('submissions', three, client, { ...options, dryRun: true });
    await expect(importText('submissions', 'Title,Email\n,x\n', client, options)).rejects.toThrow(
      '1 of 1 row is invalid',
    );
    await expect(
      importText('submissions', 'Title,Email\n"a,x\n', client, options),
    ).rejects.toThrow();
    expect(runFolders(state)).toEqual([]);
  });

  it('that is done leaves its journal and no rows', async () => {
    const { state, options, service } = await trial({});
    const { report } = await importText('submissions', three, options.session.client, options);
    expect(report.counts).toMatchObject({ rows: 3, created: 3 });
    expect(runFolders(state)).toEqual([report.run]);
    expect(readdirSync(join(state, report.run ?? ''))).toEqual(['journal.ndjson']);
    const history = await readHistory(options.runs.folder(report.run ?? ''));
    expect([...history.rows.values()].map(({ id }) => id).sort()).toEqual(
      service.records.map(({ id }) => id),
    );
  });
});

it('an import that takes long still waits for a creation that it lost in the end', async () => {
  const step = { outcome: 'done', waits: 0, takes: 5000, turns: 0 } as const;
  const { options } = await trial({
    requests: [step, step, { ...step, outcome: 'lost', takes: 500 }],
  });
  const { report } = await importText('submissions', three, options.session.client, {
    ...options,
    workers: 1,
  });
  expect(report.counts).toMatchObject({ created: 3, unknown: 0 });
});

it('a signal ends the wait for a creation that was lost', async () => {
  const stop = new AbortController();
  const lost = { outcome: 'lost', waits: 0, takes: 500, turns: 0 } as const;
  const { options, service } = await trial({ signal: stop.signal, requests: [lost] });
  const onWait = async () => stop.abort('SIGINT');
  const end = await importText('submissions', three, options.session.client, {
    ...options,
    onWait,
  });
  expect(end).toMatchObject({
    stoppedBy: 'SIGINT',
    report: { counts: { created: 0, pending: 2, unknown: 1 } },
  });
  // It takes effect when somebody waits.
  expect(service.records).toHaveLength(0);
});

it('an import whose journal fails stops, and is resumed once there is space', async () => {
  const { state, options, service } = await trial({});
  const many = `Title,Email\n${Array.from({ length: 60 }, (_, at) => `T${at},a@example.org\n`).join('')}`;
  let intents = 0;
  const runs = withJournal(options.runs, ({ recordIntent }) => ({
    async recordIntent(rows, verb) {
      if (++intents > 2) throw new JournalError('the disk is full');
      await recordIntent(rows, verb);
    },
  }));
  const { report, stoppedBy, canResume } = await importText(
    'submissions',
    many,
    options.session.client,
    {
      ...options,
      runs,
    },
  );
  expect(stoppedBy).toBeInstanceOf(JournalError);
  // The first row is sent alone, before the first block.
  expect(report.counts).toMatchObject({ created: 9, pending: 51, unknown: 0 });
  expect(canResume).toBe(true);

  const again = await importText('submissions', many, options.session.client, options);
  expect(again.report).toMatchObject({ run: report.run, counts: { rows: 60, created: 60 } });
  expect(service.records).toHaveLength(60);
  expect(runFolders(state)).toEqual([report.run]);
});

it('an import whose journal cannot be written to its end is resumed with its rows', async () => {
  const { options } = await trial({});
  const runs = withJournal(options.runs, ({ close }) => ({
    recordEnd() {},
    async close() {
      await close();
      throw new JournalError('the disk is full');
    },
  }));
  const { report, ...end } = await importText('submissions', three, options.session.client, {
    ...options,
    runs,
  });
  expect(end).toMatchObject({ stoppedBy: expect.any(JournalError), canResume: true });
  const again = await importText('submissions', three, options.session.client, options);
  expect(again.report).toMatchObject({ run: report.run, counts: { created: 3 } });
});

it('an import whose results cannot be written is resumed, and writes them', async () => {
  const { options } = await trial({});
  const results = async () => {
    throw new JournalError('the disk is full');
  };
  const { report, ...end } = await importText('submissions', three, options.session.client, {
    ...options,
    results,
  });
  expect(end).toMatchObject({ stoppedBy: expect.any(JournalError), canResume: true });
  const again = await importText('submissions', three, options.session.client, options);
  expect(again).toMatchObject({
    report: { run: report.run },
    results: expect.stringContaining('created'),
  });
});

it.each([
  [
    'into another service',
    { baseUrl: 'http://127.0.0.2' },
    { what: 'base_url', was: 'http://127.0.0.1' },
  ],
  ['with other options', { submitterEmail: 'bo@example.org' }, { what: 'options' }],
])('an import %s does not resume one that was stopped', async (_, other, difference) => {
  const { options } = await trial({
    requests: [{ outcome: 'forbidden', waits: 0, takes: 0, turns: 0 }],
  });
  const { report } = await importText('submissions', three, options.session.client, {
    ...options,
    workers: 1,
  });
  const notices: unknown[] = [];
  const onNotice = async (notice: unknown) => void notices.push(notice);
  await importText('submissions', three, options.session.client, {
    ...options,
    ...other,
    dryRun: true,
    onNotice,
  });
  expect(notices).toEqual([{ kind: 'unfinished_run', run: report.run, difference }]);
});

it('an import stops after three rows that the service did not accept', async () => {
  const requests = Array.from(
    { length: 9 },
    () => ({ outcome: 'unsent', waits: 0, takes: 0, turns: 0 }) as const,
  );
  const { options } = await trial({ requests });
  const many = `Title,Email\n${Array.from({ length: 9 }, (_, at) => `T${at},a@example.org\n`).join('')}`;
  const end = await importText('submissions', many, options.session.client, {
    ...options,
    workers: 1,
  });
  expect(end).toMatchObject({
    stoppedBy: { status: 429 },
    canResume: true,
    report: { counts: { pending: 9 } },
  });
  // The first one was sent twice.
  expect(options.session.sent.size).toBe(2);
});

async function trial({
  signal,
  ...script
}: Partial<ServiceScript> & { readonly signal?: AbortSignal }) {
  const state = await stateFolder();
  const service = simulateService({ requests: [], lists: [], sleeps: [], ...script });
  const session = service.open(() => undefined);
  const runs = openRuns(state, service.now);
  return { state, service, options: { session, runs, clock: session.clock, lateMs: 1000, signal } };
}

function runFolders(state: string): readonly string[] {
  return readdirSync(state).filter((name) => !name.endsWith('.lock'));
}

/** Runs whose new journals have other methods. */
function withJournal(runs: Runs, change: (journal: Journal) => Partial<Journal>): Runs {
  const changed = (folder: RunFolder): RunFolder => ({
    ...folder,
    async begin(header, rows) {
      const journal = await folder.begin(header, rows);
      return { ...journal, ...change(journal) };
    },
  });
  return { ...runs, create: () => changed(runs.create()) };
}
