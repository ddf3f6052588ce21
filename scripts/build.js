// Bundles the program into dist/, one chunk per command, so that a start reads only what it runs.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });

await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  // Names of errors and classes are part of what the program prints.
  keepNames: false,
  legalComments: 'linked',
  // A native binary cannot be bundled; it is found beside the package.
  external: ['libsql'],
  // CommonJS packages inside an ES module still call require.
  banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
  logLevel: 'warning',
});
