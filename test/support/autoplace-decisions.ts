// Cases in which one must or one wish alone decides where a talk is: two places are equal in everything else.
import { describe, expect, it } from 'vitest';
import type { ProblemOptions } from '../../src/schedule/autoplace/placing.ts';
import { type AutoplaceTexts, placeTexts } from './autoplace-files.ts';

/** Two rooms for one talk of 45 minutes at the same time, or one room for two after each other. */
export const twoRooms =
  'room,start,end\nHall,2026-05-02 09:00,2026-05-02 09:45\nLab,2026-05-02 09:00,2026-05-02 09:45\n';
export const twoSlots = 'room,start,end\nHall,2026-05-02 09:00,09:45\nHall,2026-05-02 14:00,14:45\n';

/** For A in the Hall and B, which wishes the Lab at the same time, and otherwise is in the Loft later. */
export const threeRooms = `${twoRooms}Loft,2026-05-02 14:00,14:45\n`;

export type Case = readonly [
  name: string,
  texts: AutoplaceTexts,
  expected: Readonly<Record<string, string>>,
  options?: Partial<ProblemOptions>,
];

export function testDecisions(name: string, all: readonly Case[]): void {
  const cases = all.map(([each, ...rest]) => ({ name: each, rest }));
  describe(name, () => {
    it.each(cases)('$name', async ({ rest: [texts, expected, options] }) => {
      const { places, report } = await placeTexts(texts, options);
      expect(report.leftOut).toEqual([]);
      expect(places).toMatchObject(expected);
    });
  });
}
