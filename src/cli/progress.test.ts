// Progress as a terminal and as a log shows it; the clock is set by hand.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import { systemClock } from '../client/clock.ts';
import { createContext } from './context.ts';
import type { Io } from './io.ts';
import { createProgress } from './progress.ts';

describe('on a terminal', () => {
  it('is a bar, with the rate and the remaining time once there is enough to measure', () => {
    const { progress, at, said } = watch({ isTTY: true, columns: 80 });
    at(0, () => progress.update(1, 400));
    expect(said()).toBe(`\r\u001b[K${'░'.repeat(24)} 1/400 speakers`);
    at(50, () => progress.update(5, 400));
    expect(said()).toBe('');
    at(2000, () => progress.update(101, 400));
    expect(said()).toBe(
      `\r\u001b[K${'█'.repeat(6)}${'░'.repeat(18)} 101/400 speakers · 50/s · 6 s left`,
    );
    at(2000, () => progress.pause(4200));
    expect(said()).toBe(
      `\r\u001b[K${'█'.repeat(6)}${'░'.repeat(18)} 101/400 speakers · pause of 5 s`,
    );
    progress.clear();
    expect(said()).toBe('\r\u001b[K');
  });

  it('is the count and the rate if the total is unknown', () => {
    const { progress, at, said } = watch({ isTTY: true, columns: 80 });
    at(0, () => progress.update(0, undefined));
    at(2000, () => progress.update(500, undefined));
    expect(said()).toBe('\r\u001b[K0 speakers\r\u001b[K500 speakers · 250/s');
  });

  it.each([
    [50, '101/400 speakers · 50/s · 6 s left'],
    [30, '101/400 speakers · 50/s'],
    [20, '101/400 speakers'],
  ])('%i columns wide shows what fits', (columns, expected) => {
    const { progress, at, said } = watch({ isTTY: true, columns });
    at(0, () => progress.update(1, 400));
    said();
    at(2000, () => progress.update(101, 400));
    expect(said()).toBe(`\r\u001b[K${expected}`);
  });
});

describe('in a log', () => {
  it('is what a terminal that cannot move its cursor shows', () => {
    const { progress, at, said } = watch({ isTTY: true, columns: 80 }, { env: { TERM: 'dumb' } });
    at(31_500, () => progress.update(59, 100));
    progress.clear();
    expect(said()).toBe('59/100 speakers\n');
  });

  it('is a line every 30 s', () => {
    const { progress, at, said } = watch({});
    at(29_000, () => progress.update(50, 100));
    expect(said()).toBe('');
    at(30_000, () => progress.update(51, 100));
    expect(said()).toBe('51/100 speakers\n');
    at(59_000, () => progress.update(90, 100));
    expect(said()).toBe('');
    at(60_000, () => progress.update(91, undefined));
    expect(said()).toBe('91 speakers\n');
  });

  it('includes only long pauses', async () => {
    const { progress, said } = watch({});
    progress.pause(5000);
    expect(said()).toBe('');
    progress.pause(120_000);
    expect(said()).toBe('Pausing for 2 min: the service limits the request rate or fails.\n');
  });
});

it('is nothing with --quiet', () => {
  const { progress, at, said } = watch({ isTTY: true }, { quiet: true });
  at(5000, () => progress.update(50, 100));
  progress.pause(120_000);
  progress.clear();
  expect(said()).toBe('');
});

function watch(
  terminal: { readonly isTTY?: boolean; readonly columns?: number },
  { quiet = false, env = {} }: { readonly quiet?: boolean; readonly env?: Io['env'] } = {},
) {
  let now = 0;
  let text = '';
  const stderr = Object.assign(new PassThrough(), terminal);
  stderr.on('data', (chunk) => {
    text += chunk;
  });
  const io = { ...testIo(), env, stderr, clock: { ...systemClock, now: () => now } };
  const progress = createProgress(
    createContext(io, { global: { color: false, input: true, quiet }, flags: {} }),
    'speakers',
  );
  return {
    progress,
    at(ms: number, act: () => void) {
      now = ms;
      act();
    },
    said() {
      const said = text;
      text = '';
      return said;
    },
  };
}
