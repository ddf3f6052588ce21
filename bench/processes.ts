// Runs whole processes and measures them, and bundles the peers.
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import {
  type ChildServer,
  launcher,
  runToEnd,
  type Start,
  startServer,
} from '../test/support/program.ts';
import type { Requests } from './peers/requests.ts';
import { stopwatch } from './row.ts';

const root = resolve(import.meta.dirname, '..');

export interface Ended {
  /** From the start of the process until it has ended and its output is read. */
  readonly seconds: number;
  readonly stdout: string;
}

/** Runs `node` with the arguments to its end; standard output is piped. @throws if it fails */
export async function runNode(args: readonly string[], start: Start = {}): Promise<Ended> {
  const elapsed = stopwatch();
  const { exitCode, stdout, stderr } = await runToEnd([process.execPath, ...args], start);
  const seconds = elapsed();
  if (exitCode !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
  return { seconds, stdout };
}

/** Runs the bare script that sends these requests. */
export async function runRequests(requests: Requests): Promise<Ended> {
  return runNode([await bundlePeer('requests'), JSON.stringify(requests)]);
}

export async function milliseconds(process: Promise<Ended>): Promise<number> {
  return 1000 * (await process).seconds;
}

/** The built program as a service, in a process of its own. */
export function serve(data: string, ...flags: readonly string[]): Promise<ChildServer> {
  return startServer([launcher, 'serve', '--data', data, '--port', '0', '--json', ...flags]);
}

const bundles = new Map<string, Promise<string>>();

/**
 * A file of `bench/peers/` as plain JavaScript, bundled as the program is.
 * @returns its path, where its packages are found
 */
export function bundlePeer(name: string): Promise<string> {
  const bundled = bundles.get(name) ?? bundle(name);
  bundles.set(name, bundled);
  return bundled;
}

async function bundle(name: string): Promise<string> {
  const outfile = join(root, `node_modules/.bench/${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/peers/${name}.ts`],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['libsql', 'pg-native'],
    banner: {
      js:
        'import{createRequire as $require}from"node:module";' +
        'const require=$require(import.meta.url);',
    },
    logLevel: 'warning',
  });
  return outfile;
}
