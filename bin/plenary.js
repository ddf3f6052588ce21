#!/usr/bin/env node
// Starts the built program, or reports that this version of Node cannot run it.
const [major, minor] = process.versions.node.split('.').map(Number);
const [argument, ...others] = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`plenary needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (!(['--version', 'version'].includes(argument) && others.length === 0 && printVersion())) {
  require('../dist/start.js');
}

/**
 * Scripts ask for the version to check that the program is installed. The answer does not need the command tree.
 * Returns false if it cannot be written, which the program itself explains.
 */
function printVersion() {
  try {
    require('node:fs').writeSync(1, `${require('../package.json').version}\n`);
    return true;
  } catch {
    return false;
  }
}
