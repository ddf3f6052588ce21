// Imports that are killed, interrupted, refused and left without responses at any instant: in the
// end each record exists once.
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  limitMs,
  type StoppableResult,
  scripts,
  startStoppableCommands,
} from './support/stoppable-commands.ts';

/** How many imports are tried. */
const imports = Number(process.env.PLENARY_IMPORTS ?? 12);

const story = fc.record({
  rows: fc.integer({ min: 1, max: 20 }),
  workers: fc.integer({ min: 1, max: 5 }),
  /** Whether the service shows who has submitted a talk. */
  hidesSubmitters: fc.boolean(),
  script: scripts,
  /** The pause before each command, in milliseconds. */
  pauses: fc.array(fc.constantFrom(0, 0, 0, 300, 2 * limitMs), { maxLength: 20 }),
  /** The share of the journal's bytes, of those not yet durable, that each kill removes. */
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
  /** Whether a run is resumed by its name, from its saved rows. */
  byName: fc.array(fc.boolean(), { maxLength: 20 }),
});

it('creates each record once, whatever losses, interruptions and kills there are', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (drawn) => {
      const { hidesSubmitters, script } = drawn;
      const show = (
        id: string,
        { submitter_email, ...fields }: Readonly<Record<string, unknown>>,
      ) => (hidesSubmitters ? { id, ...fields } : { id, ...fields, submitter_email });
      const commands = await startStoppableCommands({ script, show });
      await live(drawn, commands).finally(commands.close);
    }),
    { numRuns: imports },
  );
});

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Commands = Awaited<ReturnType<typeof startStoppableCommands>>;

const mostRuns = 100;

const titleOf = (row: number) => `Talk\u2028${row}`;

/** Runs an import until it is done, then checks the records of the service. */
async function live({ rows, workers, pauses, cuts, byName }: Story, commands: Commands) {
  const { server, file, run, advance } = commands;
  const titles = Array.from({ length: rows }, (_, at) => titleOf(at + 1));
  writeFileSync(file('talks.csv'), fileOf(titles));
  const common = ['--yes', '--json', '--timeout', `${limitMs}ms`, '--retries', '0'];
  const flags = [...common, '--concurrency', `${workers}`];
  const words = ['submissions', 'import', file('talks.csv'), '--skip-invalid', ...flags];
  let created: unknown;
  for (let number = 1; created === undefined; number++) {
    expect(number).toBeLessThan(mostRuns);
    await advance(pauses[number] ?? 0);
    const name = byName[number] === true ? await unfinished(commands) : undefined;
    const command = name === undefined ? words : ['runs', 'resume', name, ...flags];
    const result = await run(command, { cut: cuts[number] });
    if (!result.isKilled) created = createdBy(result);
  }
  await advance(10 * limitMs);
  await run(['runs', 'list']);
  const found = server.stored.submissions.map(({ fields }) => fields.title);
  expect(found.toSorted()).toEqual(titles.toSorted());
  expect(await unfinished(commands)).toBeUndefined();
}

/** How many records a run has created that has nothing left to do. */
function createdBy({ exitCode, stdout, stderr }: StoppableResult): unknown {
  expect([3, 4, 7, 9, 10, 130], stderr).toContain(exitCode);
  expect(stderr).not.toContain('"unexpected"');
  if (!stdout.startsWith('{')) return undefined;
  const { rows, differing, ...counts } = JSON.parse(stdout).counts;
  expect(differing).toBeLessThanOrEqual(counts.skipped);
  expect(Object.values<number>(counts).reduce((sum, count) => sum + count, 0)).toBe(rows);
  if (counts.failed + counts.pending + counts.unknown > 0 || exitCode !== 9) return undefined;
  expect(counts.rejected).toBe(1);
  return counts.created;
}

/** Each talk, then one without an address, and the first one again. */
function fileOf(titles: readonly string[]): string {
  const lines = titles.map((title) => `${title},ada@example.org,M,\n`);
  return `Title,Email,Shirt size,\n${lines.join('')}Nobody's,,,\n${lines[0]}`;
}

/** The last unfinished run. */
async function unfinished({ run }: Commands): Promise<string | undefined> {
  const { stdout } = await run(['runs', 'list', '--json']);
  const runs: readonly { readonly run: string; readonly state: string }[] = JSON.parse(stdout);
  return runs.findLast(({ state }) => state !== 'finished')?.run;
}
