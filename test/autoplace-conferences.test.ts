// Random small conferences: what is written, judged by a second reader of the files.
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsOf } from '../src/autoplace/cost.ts';
import { ItemPlacement, leftOut } from '../src/autoplace/placement.ts';
import { createRandom } from '../src/autoplace/random.ts';
import type { Strength } from '../src/schedule/autoplace/issue.ts';
import { issuesOf } from '../src/schedule/autoplace/issues.ts';
import { placedFile } from '../src/schedule/autoplace/output.ts';
import { placingOf } from '../src/schedule/autoplace/problem.ts';
import { placeTexts, readTexts } from './support/autoplace-files.ts';
import { judge } from './support/placement-judge.ts';
import { plenary } from './support/program.ts';
import { randomConference } from './support/random-conference.ts';
import { sharedFolder } from './support/stage.ts';

const folder = sharedFolder();

const conferences = fc.record({
  files: fc.integer({ min: 0 }).map((seed) => randomConference(createRandom(seed))),
  keep: fc.constantFrom('strict' as const, 'prefer' as const, 'none' as const),
  turnaround: fc.constantFrom(0, 10),
});

interface AutoplaceJson {
  readonly leftOut: readonly { readonly title: string }[];
  readonly broken: readonly unknown[];
}

const nothing = { broken: [], wouldFit: [], changed: [] };

it('breaks no must that a second reader finds, and leaves out only talks that fit nowhere', async () => {
  await fc.assert(
    fc.asyncProperty(conferences, async ({ files, keep, turnaround }) => {
      const options = { keep, turnaroundMs: turnaround * 60_000 };
      const { placing, report, table } = await placeTexts(files, options, 1000);
      const placed = placedFile(placing, report.places, table);
      const { brokenByPinned, ...judgment } = judge({ ...files, placed, turnaround });
      expect(judgment).toEqual({ ...nothing, leftOut: report.leftOut.map(({ title }) => title) });
      expect(report.broken.length > 0).toBe(brokenByPinned.length > 0);
    }),
    { numRuns: 10 },
  );
});

it('counts in the report what the search counts', async () => {
  await fc.assert(
    fc.asyncProperty(conferences, async ({ files, keep, turnaround }) => {
      const placing = placingOf(await readTexts(files), { keep, turnaroundMs: turnaround * 60_000 });
      const { problem, items } = placing;
      // Without what the search would do, so that much is broken.
      const lanes = problem.lanes.map((_, lane) =>
        [...items.keys()].filter((item) => item % problem.lanes.length === lane),
      );
      const found = new ItemPlacement(problem, lanes);
      const positions = items.map((_, item) => {
        const [lane = 0, start = leftOut] = [found.lane[item], found.start[item]];
        return start === leftOut ? undefined : { lane, start };
      });
      const issues = issuesOf(placing, positions);
      const sum = (strength: Strength) =>
        issues.reduce((all, issue) => all + (issue.strength === strength ? issue.amount : 0), 0);
      const counted = { moved: sum('moved'), strong: sum('strong'), weak: sum('weak') };
      expect(amountsOf(found.total())).toMatchObject(counted);
    }),
    { numRuns: 20 },
  );
});

it('ends with 9 exactly if talks are left out, or pinned talks break a must', async () => {
  await fc.assert(
    fc.asyncProperty(conferences, async ({ files, keep, turnaround }) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(folder.file(`${name}.csv`), text);
      const result = await plenary(
        [
          ...['sessions', 'autoplace', 'schedule.csv', '--rooms-file', 'rooms.csv', '--people-file', 'people.csv'],
          ...['--out', 'placed.csv', '--json', '--steps', '1000', '--keep', keep, '--turnaround', `${turnaround}m`],
        ],
        { cwd: folder.path, env: { PLENARY_TIMEZONE: 'Europe/Berlin' } },
      );
      const placed = readFileSync(folder.file('placed.csv'), 'utf8');
      const { brokenByPinned, ...judgment } = judge({ ...files, placed, turnaround });
      const report: AutoplaceJson = JSON.parse(result.stdout);
      expect(judgment).toEqual({ ...nothing, leftOut: report.leftOut.map(({ title }) => title) });
      expect(report.broken.length > 0).toBe(brokenByPinned.length > 0);
      expect(result.exitCode).toBe(report.leftOut.length + report.broken.length > 0 ? 9 : 0);
    }),
    { numRuns: 3 },
  );
});
