// The colors of tracks: they differ for the eye, in both schemes, and their text is readable.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageStyle } from './page-style.ts';
import { hexOf, slotCount, trackColors } from './track-color.ts';

// The primaries of sRGB in OKLCH, from CSS Color 4.
it.each([
  [0.62796, 0.25768, 29.234, '#ff0000'],
  [0.86644, 0.29483, 142.495, '#00ff00'],
  [0.45201, 0.31321, 264.052, '#0000ff'],
  [1, 0, 0, '#ffffff'],
])('converts oklch(%d %d %d) to %s', (lightness, chroma, hue, hex) => {
  expect(hexOf(lightness, chroma, hue)).toBe(hex);
});

it('keeps the lightness of a color that no screen can show', () => {
  expect(oklab(hexOf(0.5, 0.3, 200))[0]).toBeCloseTo(0.5, 2);
});

/** Linear sRGB of `#rrggbb`. */
function linear(hex: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

// https://bottosson.github.io/posts/oklab/
function oklab(hex: string): readonly [number, number, number] {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function difference(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return Math.max(a, b) / Math.min(a, b);
}

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `Track ${index + 1}`);
const trackNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: slotCount });

/** A color of the page's style: its value for light screens is the first, that for dark ones the second. */
function colorOfPage(name: string, scheme: 'light' | 'dark'): string {
  const [light = '', dark = ''] = Array.from(
    pageStyle.matchAll(new RegExp(`--${name}: (#\\w{6});`, 'g')),
    ([, hex]) => hex,
  );
  return { light, dark }[scheme];
}

/** How much of the ink is in the times and rooms of a session with a track. */
const inkInFacts = Number(/color-mix\(in oklab, var\(--ink\) (\d+)%, var\(--tint\)\)/.exec(pageStyle)?.[1]) / 100;

/** As `color-mix(in oklab, …)`. */
function mixed(one: string, other: string, share: number): string {
  const [from, to] = [oklab(one), oklab(other)];
  const [lightness = 0, a = 0, b = 0] = [0, 1, 2].map((at) => share * (from[at] ?? 0) + (1 - share) * (to[at] ?? 0));
  return hexOf(lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI);
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  // A difference of 0.02 is just noticeable side by side.
  it('differ by at least 0.1 in OKLab, for up to twelve tracks of any names', () => {
    fc.assert(
      fc.property(trackNames, (names) => {
        const edges = [...trackColors(names).values()].map((color) => color[scheme].edge);
        edges.forEach((edge, at) => {
          for (const other of edges.slice(0, at)) expect(difference(edge, other)).toBeGreaterThan(0.1);
        });
      }),
    );
  });

  it('have text with a contrast of at least 4.5, and stars and edges with one of 3, in the colors of the page', () => {
    const [paper = '', ink = '', quiet = '', accent = ''] = ['paper', 'ink', 'quiet', 'accent'].map((name) =>
      colorOfPage(name, scheme),
    );
    const all = [...trackColors(namesOf(slotCount)).values()].map((color) => color[scheme]);
    expect(all).toHaveLength(slotCount);
    for (const { tint, edge, name } of all) {
      for (const text of [ink, name, mixed(ink, tint, inkInFacts)]) {
        expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5);
      }
      for (const star of [quiet, accent]) expect(contrast(star, tint)).toBeGreaterThanOrEqual(3);
      expect(contrast(edge, paper)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the colors', () => {
  it('are the same for every order and spelling of the names', () => {
    fc.assert(
      fc.property(trackNames, (names) => {
        const shouted = names.map((name) => ` ${name.toUpperCase()} `).reverse();
        expect(new Map([...trackColors(shouted)].sort())).toEqual(new Map([...trackColors(names)].sort()));
      }),
    );
  });

  it('of a few tracks are never beside each other on the circle', () => {
    for (let count = 2; count <= 4; count += 1) {
      const slots = [...trackColors(namesOf(count)).values()].map(({ slot }) => slot).sort((a, b) => a - b);
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
    expect(colors.map(({ repetition }) => repetition).filter((each) => each === 0)).toHaveLength(slotCount);
  });

  it('of no track are none', () => {
    expect(trackColors(['', ' ']).size).toBe(0);
  });
});
