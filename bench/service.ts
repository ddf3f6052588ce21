// Compares durable creates with what HTTP and the database reach alone, and with a bare echo server. Then kills the service
// under load and counts lost creates.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openStore } from '../src/service/store/open.ts';
import { type ChildServer, startServer } from '../test/support/child-server.ts';
import { loadSpeakers } from '../test/support/speaker-load.ts';
import { createSpeakers, perSecond } from './create-load.ts';

const connections = 32;
// Many short rounds and their median: a round that another program disturbs does not count.
const rounds = 9;
const seconds = 1;
// Until Node has compiled everything that a request runs.
const warmUpSeconds = 5;
const kills = 3;
/** Of the ceiling: what HTTP and the database reach with nothing of ours. */
const goal = 0.85;

const sides = ['echo', 'ceiling', 'service'] as const;
type Side = (typeof sides)[number];

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
      ceiling: 'bench/bare-store-server.ts',
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

/** The share of the ceiling that the service reaches. */
async function compare(): Promise<number> {
  const figures: Record<Side, number>[] = [];
  const servers: ChildServer[] = [];
  const start = async (program: string, ...args: readonly string[]) => {
    const server = await startServer([join(programs, program), ...args]);
    servers.push(server);
    return server;
  };
  try {
    const server: Record<Side, ChildServer> = {
      echo: await start('echo.mjs'),
      ceiling: await start('ceiling.mjs', join(folder, 'ceiling.db')),
      service: await start('service.mjs', join(folder, 'compare.db')),
    };
    for (const side of sides) await measure(server[side], warmUpSeconds);
    for (let round = 1; round <= rounds; round++) {
      const figure = { echo: 0, ceiling: 0, service: 0 };
      for (const side of round % 2 === 0 ? sides.toReversed() : sides)
        figure[side] = await measure(server[side], seconds);
      figures.push(figure);
      const { echo, ceiling, service } = figure;
      console.log(
        `round ${round}: echo ${perSecond(echo)}, ceiling ${perSecond(ceiling)}, durable creates ${perSecond(service)}: ${(service / ceiling).toFixed(2)} of the ceiling`,
      );
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  }
  const share = (side: Side, of: Side) => median(figures.map((figure) => figure[side] / figure[of]));
  const reached = share('service', 'ceiling');
  console.log(
    `durable creates reach ${reached.toFixed(2)} of the ceiling, HTTP and the database alone, at ${connections} connections (goal: ${goal})\n` +
      `of a bare echo, they reach ${share('service', 'echo').toFixed(2)}, and the ceiling ${share('ceiling', 'echo').toFixed(2)}`,
  );
  return reached;
}

async function measure({ url, token }: ChildServer, duration: number): Promise<number> {
  return (await createSpeakers({ url, token, connections, seconds: duration })) / duration;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
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
