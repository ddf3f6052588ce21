// Passes the real arguments, environment, streams and signals to the command line. No other file
// reads them from `process`, except that of the PostgreSQL address, which reads the variables of
// libpq.
import { setMaxListeners } from 'node:events';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import tty from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { type Io, type OutputStream, sayNow } from './cli/io.ts';
import { run } from './cli/run.ts';
import { systemClock } from './client/clock.ts';
import { homeFolder } from './config/paths.ts';
import { stopSignals } from './errors.ts';
import { createSecrets } from './secrets.ts';

// undici parses HTTP with WebAssembly, and Node 20 waits for V8's optimizing compiler before the
// process exits.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');

// libsql finds its binary in a report of the process, for which Node would ask the DNS about each
// open connection, and wait.
Object.assign(process.report, { excludeNetwork: true });

// What a library announces to its users is nothing that a user of the program can act on.
process.noDeprecation = true;

const terminals = [0, 1, 2].filter(tty.isatty);
// Node restores the terminals when it ends, and aborts with a core dump if one was closed
// meanwhile.
process.once('exit', () => {
  for (const fd of terminals) if (!tty.isatty(fd)) closeSync(fd);
});

const stopped = new AbortController();
/** How much work holds the signals. */
let holders = 0;

// A closed pipe also fails the write itself, which is where it is handled.
const stdout = fstatSync(1).isFile() ? fileOutput(1) : process.stdout;
stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

// A process may have no further file when it fails.
const heldFile = openSync(devNull, 'r');

const io: Io = {
  env: process.env,
  homedir: homeFolder(process.env),
  platform: process.platform,
  userId: process.getuid?.(),
  // Opened on first use: it takes time and keeps the process running, and few commands read it.
  get stdin() {
    return withCheckedMode(process.stdin);
  },
  stdout,
  stderr: process.stderr,
  secrets: createSecrets(),
  clock: systemClock,
  releaseFile: () => closeSync(heldFile),
  // Created on first use: it takes some milliseconds, which help and version do not need to spend.
  get stopped() {
    // Every request in flight may listen.
    setMaxListeners(0, stopped.signal);
    return stopped.signal;
  },
  holdSignals,
  self: [process.execPath, process.argv[1] ?? ''],
  packageDirectory: dirname(import.meta.dirname),
  nodeVersion: process.versions.node,
};

// If nothing is left to do before the command has ended, the program has failed.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return;
  sayNow(io, 'Error: unexpected error: nothing is left to do, and the command has not ended\n');
  process.exitCode = 13;
});
void run(process.argv.slice(2), io).then((exitCode) => {
  process.exitCode = exitCode;
});

function holdSignals(): () => Promise<void> {
  if (holders === 0 && !stopped.signal.aborted)
    for (const signal of stopSignals) process.on(signal, stop);
  holders++;
  return async () => {
    // A signal that has arrived is handled in the next turn of the event loop.
    for (let turn = 0; turn < 2 && holders === 1; turn++) await nextTurn();
    holders--;
    if (holders === 0) endAtSignals();
  };
}

/** The second signal ends the process at once. */
function stop(signal: NodeJS.Signals): void {
  endAtSignals();
  stopped.abort(signal);
}

function endAtSignals(): void {
  for (const signal of stopSignals) process.off(signal, stop);
}

/**
 * Node's own stream for a file reports a text as written if the disk has room for a part of it
 * only.
 */
function fileOutput(fd: number): OutputStream {
  return new Writable({
    write(bytes: Buffer, _, done) {
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/**
 * A prompt restores the mode of its terminal. If that was closed, Node would report it as an error
 * that nobody can catch.
 */
function withCheckedMode(stdin: typeof process.stdin): typeof process.stdin {
  const { setRawMode } = tty.ReadStream.prototype;
  if (stdin.isTTY)
    stdin.setRawMode = (mode) => {
      if (tty.isatty(0)) setRawMode.call(stdin, mode);
      return stdin;
    };
  return stdin;
}
