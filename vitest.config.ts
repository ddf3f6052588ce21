import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'parts', include: ['src/**/*.test.ts'] } },
      // These start the built program as a process.
      {
        extends: true,
        test: { name: 'program', include: ['test/**/*.test.ts'], globalSetup: ['test/support/build.ts'] },
      },
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
