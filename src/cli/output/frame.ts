// Collects what a command prints, as a terminal of the same width would show it. Must not know what it does with it.
import { Writable } from 'node:stream';
import type { Io, Output } from '../io.ts';

export interface Frame {
  readonly stdout: Output;
  readonly stderr: Output;
  /** What was printed since the last call: the data, then the notices. */
  take(): string;
}

export function createFrame({ stdout }: Pick<Io, 'stdout'>): Frame {
  const data = collector();
  const notices = collector();
  const asWide = (stream: Writable) => Object.defineProperty(stream, 'columns', { get: () => stdout.columns });
  return {
    stdout: asWide(Object.assign(data.stream, { isTTY: true })),
    stderr: asWide(notices.stream),
    take: () => [data.take(), notices.take()].filter(Boolean).join('\n'),
  };
}

function collector() {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return {
    stream,
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}
