// Installs the packages if they are missing or older than the lockfile, so that a fresh clone needs
// only one command.
import { execSync } from 'node:child_process';
import { statSync } from 'node:fs';

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  process.stderr.write('Installing packages (once)…\n');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { stdio: ['ignore', 2, 2] });
}
