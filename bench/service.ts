// Compares durable creates with a bare echo server, then kills the service under load and counts lost creates.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openStore } from '../src/service/store/open.ts';
import { type ChildServer, startServer } from '../test/support/child-server.ts';
import { loadSpeakers } from '../test/support/speaker-load.ts';
import { createSpeakers, perSecond } from './create-load.ts';

const connections = 32;
const rounds = 3;
const seconds = 2;
const kills = 3;
const goal = 0.6;

const folder = mkdtempSync(join(tmpdir(), 'plenary-bench-'));
// Inside the project, where a bundle finds the database's native part.
const programs = mkdtempSync(join(import.meta.dirname, '../node_modules/.bench-'));
try {
  await bundle();
  const ratio = await compare();
  const lost = await crash();
  if (ratio < goal || lost > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

/** Both sides are measured as plain JavaScript, as a release runs. */
async function bundle(): Promise<void> {
  await build({
    entryPoints: {
      echo: 'bench/echo-server.ts',
      floor: 'bench/bare-store-server.ts',
      service: 'test/support/service-process.ts',
    },
    outdir: programs,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['libsql'],
    banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
    logLevel: 'warning',
  });
}

type Side = 'echo' | 'floor' | 'service';

async function compare(): Promise<number> {
  const figures: Record<Side, number>[] = [];
  const servers: ChildServer[] = [];
  const start = async (program: string, ...args: readonly string[]) => {
    const server = await startServer([join(programs, program), ...args]);
    servers.push(server);
    return server;
  };
  try {
    const echo = await start('echo.mjs');
    const floor = await start('floor.mjs', join(folder, 'floor.db'));
    const service = await start('service.mjs', join(folder, 'compare.db'));
    // The first round warms up the machine and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const figure = { echo: await measure(echo), floor: await measure(floor), service: await measure(service) };
      if (round === 0) continue;
      figures.push(figure);
      const { echo: bare, floor: least, service: durable } = figure;
      console.log(
        `round ${round}: echo ${perSecond(bare)}, floor ${perSecond(least)}, durable creates ${perSecond(durable)}, ${(durable / bare).toFixed(2)}`,
      );
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  }
  const sum = (side: Side) => figures.reduce((total, figure) => total + figure[side], 0);
  const ratio = sum('service') / sum('echo');
  console.log(
    `durable creates reach ${ratio.toFixed(2)} of a bare echo, at ${connections} connections (goal: ${goal})\n` +
      `HTTP and the database alone, with nothing of ours, reach ${(sum('floor') / sum('echo')).toFixed(2)} of it`,
  );
  return ratio;
}

async function measure({ url, token }: ChildServer): Promise<number> {
  return (await createSpeakers({ url, token, connections, seconds })) / seconds;
}

/** How many acknowledged speakers are missing after the server was killed under load. */
async function crash(): Promise<number> {
  const path = join(folder, 'crash.db');
  const acknowledged: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer([join(programs, 'service.mjs'), path]);
    const load = loadSpeakers(server.url, server.token, `kill${kill}`, connections);
    await load.reached(3000);
    await server.stop('SIGKILL');
    await load.ended;
    acknowledged.push(...load.acknowledged);
  }
  const stored = await storedAddresses(path);
  const lost = acknowledged.filter((email) => !stored.has(email)).length;
  console.log(`${kills} × kill -9 under load: ${acknowledged.length} speakers acknowledged, ${lost} lost`);
  return lost;
}

async function storedAddresses(path: string): Promise<ReadonlySet<string>> {
  const store = await openStore(path);
  const stored = new Set<string>();
  for (const { id } of await store.listOrganizations()) {
    for (let page = 1; ; page++) {
      const scope = { organizationId: id, eventId: 'conf' };
      const found = await store.list('speakers', scope, { page, pageSize: 1000 });
      if (found === undefined || found.records.length === 0) break;
      for (const { email } of found.records) stored.add(email);
    }
  }
  await store.close();
  return stored;
}
