// A few of the inputs that `npm run fuzz` generates, the same on every machine, and all that it has found so far.
import { expect, it, onTestFinished } from 'vitest';
import { foundFiles } from './fuzz/found.ts';
import { fileReader, readersSuite } from './fuzz/readers.ts';
import { serviceSuite } from './fuzz/service.ts';
import { runCase, type Suite, seedOf } from './fuzz/suite.ts';

const seed = 24;

it.each<[string, () => Promise<Suite>, number]>([
  ['files that commands read', () => readersSuite(), 30],
  ['requests to the service', () => serviceSuite(), 60],
])('%s', async (_, open, cases) => {
  const suite = await open();
  onTestFinished(() => suite.close());
  const results = new Set<string>();
  for (let number = 0; number < cases; number++) {
    const { finding, result } = await runCase(suite, seedOf(seed, number));
    expect(finding?.message, `case ${number}`).toBeUndefined();
    results.add(result);
  }
  // Some are read, and others are refused for several reasons.
  expect(results.size).toBeGreaterThan(3);
});

it('files that were found', async () => {
  const reader = await fileReader();
  onTestFinished(() => reader.close());
  for (const { name, reading, content, exitCode, message } of foundFiles) {
    const { fault, ...result } = await reader.read({ reading, bytes: content, size: content.length, flags: [] });
    expect(fault, name).toBeUndefined();
    expect(result, name).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  }
});
