// Saved runs with any byte flipped or cut off: they are listed, summed up and resumed, or refused
// with a clear error.
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { importText, stateFolder } from '../../test/support/import-trial.ts';
import { simulateService } from '../../test/support/simulated-service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { JournalError, PlenaryError } from '../errors.ts';
import { openRuns, type Runs } from '../runs/folder.ts';
import { readHistory, tally } from '../runs/history.ts';
import { readImportHeader, savedRun } from './header.ts';

const runsIn = (state: string) => openRuns(state, () => Date.now());
const file = `Title,Email\n${Array.from({ length: 12 }, (_, at) => `Talk ${at + 1},ada@example.org\n`).join('')}`;

it('reports damage by file and line, or ignores an incomplete end', async () => {
  const saved = await interruptedRun();
  const damage = fc.record({
    file: fc.constantFrom('journal.ndjson', 'rows.ndjson'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    /** Which bits to flip; 0 cuts the file off there. */
    bits: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 255 })),
  });
  const trial = temporaryFolder();
  onTestFinished(trial.remove);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, at, bits }) => {
      const state = trial.file(String(++number));
      cpSync(saved.state, state, { recursive: true });
      const path = join(state, saved.run, file);
      const bytes = readFileSync(path);
      const offset = Math.floor(at * bytes.length);
      if (bits === 0) truncateSync(path, offset);
      else {
        bytes[offset] = (bytes[offset] ?? 0) ^ bits;
        writeFileSync(path, bytes);
      }
      await lookAtAndResume(runsIn(state), saved.run);
    }),
    { numRuns: 75, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  );
});

it.each([
  ['a line that is null', 'null', /journal\.ndjson:2: the entry is damaged$/],
  ['a line that is not JSON', '{"sending":', /journal\.ndjson:2: not JSON; the file is damaged$/],
])('refuses to resume after %s, and imports another file', async (_, line, message) => {
  const { state, run, service } = await interruptedRun();
  const path = join(state, run, 'journal.ndjson');
  const [first, , ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [first, line, ...rest].join('\n'));
  const error = await resume(runsIn(state), run).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(JournalError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
  const { client } = service.open(() => undefined);
  const { report } = await importText(
    'submissions',
    'Title,Email\nMaps,ada@example.org\n',
    client,
    { state },
  );
  expect(report.counts).toMatchObject({ created: 1 });
});

it('does not resume from saved rows if one is damaged, and the same command begins anew', async () => {
  const { state, run, service } = await interruptedRun();
  const path = join(state, run, 'rows.ndjson');
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').with(4, '[5').join('\n'));
  const runs = runsIn(state);
  await expect(resume(runs, run)).rejects.toMatchObject({
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
async function lookAtAndResume(runs: Runs, run: string): Promise<void> {
  await runs.list();
  await runs.damaged();
  await expectedErrors(async () => {
    await runs.find(run);
    tally(await readHistory(runs.folder(run)));
  });
  await expectedErrors(() => resume(runs, run));
}

async function resume(runs: Runs, run: string): Promise<void> {
  const { header } = await runs.find(run);
  const imported = readImportHeader(header);
  if (imported === undefined) throw new JournalError('not an import');
  const { client, clock } = simulateService({ requests: [], lists: [], sleeps: [] }).open(
    () => undefined,
  );
  const { encoding: _, ...options } = imported.options;
  const source = savedRun(imported);
  await importText('submissions', '', client, {
    runs,
    clock,
    source,
    ...options,
    skipInvalid: true,
  });
}

async function expectedErrors(act: () => Promise<void>): Promise<void> {
  const error = await act().catch((reason: unknown) => reason);
  if (error !== undefined && !(error instanceof PlenaryError)) throw error;
}
