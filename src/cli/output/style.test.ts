// Colors: which names share one, and when there is none.
import { expect, it } from 'vitest';
import type { OutputStream } from '../io.ts';
import { createStyle } from './style.ts';

const output = (isTTY: boolean) => ({ isTTY }) as OutputStream;
const styleOf = (isTTY: boolean, env = {}) =>
  createStyle({ stdout: output(isTTY), stderr: output(isTTY), env }, true);

it('gives a name one color, and other names other ones', () => {
  const { hue } = styleOf(true).stdout;
  expect(hue('Web')('talk')).toBe(hue('WEB')('talk'));
  const painted = Array.from({ length: 40 }, (_, index) => hue(`Track ${index}`)('talk'));
  expect(new Set(painted).size).toBeGreaterThanOrEqual(8);
});

it('gives an empty name no color, and no name a color if colors are off', () => {
  expect(styleOf(true).stdout.hue(undefined)('talk')).toBe('talk');
  expect(styleOf(false).stdout.hue('Web')('talk')).toBe('talk');
  expect(styleOf(true, { NO_COLOR: '1' }).stdout.hue('Web')('talk')).toBe('talk');
});
