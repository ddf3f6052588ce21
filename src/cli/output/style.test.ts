// Colors: when there is none.
import { expect, it } from 'vitest';
import type { Output } from '../io.ts';
import { createStyle } from './style.ts';

const output = (isTTY: boolean) => ({ isTTY }) as Output;
const styleOf = (isTTY: boolean, env = {}) => createStyle({ stdout: output(isTTY), stderr: output(isTTY), env }, true);

it('gives an empty name no color, and no name a color if colors are off', () => {
  expect(styleOf(true).stdout.hue('')('talk')).toBe('talk');
  expect(styleOf(false).stdout.hue('Web')('talk')).toBe('talk');
  expect(styleOf(true, { NO_COLOR: '1' }).stdout.hue('Web')('talk')).toBe('talk');
});
