// The color of a track.
import { expect, it } from 'vitest';
import { colorOf, hexOf } from './track-color.ts';

// The primaries of sRGB in OKLCH, from CSS Color 4.
it.each([
  [0.62796, 0.25768, 29.234, '#ff0000'],
  [0.86644, 0.29483, 142.495, '#00ff00'],
  [0.45201, 0.31321, 264.052, '#0000ff'],
  [1, 0, 0, '#ffffff'],
])('converts oklch(%d %d %d) to %s', (lightness, chroma, hue, hex) => {
  expect(hexOf(lightness, chroma, hue)).toBe(hex);
});

it('is the same for every spelling of a name, and differs between names', () => {
  expect(colorOf(' Community')).toBe(colorOf('COMMUNITY'));
  expect(colorOf('Community')).not.toBe(colorOf('Security'));
});
