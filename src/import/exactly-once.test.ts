// Imports that are killed, interrupted, refused and left without responses at any instant: in the
// end each record exists once.
import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ImportTextResult, importText, stateFolder } from '../../test/support/import-trial.ts';
import {
  outcomes,
  type RequestStep,
  type ServiceScript,
  simulateService,
} from '../../test/support/simulated-service.ts';
import { NetworkError } from '../errors.ts';
import type { RowRange } from '../runs/entry.ts';
import { openRuns, type Runs } from '../runs/folder.ts';
import { readImportHeader, savedRun } from './header.ts';
import type { ImportOptions } from './options.ts';

const lateMs = 1000;

const step: fc.Arbitrary<RequestStep> = fc.record({
  outcome: fc.constantFrom('done', ...outcomes),
  waits: fc.constantFrom(0, 0, 10, 5 * lateMs),
  takes: fc.constantFrom(0, 0, 50, lateMs - 1),
  turns: fc.nat(3),
});

const story = fc.record({
  rows: fc.integer({ min: 1, max: 20 }),
  workers: fc.integer({ min: 1, max: 5 }),
  script: fc.record({
    requests: fc.array(step, { maxLength: 40 }),
    lists: fc.array(fc.constantFrom('done', 'done', 'done', 'failed', 'killed'), { maxLength: 20 }),
    sleeps: fc.array(fc.constantFrom('slept', 'killed'), { maxLength: 4 }),
  }),
  /** The pause before each run, in milliseconds. */
  pauses: fc.array(fc.constantFrom(0, 0, 0, 300, 2 * lateMs), { maxLength: 20 }),
  /** The share of the journal's bytes, of those not yet durable, that each kill removes. */
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
  /** Whether a run is resumed by its name, from its saved rows. */
  byName: fc.array(fc.boolean(), { maxLength: 20 }),
});

it.each([
  ['a service that shows submitters', false],
  ['one that hides them', true],
])(
  'creates each record of %s once, for any interleaving of losses, interruptions and kills',
  async (_, hides) => {
    const folder = await stateFolder();
    let trial = 0;
    await fc.assert(
      fc.asyncProperty(story, (drawn) =>
        live(
          { ...drawn, script: { ...drawn.script, hidesSubmitters: hides } },
          join(folder, String(++trial)),
        ),
      ),
      // It must end by itself: after a timeout it would continue in a folder that has been removed.
      { numRuns: 20, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
    );
  },
);

const mostRuns = 100;

const titleOf = (row: number) => `Talk\u2028${row}`;

/** Runs an import until it is done, then checks the records of the service. */
async function live(
  { rows, workers, script, pauses, cuts, byName }: Story,
  folder: string,
): Promise<void> {
  const service = simulateService(script);
  const titles = Array.from({ length: rows }, (_, at) => titleOf(at + 1));
  let state = join(folder, '0');
  let report: ImportTextResult['report'] | undefined;
  for (let run = 1; report === undefined; run++) {
    expect(run).toBeLessThan(mostRuns);
    service.advance(pauses[run] ?? 0);
    const copy = join(folder, String(run));
    const before = journalSizes(state);
    const session = service.open(() => cpSync(state, copy, { recursive: true }));
    const { client, clock, signal } = session;
    const runs = openRuns(state, service.now);
    const options = { runs, clock, signal, workers, lateMs, skipInvalid: true };
    const resumed = byName[run] === true ? await unfinished(runs) : {};
    const end = await importText('submissions', fileOf(titles), client, {
      ...options,
      ...resumed,
    }).catch((reason: unknown) => reason);
    if (session.isKilled) {
      state = copy;
      for (const [name, size] of journalSizes(state)) {
        // Bytes that were not synced may never have reached the disk.
        const durable = Math.max(before.get(name) ?? 0, durableSize(state, name, session.sent));
        const rest = Math.max(0, size - durable);
        truncateSync(journalOf(state, name), size - Math.floor(rest * (cuts[run] ?? 0)));
      }
    } else if (isResult(end)) {
      const { rows: all, differing, repeated, ...parts } = end.report.counts;
      expect(differing + repeated).toBeLessThanOrEqual(parts.skipped);
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(all);
      if (end.stoppedBy === undefined && parts.failed + parts.pending + parts.unknown === 0)
        report = end.report;
    } else if (end !== 'SIGINT' && !(end instanceof NetworkError)) throw end;
  }
  service.advance(10 * lateMs);
  expect(service.records.map(({ title }) => title).sort()).toEqual([...titles].sort());
  expect(report.counts).toMatchObject({ rows: rows + 2, created: expect.any(Number), rejected: 1 });
  expect(
    (await openRuns(state, service.now).list()).filter(({ ended }) => ended === undefined),
  ).toEqual([]);
}

type Story = (typeof story extends fc.Arbitrary<infer S> ? S : never) & {
  readonly script: ServiceScript;
};

function isResult(end: unknown): end is ImportTextResult {
  return typeof end === 'object' && end !== null && 'report' in end;
}

/** Each talk, then one without an address, and the first one again. */
function fileOf(titles: readonly string[]): string {
  const lines = titles.map((title) => `${title},ada@example.org,M,\n`);
  return `Title,Email,Shirt size,\n${lines.join('')}Nobody's,,,\n${lines[0]}`;
}

/**
 * The options with which `runs resume` resumes the last unfinished run; none if every run has
 * ended.
 */
async function unfinished(runs: Runs): Promise<Partial<ImportOptions>> {
  const header = (await runs.list()).findLast(({ ended }) => ended === undefined)?.header;
  const imported = header === undefined ? undefined : readImportHeader(header);
  if (imported === undefined) return {};
  return { source: savedRun(imported), ...imported.options };
}

/** The size of each journal in bytes, by the name of its run. */
function journalSizes(state: string): ReadonlyMap<string, number> {
  if (!existsSync(state)) return new Map();
  const runs = readdirSync(state).filter((name) => existsSync(journalOf(state, name)));
  return new Map(runs.map((run) => [run, statSync(journalOf(state, run)).size]));
}

function journalOf(state: string, run: string): string {
  return join(state, run, 'journal.ndjson');
}

/** The length of the part that must be on disk: up to the last intent of a row that was sent. */
function durableSize(state: string, run: string, sent: ReadonlySet<string>): number {
  const isSent = ([first, last]: RowRange) =>
    Array.from({ length: last - first + 1 }, (_, at) => titleOf(first + at)).some((title) =>
      sent.has(title),
    );
  const lines = readFileSync(journalOf(state, run), 'utf8').split('\n').slice(0, -1);
  const last = lines.findLastIndex(
    (line, at) => at === 0 || (JSON.parse(line).sending ?? []).some(isSent),
  );
  return Buffer.byteLength(lines.slice(0, last + 1).join('\n')) + 1;
}
