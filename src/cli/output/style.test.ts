// Colors: which names share one, and when there is none.
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { Output } from '../io.ts';
import { createStyle } from './style.ts';

const output = (isTTY: boolean) => ({ isTTY }) as Output;
const styleOf = (isTTY: boolean, env = {}) => createStyle({ stdout: output(isTTY), stderr: output(isTTY), env }, true);

it('gives a name one color, and different names different colors', () => {
  const { stdout } = styleOf(true);
  expect(stdout.hue('Web')('talk')).toBe(stdout.hue('WEB')('talk'));
  expect(stdout.hue('Web')('talk')).not.toBe('talk');
  expect(stripVTControlCharacters(stdout.hue('Web')('talk'))).toBe('talk');
  expect(huesOf(40).size).toBeGreaterThanOrEqual(8);
});

it('gives an empty name no color, and no name a color if colors are off', () => {
  expect(styleOf(true).stdout.hue('')('talk')).toBe('talk');
  expect(styleOf(false).stdout.hue('Web')('talk')).toBe('talk');
  expect(styleOf(true, { NO_COLOR: '1' }).stdout.hue('Web')('talk')).toBe('talk');
});

it('uses only hues with a contrast of four to one on black and on white', () => {
  for (const hue of huesOf(400)) {
    const luminance = luminanceOf(hue);
    expect((luminance + 0.05) / 0.05).toBeGreaterThan(4);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4);
  }
});

function huesOf(names: number): ReadonlySet<number> {
  const { hue } = styleOf(true).stdout;
  const painted = Array.from({ length: names }, (_, index) => hue(`Track ${index}`)(''));
  return new Set(painted.map((text) => Number(text.split(/[;m]/)[2])));
}

/** WCAG 2's relative luminance, of a color in xterm's cube of 6 × 6 × 6. */
function luminanceOf(color: number): number {
  const digits = (color - 16).toString(6).padStart(3, '0');
  const [red = 0, green = 0, blue = 0] = Array.from(digits, (digit) => {
    const level = ([0, 95, 135, 175, 215, 255][Number(digit)] ?? 0) / 255;
    return level <= 0.03928 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
