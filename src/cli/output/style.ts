// Owns color and emphasis, which only a terminal shows, unless the user turns them off. Must not
// know what is printed.
import { styleText } from 'node:util';
import type { Io, OutputStream } from '../io.ts';

type Paint = (text: string) => string;

/** How text looks on one stream; without color, each function returns the text unchanged. */
export interface Paints {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  /** The color of a name, whatever its case; none without one. Several names may share a color. */
  readonly hue: (name: string | undefined) => Paint;
}

/** @param wanted false after `--no-color` */
export function createStyle(
  { stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>,
  wanted: boolean,
): Readonly<Record<'stdout' | 'stderr', Paints>> {
  const allowed = wanted && !env.NO_COLOR && env.TERM !== 'dumb';
  return { stdout: paints(stdout, allowed), stderr: paints(stderr, allowed) };
}

function paints(stream: OutputStream, allowed: boolean): Paints {
  const shows = allowed && stream.isTTY === true;
  const paint =
    (format: 'bold' | 'dim' | 'red' | 'green'): Paint =>
    (text) =>
      shows ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    hue: (name) => (text) =>
      shows && name !== undefined ? `\u001b[38;5;${hueOf(name)}m${text}\u001b[39m` : text,
  };
}

// Of the 256 colors, some of medium brightness, readable on black and on white; none resembles red,
// the color of errors.
const hues = [28, 31, 130, 98, 162, 30, 64, 27, 164, 129];

function hueOf(name: string): number | undefined {
  let hash = 0;
  for (const character of name.toLowerCase())
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hues[hash % hues.length];
}
