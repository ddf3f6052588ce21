// The colors of tracks: they differ for the eye, in both schemes, and their text is readable.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageStyle } from './page-style.ts';
import { slotCount, trackColors } from './track-color.ts';

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
  const [lightness, a, b] = [0, 1, 2].map((at) => share * (from[at] ?? 0) + (1 - share) * (to[at] ?? 0)) as [
    number,
    number,
    number,
  ];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  const bytes = channels.map((each) => 255 * (each <= 0.0031308 ? 12.92 * each : 1.055 * each ** (1 / 2.4) - 0.055));
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;
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
