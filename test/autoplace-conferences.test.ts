// Random small conferences with placed sessions: what is written, judged by a second reader of the
// files, and planned.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsOf } from '../src/autoplace/cost.ts';
import { ItemPlacement, leftOut } from '../src/autoplace/placement.ts';
import { createRandom } from '../src/autoplace/random.ts';
import { actionOf } from '../src/changes/place.ts';
import { issuesOf } from '../src/schedule/autoplace/issues.ts';
import { placedFile } from '../src/schedule/autoplace/output.ts';
import { placingOf } from '../src/schedule/autoplace/placing.ts';
import { planSchedule } from '../src/schedule/plan/plan.ts';
import type { EventSubmission } from '../src/schedule/submissions.ts';
import { placeTexts, readTexts } from './support/autoplace-files.ts';
import { judge } from './support/placement-judge.ts';
import { randomConference } from './support/random-conference.ts';
import { options as planOptions, readSchedule, submission } from './support/schedule-rows.ts';

const conferences = fc.record({
  files: fc.integer({ min: 0 }).map((seed) => randomConference(createRandom(seed))),
  keep: fc.constantFrom('placed' as const, 'none' as const),
  turnaround: fc.constantFrom(0, 10),
});

const nothing = { broken: [], wouldFit: [], changed: [] };
/** How many events are placed; 200 take a minute. */
const events = Number(process.env.AUTOPLACE_EVENTS ?? 10);

/** The sessions of the event, whose ids are their titles. */
function submissionsOf(event: string): readonly EventSubmission[] {
  const rows = event.trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [title = '', speakers = '', duration = '', room = '', start = ''] = row.split(',');
    return submission(title, {
      title,
      people: speakers.split('; ').map((name) => ({ name })),
      durationMs: duration === '' ? undefined : Number(duration) * 60_000,
      placement: start === '' ? undefined : { room, start: `${start.replace(' ', 'T')}:00+02:00` },
    });
  });
}

it('moves no placed session, leaves out only what fits nowhere, and has no clash', async () => {
  await fc.assert(
    fc.asyncProperty(conferences, async ({ files, keep, turnaround }) => {
      const options = { keep, turnaroundMs: turnaround * 60_000 };
      const submissions = submissionsOf(files.event);
      const { placing, report, table } = await placeTexts({ ...files, submissions, options }, 1000);
      const placed = placedFile(placing, report.places, table);
      const { brokenByFixed, ...judgment } = judge({ ...files, placed, turnaround, keep });
      expect(judgment).toEqual({ ...nothing, leftOut: report.leftOut.map(({ title }) => title) });
      expect(report.broken.length > 0).toBe(brokenByFixed.length > 0);

      const plan = planSchedule(await readSchedule(placed), submissions, {
        ...planOptions,
        ...options,
      });
      const staying = new Set(
        report.leftOut.flatMap(({ title, inEvent }) => (inEvent === undefined ? [] : title)),
      );
      // A random break may be during a session that was placed before.
      const changed = new Set(plan.changes.map(({ names }) => names.id));
      const own = plan.clashes.filter(({ sessions }) =>
        sessions.some((each) => changed.has(each.id ?? '')),
      );
      expect(
        own.filter(({ sessions }) => !sessions.some(({ title }) => staying.has(title))),
      ).toEqual([]);
      expect(plan.unknown).toEqual([]);
      if (keep === 'none') return;
      expect([
        staying.size,
        plan.changes.filter((change) => actionOf(change) === 'move').length,
      ]).toEqual([0, 0]);
    }),
    { numRuns: events },
  );
});

it('counts in the report what the search counts', async () => {
  await fc.assert(
    fc.asyncProperty(conferences, async ({ files, keep, turnaround }) => {
      const placing = placingOf(
        await readTexts({ ...files, options: { keep, turnaroundMs: turnaround * 60_000 } }),
      );
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
      const { ofTalks, ofTracks } = issuesOf(placing, positions);
      const issues = [...ofTalks, ...ofTracks];
      const sum = (strength: string) =>
        issues.reduce((all, issue) => all + (issue.strength === strength ? issue.amount : 0), 0);
      expect(amountsOf(found.total())).toMatchObject({ strong: sum('strong'), weak: sum('weak') });
    }),
    { numRuns: events },
  );
});
