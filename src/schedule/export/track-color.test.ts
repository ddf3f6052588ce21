// The colors of tracks: the same for every order of the names, apart, and never the same twice. A
// browser's test checks contrast.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotCount, trackColors } from './track-color.ts';

const namesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `Track ${index + 1}`);
const trackNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), {
  minLength: 1,
  maxLength: slotCount,
});

describe('the colors', () => {
  it('are the same for every order and spelling of the names', () => {
    fc.assert(
      fc.property(trackNames, (names) => {
        const shouted = names.map((name) => ` ${name.toUpperCase()} `).reverse();
        expect(new Map([...trackColors(shouted)].sort())).toEqual(
          new Map([...trackColors(names)].sort()),
        );
      }),
    );
  });

  it('of a few tracks are never beside each other on the circle', () => {
    for (let count = 2; count <= 4; count += 1) {
      const slots = [...trackColors(namesOf(count)).values()]
        .map(({ slot }) => slot)
        .sort((a, b) => a - b);
      const steps = slots.map((slot, at) =>
        at === 0 ? slot + slotCount - (slots.at(-1) ?? 0) : slot - (slots[at - 1] ?? 0),
      );
      expect(Math.min(...steps)).toBeGreaterThan(1);
    }
  });

  it('repeat after twelve tracks, each time as another repetition', () => {
    const colors = [...trackColors(namesOf(30)).values()];
    const looks = colors.map(({ slot, repetition }) => `${slot}/${repetition}`);
    expect(new Set(looks).size).toBe(30);
    expect(colors.map(({ repetition }) => repetition).filter((each) => each === 0)).toHaveLength(
      slotCount,
    );
  });

  it('of no track are none', () => {
    expect(trackColors(['', ' ']).size).toBe(0);
  });
});
