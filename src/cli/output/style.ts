// Colour and emphasis: on where a terminal shows them and nobody said otherwise.
import { styleText } from 'node:util';
import type { Io, Output } from '../io.ts';

type Paint = (text: string) => string;

/** How text looks on one stream; each is the identity where there is no colour. */
export interface Paints {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
}

export interface Style {
  readonly stdout: Paints;
  readonly stderr: Paints;
}

/** @param wanted false after `--no-color` */
export function createStyle({ stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>, wanted: boolean): Style {
  const allowed = wanted && !env.NO_COLOR && env.TERM !== 'dumb';
  return { stdout: paints(stdout, allowed), stderr: paints(stderr, allowed) };
}

function paints(stream: Output, allowed: boolean): Paints {
  const paint =
    (format: 'bold' | 'dim' | 'red' | 'green'): Paint =>
    (text) =>
      allowed && stream.isTTY === true ? styleText(format, text, { validateStream: false }) : text;
  return { bold: paint('bold'), dim: paint('dim'), red: paint('red'), green: paint('green') };
}
