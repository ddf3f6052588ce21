// Files that are made to take time or memory: each is refused with the limit that it passes, and a signal ends its reading.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InvalidInputError } from '../src/errors.ts';
import { hostileFiles } from './support/hostile-files.ts';
import { processorMs } from './support/processor-time.ts';
import { readTable } from './support/tables.ts';

describe('a hostile file', () => {
  it.each(hostileFiles)('is read, or refused with its limit: $name', async ({ bytes, contents, limit }) => {
    const turns = watchTurns();
    const error = await readTable(bytes(), { contents }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const { longestMs, totalMs } = turns.end();
    expect(totalMs).toBeLessThan(15_000);
    // A signal is handled between two turns.
    expect(longestMs).toBeLessThan(3000);
    if (limit === undefined) return expect(error).toBeUndefined();
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ details: [{ message: expect.stringContaining(limit) }], fix: expect.any(String) });
  });

  const long = hostileFiles.filter(({ name }) => /^(many-properties|blank-rows|paragraphs)/.test(name));

  it.each(long)('is given up after a signal: $name', async ({ bytes }) => {
    // Each look at the clock finds that much time has passed.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    onTestFinished(() => clock.mockRestore());
    const stopped = new AbortController();
    const reading = readTable(bytes(), { contents: 'sessions', signal: stopped.signal });
    stopped.abort('SIGTERM');
    await expect(reading).rejects.toBe('SIGTERM');
  });
});

/** Measures the processor time of the longest turn of the event loop, and of all turns. */
function watchTurns() {
  const began = processorMs();
  let last = began;
  let longestMs = 0;
  const next = () => {
    const now = processorMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  const timer = setInterval(next, 10);
  return {
    end() {
      clearInterval(timer);
      next();
      return { longestMs, totalMs: last - began };
    },
  };
}
