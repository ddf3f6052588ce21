// How much work it takes to turn what the search has found into places, and to report why talks are left out.
import { expect, it } from 'vitest';
import { readTexts, usual } from '../../../test/support/autoplace-files.ts';
import { startingLanes } from '../../autoplace/start.ts';
import { placingOf } from './problem.ts';
import { reportOf } from './report.ts';
import { positionsOf } from './result.ts';

/** How often the talks and the people in common are looked at, if a third of the talks is left out. */
async function work(rooms: number): Promise<number> {
  const talks = Array.from({ length: 6 * rooms }, (_, at) => `T${at},Ada S${at % (4 * rooms)}; Bo P${at},30\n`);
  const away = talks.flatMap((_, at) => (at % 3 === 0 ? [`Bo P${at},cannot\n`] : []));
  const input = await readTexts({
    schedule: `title,speakers,duration\n${talks.join('')}`,
    rooms: `room,start,end\n${Array.from({ length: rooms }, (_, at) => `R${at},2026-05-02 09:00,12:00\n`).join('')}`,
    people: `name,from,availability\n${away.map((row) => row.replace(',', ',2026-05-02,')).join('')}`,
  });
  const placing = placingOf(input, usual);
  let count = 0;
  const counted = <T extends object>(list: T): T =>
    new Proxy(list, {
      get(target, key) {
        count++;
        return Reflect.get(target, key);
      },
    });
  const watched = { ...placing, items: counted(placing.items), personPairs: counted(placing.personPairs) };
  const report = reportOf(watched, positionsOf(watched, startingLanes(placing.problem)));
  expect(report.counts.leftOut).toBe(2 * rooms);
  expect(report.leftOut[0]?.blockers).toEqual([{ kind: 'away', what: 'Bo P0', count: report.leftOut[0]?.longEnough }]);
  return count;
}

it('grows with the number of talks, not with its square', async () => {
  const [few, many] = [await work(3), await work(12)];
  expect(many / few).toBeLessThan(6);
});
