#!/usr/bin/env node
// Starts the built program, after a word to those whose Node is too old to understand it.
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`plenary needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  module.enableCompileCache?.();
  await import('../dist/main.js');
}
