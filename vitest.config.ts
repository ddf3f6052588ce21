// Configures vitest: two projects, `all` in this process and `process` for what needs the built
// program, a shell, a browser, a kill, PostgreSQL, or much memory or time.
import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

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

/**
 * Imports of a file as its text (`with { type: 'text' }`), as the build inlines them. The runner
 * itself would run scripts, and empty style sheets.
 */
const textImports: Plugin = {
  name: 'text-imports',
  enforce: 'pre',
  transform(code) {
    return code.replace(/from '([^']+)' with \{ type: 'text' \}/g, "from '$1.text'");
  },
  resolveId(path, importer) {
    if (importer === undefined || !path.endsWith('.text')) return undefined;
    // In a module that was transformed before, it begins at the root of the repository.
    return path.startsWith('/src/')
      ? join(import.meta.dirname, path)
      : resolve(dirname(importer), path);
  },
  load(id) {
    if (!id.endsWith('.text')) return undefined;
    return `export default ${JSON.stringify(readFileSync(id.slice(0, -'.text'.length), 'utf8'))}`;
  },
};

export default defineConfig({
  plugins: [textImports],
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    // By default, one core is reserved for the runner.
    maxWorkers: availableParallelism(),
    // Test files share loaded modules, which is safe because the only state of a module here is a
    // cache of pure results.
    isolate: false,
    // A file of further certificates costs each process of Node 20 75 ms.
    env: { TMPDIR: temporaryFolders(), NODE_EXTRA_CA_CERTS: '' },
    // A worker that creates and drops whole services and programs collects garbage half as often,
    // and not on the others' cores.
    execArgv: ['--max-semi-space-size=32', '--single-threaded-gc'],
    // In node_modules: what is transformed once is not transformed again by another project or the
    // next run.
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/own-fetch.ts'],
    maxConcurrency: 10,
    // Long, because a busy machine is several times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'all', include: ['{src,test}/**/*.test.ts'], exclude: ['test/process/**'] },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          globalSetup: ['test/support/shared-postgres.ts'],
          // After the other project: a worker that changes projects starts again.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
