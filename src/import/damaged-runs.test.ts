// Saved runs with any byte flipped or cut off: they are listed, summed up and resumed, or refused
// with a clear error.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importText, stateFolder } from '../../test/support/import-trial.ts';
import { simulateService } from '../../test/support/simulated-service.ts';
import { JournalError, PlenaryError } from '../errors.ts';
import { openRuns, type Runs } from '../runs/folder.ts';
import { readHistory, tally } from '../runs/history.ts';
import { readImportHeader, savedRun } from './header.ts';

const runsIn = (state: string) => openRuns(state, () => Date.now());
const file = `Title,Email\n${Array.from({ length: 12 }, (_, at) => `Talk ${at + 1},ada@example.org\n`).join('')}`;

it('reads or reports a run however a byte of it is damaged, and creates nothing twice', async () => {
  const damage = fc.record({
    file: fc.constantFrom('journal.ndjson', 'rows.ndjson'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    /** Which bits to flip; 0 cuts the file off there. */
    bits: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 255 })),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, at, bits }) => {
      const { state, run, service } = await interruptedRun();
      const path = join(state, run, file);
      const bytes = readFileSync(path);
      const offset = Math.floor(at * bytes.length);
      if (bits === 0) truncateSync(path, offset);
      else {
        bytes[offset] = (bytes[offset] ?? 0) ^ bits;
        writeFileSync(path, bytes);
      }
      await lookAtAndResume(runsIn(state), run, service);
      const titles = service.records.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }),
    { numRuns: 75, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  );
});

it.each([
  ['null', () => 'null'],
  ['not JSON', () => '{"sending":'],
  ['a value that was changed', (line: string) => line.replace('created', 'skipped')],
  ['the outcome of another row', (line: string) => line.replace('"row":2', '"row":3')],
])('names the damaged outcome of a row that is looked up: %s', async (_, change) => {
  const { state, run, service } = await interruptedRun();
  const path = join(state, run, 'journal.ndjson');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"row":2,"did":"created"'));
  writeFileSync(path, lines.with(at, change(lines[at] ?? '')).join('\n'));
  const notices = await resume(runsIn(state), run, service);
  expect(notices).toContainEqual({ kind: 'damaged_lines', lines: [at + 1], journal: path });
  const titles = service.records.map(({ title }) => title);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  expect(titles).toHaveLength(12);
});

it('does not send a row again whose damaged line may have had its outcome', async () => {
  const { state, run } = await interruptedRun();
  const path = join(state, run, 'journal.ndjson');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"row":2,"did":"created"'));
  writeFileSync(path, lines.with(at, '').join('\n'));
  // Somebody has deleted its record: this service has none.
  const others = simulateService({ requests: [], lists: [], sleeps: [] });
  await resume(runsIn(state), run, others);
  expect(others.records.map(({ title }) => title)).not.toContain('Talk 2');
  const [{ ended } = {}] = await runsIn(state).list();
  expect(ended).toBeUndefined();
});

it('does not resume from saved rows if one is damaged, and the same command begins anew', async () => {
  const { state, run, service } = await interruptedRun();
  const path = join(state, run, 'rows.ndjson');
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').with(4, '[5').join('\n'));
  const runs = runsIn(state);
  await expect(resume(runs, run, service)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^the saved rows of run \S+, or its header, are damaged: .*rows.ndjson$/,
    ),
    fix: 'run the original command again: it begins anew and looks up what exists',
  });
  const { client, clock } = service.open(() => undefined);
  const notices: unknown[] = [];
  const { report } = await importText('submissions', file, client, {
    runs,
    clock,
    lateMs: 1000,
    onNotice: async (notice) => void notices.push(notice),
    // A lost request may still take effect.
    onWait: async () => void notices.push('waits'),
  });
  expect(notices.slice(0, 2)).toEqual([{ kind: 'damaged_run', run }, 'waits']);
  expect(report.counts).toMatchObject({ rows: 12, created: 1, skipped: 11 });
  expect(service.records).toHaveLength(12);
  expect((await runs.list()).filter(({ ended }) => ended === undefined)).toEqual([]);
});

/**
 * An import that lost a response and was stopped, with rows that are in doubt, done and not sent.
 */
async function interruptedRun() {
  const state = await stateFolder();
  const lost = { outcome: 'lost', waits: 0, takes: 0, turns: 0 } as const;
  const forbidden = { ...lost, outcome: 'forbidden' } as const;
  const done = { ...lost, outcome: 'done' } as const;
  const service = simulateService({
    requests: [done, done, lost, done, forbidden],
    lists: ['done', 'failed'],
    sleeps: [],
  });
  const { client, clock } = service.open(() => undefined);
  const runs = runsIn(state);
  const options = { runs, clock, workers: 1 };
  const { report, canResume } = await importText('submissions', file, client, options);
  expect(canResume).toBe(true);
  return { state, service, run: report.run ?? '' };
}

/** Does what `runs list`, `runs show` and `runs resume` do. */
async function lookAtAndResume(runs: Runs, run: string, service: Service): Promise<void> {
  await runs.list();
  await runs.damaged();
  await expectedErrors(async () => {
    await runs.find(run);
    tally(await readHistory(runs.folder(run)));
  });
  await expectedErrors(() => resume(runs, run, service));
}

type Service = ReturnType<typeof simulateService>;

/** @returns its notices */
async function resume(runs: Runs, run: string, service: Service): Promise<readonly unknown[]> {
  const notices: unknown[] = [];
  const { header } = await runs.find(run);
  const imported = readImportHeader(header);
  if (imported === undefined) throw new JournalError('not an import');
  const { client, clock } = service.open(() => undefined);
  const { encoding: _, ...options } = imported.options;
  const source = savedRun(imported);
  await importText('submissions', '', client, {
    runs,
    clock,
    source,
    ...options,
    skipInvalid: true,
    onNotice: async (notice) => void notices.push(notice),
  });
  return notices;
}

async function expectedErrors(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
  }
}
