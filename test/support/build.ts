// Builds the program once in a run, before the tests of both projects: those of processes start it,
// and placing uses its worker.
import { execFileSync } from 'node:child_process';

/** Each project has its own instance of this module. */
const built = Symbol.for('plenary.built');

export default function setup(): void {
  if (built in globalThis) return;
  Object.assign(globalThis, { [built]: true });
  execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
}
