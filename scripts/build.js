// Bundles the program into dist/: a core that every start reads, and a part for each thing that is loaded when it is needed.
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const core = resolve(root, 'src/cli/program.ts');

/**
 * Keeps the core in one file. esbuild makes a file of its own for each set of parts that share something, and reading
 * thirteen files costs a start 8 ms more than reading one; when every part names the core, they all share the same set.
 */
const oneCore = {
  name: 'one-core',
  setup({ onResolve, onLoad }) {
    const parts = new Set();
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') parts.add(resolve(resolveDir, path));
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!parts.has(path)) return undefined;
      return { contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(core)};\n`, loader: 'ts' };
    });
  },
};

/** Commander can start programs as subcommands. Ours are functions, and child processes cost a start 2 ms. */
const noExecutableSubcommands = {
  name: 'no-executable-subcommands',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

await rm(resolve(root, 'dist'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'linked',
  // A native binary cannot be bundled; it is found beside the package.
  external: ['libsql'],
  // CommonJS packages inside an ES module still call require.
  banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
  plugins: [oneCore, noExecutableSubcommands],
  logLevel: 'warning',
});
