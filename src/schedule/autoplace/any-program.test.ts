// Random programs: a schedule that exists is found again, and the report counts what the search counts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTexts, search, usual } from '../../../test/support/autoplace-files.ts';
import { amountsOf } from '../../autoplace/cost.ts';
import { ItemPlacement } from '../../autoplace/placement.ts';
import type { Strength } from './issue.ts';
import { issuesOf } from './issues.ts';
import { placingOf } from './problem.ts';
import { reportOf } from './report.ts';
import { positionsOf } from './result.ts';

describe('any program', () => {
  /** Talks in a room after each other, with people, tracks and wishes that this order meets. */
  const planted = fc.record({
    rooms: fc.integer({ min: 1, max: 4 }),
    slots: fc.integer({ min: 1, max: 5 }),
    lengths: fc.array(fc.constantFrom(20, 30, 45), { minLength: 5, maxLength: 5 }),
    speakers: fc.array(fc.nat(6), { minLength: 20, maxLength: 20 }),
    pinned: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    seed: fc.nat(),
  });

  it('that a perfect schedule was made of is placed without a clash, and what is pinned stays', async () => {
    await fc.assert(
      fc.asyncProperty(planted, async ({ rooms, slots, lengths, speakers, pinned, seed }) => {
        const starts = lengths.map((_, slot) => lengths.slice(0, slot).reduce((sum, length) => sum + length, 0));
        const talks = Array.from({ length: rooms * slots }, (_, at) => {
          const [room, slot] = [at % rooms, Math.floor(at / rooms)];
          // Nobody speaks in two rooms of a slot.
          const speaker = `Speaker ${((speakers[at] ?? 0) % 4) * rooms + room}`;
          const start = clock(540 + (starts[slot] ?? 0));
          const isPinned = pinned[at] ? 'yes' : '';
          const place = isPinned === '' ? ',' : `Room ${room},2026-05-02 ${start}`;
          return { title: `Talk ${at}`, text: `Talk ${at},${speaker},${lengths[slot]},${place},${isPinned}\n`, place };
        });
        const total = lengths.slice(0, slots).reduce((sum, length) => sum + length, 0);
        const open = Array.from(
          { length: rooms },
          (_, room) => `Room ${room},2026-05-02 09:00,${clock(540 + total)}\n`,
        );
        const input = await readTexts({
          schedule: `title,speakers,duration,room,start,pinned\n${talks.map(({ text }) => text).join('')}`,
          rooms: `room,start,end\n${open.join('')}`,
        });
        const placing = placingOf(input, usual);
        const report = reportOf(placing, search(placing, 4000, seed));
        expect(report.leftOut).toEqual([]);
        for (const { talk, room, start } of report.places) {
          const { place = '' } = talks.find(({ title }) => title === talk.session.title) ?? {};
          if (place !== ',') expect(`${room},${start.slice(0, 16).replace('T', ' ')}`).toBe(place);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is counted by the report as by the search', async () => {
    const names = ['Ada', 'Bo', 'Cy'];
    const text = fc.record({
      talks: fc.array(
        fc.record({
          length: fc.constantFrom(20, 45),
          who: fc.nat(2),
          track: fc.constantFrom('', 'Web', 'Data'),
          expected: fc.constantFrom('', '30', '90'),
          after: fc.nat(9),
          notWith: fc.nat(9),
          place: fc.constantFrom(
            ',,',
            ',,',
            'Hall,2026-05-02 09:30,',
            'Lab,2026-05-02 10:00,x',
            'Loft,2026-05-02 09:00,x',
            'Hall,2026-05-02 10:45,x',
          ),
          wish: fc.constantFrom('', 'Hall', 'Lab'),
          level: fc.constantFrom('', 'easy', 'hard'),
        }),
        { minLength: 3, maxLength: 10 },
      ),
      way: fc.constantFrom('', '10', 'Lab: 20'),
      keep: fc.constantFrom('strict', 'prefer', 'none'),
      seed: fc.nat(),
      spread: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(text, async ({ talks, way, keep, seed, spread }) => {
        const row = (talk: (typeof talks)[number], at: number) => {
          const other = (index: number) => (index < talks.length && index !== at ? `T${index}` : '');
          const { length, who, track, expected, after, notWith, place, wish, level } = talk;
          return [
            `T${at}`,
            at === 0 ? 'Ada' : names[who],
            length,
            track,
            expected,
            // After one that follows in the file, so that there is no cycle.
            after > at ? other(after) : '',
            other(notWith),
            place,
            wish,
            level,
          ].join(',');
        };
        const header = 'title,speakers,duration,track,expected,after,not_with,room,start,pinned,room_wish,level';
        const placing = placingOf(
          await readTexts({
            schedule: `${[header, ...talks.map(row)].join('\n')}\n`,
            rooms: `room,start,end,capacity,walking
Hall,2026-05-02 09:00,10:30,40,${way}
Lab,2026-05-02 09:00,10:30,80,
Loft,2026-05-02 11:00,12:30,20,
Hall,2026-05-02 10:40,12:30,40,
Lab,2026-05-03 09:00,10:30,80,
`,
            people: 'name,from,to,availability\nAda,2026-05-02 09:10,2026-05-02 09:40,rather not\n',
          }),
          { keep, turnaroundMs: 0 },
        );
        const { problem, items, lanes } = placing;
        // Without what the search would do, so that much is broken.
        const own: number[][] = problem.lanes.map(() => []);
        for (const item of items.keys()) own[(item * 7 + seed) % Math.min(spread, lanes.length)]?.push(item);
        const found = new ItemPlacement(problem, own);
        const positions = items.map((_, item) => {
          const [lane = 0, start = 0] = [found.lane[item], found.start[item]];
          return start < 0 ? undefined : { lane, start };
        });
        const sum = (strength: Strength) =>
          issuesOf(placing, positions).reduce(
            (all, issue) => all + (issue.strength === strength ? issue.amount : 0),
            0,
          );
        const counted = { moved: sum('moved'), strong: sum('strong'), weak: sum('weak') };
        expect(amountsOf(found.total())).toMatchObject(counted);
        const settled = positionsOf(placing, own);
        expect(issuesOf(placing, settled).filter(({ strength }) => strength === 'must')).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
