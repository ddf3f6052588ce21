import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    reporters: ['default', './test/closing-line.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Real servers and real processes: a worker per core, and nothing shared between files.
    pool: 'forks',
  },
});
