// The real world in (arguments, environment, streams, signals), an exit code out. The only file that touches `process`.
import { setMaxListeners } from 'node:events';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Io } from './cli/io.ts';
import { run } from './cli/run.ts';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The second signal meets the default again, and leaves at once.
  process.once(signal, () => stopped.abort(signal));
}
// A reader that has gone shows as a failed write, and is dealt with there.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const io: Io = {
  env: process.env,
  homedir: homedir(),
  platform: process.platform,
  // Opening standard input costs time and holds the process; few commands read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
  // Making the signal takes some milliseconds, which help and version need not pay.
  get stopped() {
    // Each request in flight may listen.
    setMaxListeners(0, stopped.signal);
    return stopped.signal;
  },
  self: [process.execPath, process.argv[1] ?? ''],
  packageDirectory: fileURLToPath(new URL('..', import.meta.url)),
};

process.exitCode = await run(process.argv.slice(2), io);
