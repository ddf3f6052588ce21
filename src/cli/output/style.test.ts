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

function huesOf(names: number): ReadonlySet<number> {
  const { hue } = styleOf(true).stdout;
  const painted = Array.from({ length: names }, (_, index) => hue(`Track ${index}`)(''));
  return new Set(painted.map((text) => Number(text.split(/[;m]/)[2])));
}
