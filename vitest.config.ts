// Configures vitest: the tests of every change, those of the whole (`*.slow.test.ts`), and which run on both stores; slow files first.
import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { postgresPrograms } from './test/support/postgres.ts';

/** Files that take seconds, slowest first: one that starts last would keep a single worker busy at the end. */
const slow = [
  'test/timetable-filters.slow.test.ts',
  'test/timetable-page.test.ts',
  'test/any-server-writes.test.ts',
  'test/any-server.slow.test.ts',
  'test/executable.slow.test.ts',
  'test/examples-ci.slow.test.ts',
  'test/timetable-page.slow.test.ts',
  'test/shared-lists.slow.test.ts',
  'test/store-crash.slow.test.ts',
  'test/built.slow.test.ts',
  'src/service/store/postgres/given-up.slow.test.ts',
  'test/package.slow.test.ts',
  'test/any-server-faults.test.ts',
  'test/any-server-lists.test.ts',
  'test/program-apply.test.ts',
  'test/shared-database.test.ts',
  'src/service/store/postgres/conformance.test.ts',
  'test/program-crash.slow.test.ts',
  'src/service/store/postgres/lost-connections.slow.test.ts',
  'src/service/store/postgres/unavailable.slow.test.ts',
  'test/program-run.test.ts',
  'test/import-crash.slow.test.ts',
  'src/import/exactly-once.test.ts',
  'src/schedule/run.test.ts',
  'test/pipes.test.ts',
];

/** Tests of the service that depend on what a store's SQL does. The others run on SQLite alone. */
const onBothStores = [
  'access',
  'creates',
  'endpoints',
  'idempotency',
  'lists',
  'metrics',
  'public-timetables',
  'rate-limit',
  'sessions',
  'updates',
];

const wholeProgram = resolve(import.meta.dirname, 'test');

/** The slow files first, then the whole-program tests, then the tests of single parts. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = slow.findIndex((name) => moduleId.endsWith(name));
  if (place >= 0) return place;
  return moduleId.startsWith(wholeProgram) ? slow.length : slow.length + 1;
}

/** For the tests that speak to this machine alone: a file of further certificates costs each process of Node 20 75 ms. */
const onLoopback = { NODE_EXTRA_CA_CERTS: '' };

/** In memory if there is enough room: most of the tests' time is waiting for the disk. */
function temporaryFolders(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize >= 2 ** 30) return inMemory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    // Two more than there are cores, because many tests wait for a while. By default, one core is reserved for the runner.
    maxWorkers: availableParallelism() + 2,
    // Test files share loaded modules, which is safe because the only state of a module here is a cache of pure results.
    isolate: false,
    env: { TMPDIR: temporaryFolders() },
    // A worker that creates and drops whole services and programs collects garbage half as often, and not on the others' cores.
    execArgv: ['--max-semi-space-size=32', '--single-threaded-gc'],
    // In node_modules: what is transformed once is not transformed again by another project or the next run.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/support/build.ts', 'test/support/shared-postgres.ts'],
    maxConcurrency: 10,
    // Long, because a busy machine is several times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          env: onLoopback,
        },
      },
      // The built and installed program, a browser, real files, the proof of an optimum, and kills of services and databases: `npm run test:all` runs them as well.
      { extends: true, test: { name: 'slow', include: ['src/**/*.slow.test.ts', 'test/**/*.slow.test.ts'] } },
      ...(postgresPrograms
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: onBothStores.map((name) => `src/service/${name}.test.ts`),
                env: { ...onLoopback, PLENARY_TEST_STORE: 'postgres' },
              },
            },
          ]
        : []),
    ],
  },
});
