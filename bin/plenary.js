#!/usr/bin/env node
// Starts the built program, or reports that this version of Node cannot run it.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`plenary needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  const { enableCompileCache } = require('node:module');
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
  // Node 22.8 and later. Its own choice is a folder for temporary files, which another user could have prepared.
  if (enableCompileCache && caches) enableCompileCache(`${caches}/plenary`);
  try {
    require('../dist/main.js');
  } catch (error) {
    if (!['EMFILE', 'ENFILE'].includes(error.code)) throw error;
    process.stderr.write(
      'Error: plenary cannot start: too many files are open\n' +
        'Fix: raise the limit, for example with `ulimit -n 1024`\n',
    );
    process.exitCode = 1;
  }
}
