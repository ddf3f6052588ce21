// How many clashes there are, and how many of them are listed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processorMs } from '../../test/support/processor-time.ts';
import { type ClashOptions, clashingSessions, findClashes } from './clashes.ts';
import { isOutsideFile } from './planned-sessions.ts';
import type { Session } from './session.ts';

const strict: ClashOptions = { turnaroundMs: 0, sharedRooms: [] };

/** From 09:00 to 09:45. */
function session(title: string, more: Partial<Session>): Session {
  const startMs = Date.parse('2026-05-02T09:00Z');
  return { title, room: '', startMs, endMs: startMs + 45 * 60_000, isDurationAssumed: false, people: [], ...more };
}

it('leaves out pairs without a line, and does not count them', () => {
  const times = fc.record({ startMs: fc.integer({ min: 0, max: 20 }), lasts: fc.integer({ min: 1, max: 9 }) });
  const drawn = fc.record({
    time: times,
    isInFile: fc.boolean(),
    isUnmatched: fc.boolean(),
    name: fc.constantFrom('', 'Ada'),
  });
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), (all) => {
      const sessions = all.map(
        ({ time: { startMs, lasts }, isInFile, isUnmatched, name }, index): Session => ({
          title: `${index}`.padStart(2, '0'),
          room: 'Hall',
          submissionId: isInFile && isUnmatched ? undefined : `sub_${index}`,
          line: isInFile ? index + 2 : undefined,
          startMs,
          endMs: startMs + lasts,
          isDurationAssumed: false,
          people: [{ name }],
        }),
      );
      const { listed, count } = findClashes(sessions, strict, isOutsideFile);
      const expected = findClashes(sessions, strict).listed.filter(
        ({ sessions: [a, b] }) => a.line !== undefined || b.line !== undefined,
      );
      expect(listed).toEqual(expected);
      expect(count).toBe(expected.length);
    }),
    { numRuns: 100 },
  );
});

it('counts 8,000 sessions in one room at one time exactly, and lists the first thousand pairs', () => {
  const sessions = Array.from({ length: 8000 }, (_, index) =>
    session(`Talk ${index}`, { room: 'Hall', submissionId: `sub_${index}`, line: index + 2 }),
  );
  const before = process.memoryUsage().heapUsed;
  const started = processorMs();
  const { listed, count } = findClashes(sessions, strict);
  expect([count, listed.length]).toEqual([31_996_000, 1000]);
  expect(clashingSessions(sessions, strict).size).toBe(8000);
  expect(processorMs() - started).toBeLessThan(5000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6);
});

it('lists a thousand pairs of each room and person, and as many again of rows without a submission', () => {
  const crowd = (room: string, more: (index: number) => Partial<Session>) =>
    Array.from({ length: 100 }, (_, index) => session(`${room} ${index}`, { room, ...more(index) }));
  const sessions = [
    ...crowd('Hall', (index) => ({ submissionId: `sub_${index}` })),
    ...crowd('Lab', (index) => (index < 50 ? { submissionId: `lab_${index}` } : {})),
    ...crowd('', () => ({ people: [{ name: 'Ada', email: 'ada@x.org' }] })),
  ];
  const { listed, count, withoutSubmission } = findClashes(sessions, strict);
  const listedIn = (what: string) => listed.filter((clash) => clash.what === what).length;
  expect([listedIn('Hall'), listedIn('Lab'), listedIn('Ada')]).toEqual([1000, 2000, 1000]);
  expect([count, withoutSubmission]).toEqual([3 * 4950, 4950 - 1225 + 4950]);
});
