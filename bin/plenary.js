#!/usr/bin/env node
// Starts the built program, or reports that this version of Node cannot run it.
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
const [argument, ...others] = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`plenary needs Node 20.19 or later; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (!(['--version', 'version'].includes(argument) && others.length === 0 && printVersion())) {
  module.enableCompileCache?.();
  await import('../dist/main.js').catch((error) => {
    if (error?.code !== 'EMFILE') throw error;
    const [message, fix] = ['too many files are open', 'raise the limit, for example with `ulimit -n 1024`'];
    const text = process.argv.includes('--json')
      ? JSON.stringify({
          error: { code: 'output', message, exitCode: 1, retryable: false, details: [], fix, next: [] },
        })
      : `Error: ${message}\nFix: ${fix}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });
}

/**
 * Scripts ask for the version to check that the program is installed. The answer does not need the command tree.
 * Returns false if it cannot be written, which the program itself explains.
 */
function printVersion() {
  const require = module.createRequire(import.meta.url);
  try {
    require('node:fs').writeSync(1, `${require('../package.json').version}\n`);
    return true;
  } catch {
    return false;
  }
}
