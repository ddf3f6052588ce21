// Files that are made to take time or memory: each is refused with the limit that it passes, or
// read.
import { expect, it } from 'vitest';
import { InvalidInputError } from '../src/errors.ts';
import { hostileFiles } from './support/hostile-files.ts';
import { processorMs } from './support/processor-time.ts';
import { readTable } from './support/tables.ts';

it.each(hostileFiles)(
  'a hostile file is read, or refused with its limit: $name',
  async ({ bytes, limit }) => {
    const content = bytes();
    const began = processorMs();
    const error = await readTable(content).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(processorMs() - began).toBeLessThan(5000);
    if (limit === undefined) return expect(error).toBeUndefined();
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      details: [{ message: expect.stringContaining(limit) }],
      fix: expect.any(String),
    });
  },
);
