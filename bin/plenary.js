#!/usr/bin/env node
// Starts the built program, after a word to those whose Node is too old to understand it.
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
const [argument, ...others] = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`plenary needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (argument === '--version' && others.length === 0) {
  // Scripts ask for it to see whether the program is there; they need not wait for the command tree.
  process.stdout.write(`${module.createRequire(import.meta.url)('../package.json').version}\n`);
} else {
  module.enableCompileCache?.();
  await import('../dist/main.js');
}
