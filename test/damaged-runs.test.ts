// Saved runs with any byte flipped or cut off: they are listed, shown and resumed, or refused with
// a clear error.
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counts } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import type { List } from './support/servers/server.ts';
import { startStoppableCommands, step } from './support/stoppable-commands.ts';

/** How many damages are tried. */
const damages = Number(process.env.DAMAGED_RUNS ?? 25);

const rows = 12;
const talks = Array.from({ length: rows }, (_, at) => `Talk ${at + 1},ada@example.org\n`);

/**
 * An import that has lost a response, and with a row that was refused, which a resume sends again.
 */
async function interruptedRun() {
  let isEmpty = false;
  const sent: unknown[] = [];
  const commands = await startStoppableCommands({
    script: {
      requests: (['done', 'done', 'lost', 'done', 'forbidden'] as const).map((each) => step(each)),
      lists: ['done', 'failed'],
    },
    onWrite: ({ body }) => sent.push(body.title),
    page: ({ all }: List) => ({ json: { data: isEmpty ? [] : all } }),
  });
  const { file, state, server } = commands;
  writeFileSync(file('talks.csv'), `Title,Email\n${talks.join('')}`);
  const flags = ['--yes', '--json', '--retries', '0'];
  const words = ['submissions', 'import', file('talks.csv'), '--concurrency', '1', ...flags];
  const stopped = await commands.run(words);
  expect([stopped.exitCode, counts(stopped)]).toMatchObject([
    10,
    { created: 10, failed: 1, unknown: 1 },
  ]);
  const { run: name } = JSON.parse(stopped.stdout);
  const [only] = readdirSync(join(state(), 'runs')).filter((entry) => !entry.endsWith('.lock'));
  expect(only).toBe(name);
  return {
    ...commands,
    name,
    words,
    /** The titles of all requests so far. */
    sent,
    resume: () => commands.run(['runs', 'resume', name, ...flags]),
    path: (saved: string) => join(state(), 'runs', name, saved),
    /** Somebody deletes everything. */
    empty() {
      isEmpty = true;
    },
    expectOnce() {
      const titles = server.stored.submissions.map(({ fields }) => fields.title);
      expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
      return titles;
    },
    async states(): Promise<readonly string[]> {
      const { stdout } = await commands.run(['runs', 'list', '--json']);
      return JSON.parse(stdout).map(({ state: found }: { readonly state: string }) => found);
    },
  };
}

type Interrupted = Awaited<ReturnType<typeof interruptedRun>>;

async function withInterruptedRun(use: (run: Interrupted) => Promise<void>): Promise<void> {
  const run = await interruptedRun();
  await use(run).finally(run.close);
}

const outcomeOfRow2 = '{"row":2,"did":"created"';
const intentOfRow2 = '{"sending":[[2,';

/** Changes the line of the journal that begins so. @returns its number */
function changeLine(
  { path }: Interrupted,
  beginning: string,
  change: (line: string) => string,
): number {
  const journal = path('journal.ndjson');
  const lines = readFileSync(journal, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(beginning));
  expect(at).toBeGreaterThan(0);
  writeFileSync(journal, lines.with(at, change(lines[at] ?? '')).join('\n'));
  return at + 1;
}

it('reads or reports a run whose bytes are damaged, and creates nothing twice', async () => {
  const damage = fc.record({
    saved: fc.constantFrom('journal.ndjson', 'rows.ndjson'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    /** Which bits to flip; 0 cuts the file off there. */
    bits: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 255 })),
  });
  await fc.assert(
    fc.asyncProperty(damage, ({ saved, at, bits }) =>
      withInterruptedRun(async ({ path, run, name, resume, expectOnce }) => {
        const bytes = readFileSync(path(saved));
        const offset = Math.floor(at * bytes.length);
        bytes[offset] = (bytes[offset] ?? 0) ^ bits;
        writeFileSync(path(saved), bytes);
        if (bits === 0) truncateSync(path(saved), offset);
        for (const result of [
          await run(['runs', 'list']),
          await run(['runs', 'show', name]),
          await resume(),
        ])
          expect(result.stderr).not.toMatch(/unexpected|\n\s+at |undefined|\[object/);
        expectOnce();
      }),
    ),
    { numRuns: damages },
  );
});

it.each([
  ['null', () => 'null'],
  ['not JSON', () => '{"sending":'],
  ['a value that was changed', (line: string) => line.replace('created', 'skipped')],
  ['the outcome of another row', (line: string) => line.replace('"row":2', '"row":3')],
])('names the damaged outcome of a row that is looked up: %s', (_, change) =>
  withInterruptedRun(async (interrupted) => {
    const line = changeLine(interrupted, outcomeOfRow2, change);
    const { stderr } = await interrupted.resume();
    expect(stderr).toContain(`ine ${line} of ${interrupted.path('journal.ndjson')} is damaged`);
    expect(interrupted.expectOnce()).toHaveLength(rows);
  }),
);

it.each([
  ['its outcome', [outcomeOfRow2]],
  ['its intent and its outcome', [intentOfRow2, outcomeOfRow2]],
])('does not send a row again whose damaged lines may have had %s', (_, beginnings) =>
  withInterruptedRun(async (interrupted) => {
    const { empty, resume, sent, states } = interrupted;
    for (const beginning of beginnings) changeLine(interrupted, beginning, () => '');
    empty();
    await resume();
    expect(sent.filter((title) => title === 'Talk 2')).toHaveLength(1);
    expect(await states()).toEqual(['interrupted']);
  }),
);

it('does not resume from saved rows if one is damaged, and the same command begins anew', () =>
  withInterruptedRun(async ({ path, resume, run, words, name, expectOnce, states }) => {
    const saved = path('rows.ndjson');
    writeFileSync(saved, readFileSync(saved, 'utf8').split('\n').with(4, '[5').join('\n'));
    expect(errorOf(await resume())).toMatchObject({
      message: `the saved rows of run ${name}, or its header, are damaged: ${saved}`,
      fix: 'run the original command again: it begins anew and looks up what exists',
    });
    const ended = await run(words);
    // A lost request may still take effect.
    expect(ended.stderr).toMatch(new RegExp(`${name}[^\n]*damaged.*\nWaiting \\d+ s`));
    expect(counts(ended)).toMatchObject({ rows, created: 1, skipped: 11 });
    expect(expectOnce()).toHaveLength(rows);
    expect(await states()).toEqual(['finished', 'finished']);
  }));
