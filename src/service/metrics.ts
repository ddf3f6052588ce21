// Counts what the service does and serves the counts to Prometheus, on a port of its own. The only use of prom-client.
// No label has an id, or anything about a person.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { cannotListen } from './listen.ts';
import type { ResponseRecords } from './log.ts';
import type { ConnectionUse, StoreObserver } from './store/store.ts';

export interface MetricsOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Of the program. */
  readonly version: string;
}

export interface Metrics extends Required<Pick<ResponseRecords, 'onResponse'>> {
  /** For the store. */
  readonly observer: StoreObserver;
  /** Where the counts are read. */
  readonly url: string;
  close(): Promise<void>;
}

const secondsUpTo = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const writesUpTo = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** @throws UsageError if it cannot listen on the address */
export async function startMetrics({ host, port, version }: MetricsOptions): Promise<Metrics> {
  const registry = new Registry();
  const counts = countsIn(registry, version);
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw cannotListen(host, port, error);
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    ...counts,
    url: `http://${reachable(host)}:${actual}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The address of this machine if the server listens on all. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function countsIn(registry: Registry, version: string): Pick<Metrics, 'onResponse' | 'observer'> {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'plenary_build_info',
    help: 'Always 1; the labels have the versions',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  const durations = new Histogram({
    name: 'plenary_http_request_duration_seconds',
    help: 'Time from the head of a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsUpTo,
    registers,
  });
  const refusals = new Counter({
    name: 'plenary_rate_limit_refusals_total',
    help: 'Requests that were refused because of the rate limit',
    registers,
  });
  const groups = new Histogram({
    name: 'plenary_write_group_size',
    help: 'Number of writes in one transaction; on PostgreSQL, of creations',
    buckets: writesUpTo,
    registers,
  });
  const retries = new Counter({
    name: 'plenary_database_retries_total',
    help: 'Attempts that were repeated after a temporary failure of the database',
    registers,
  });
  return {
    onResponse: ({ method = 'none', route, status, ms = 0 }) => {
      durations.observe({ method, route, status }, ms / 1000);
      if (status === 429) refusals.inc();
    },
    observer: {
      committed: (writes) => groups.observe(writes),
      retried: () => retries.inc(),
      connected: (use) => addConnections(registers, use),
    },
  };
}

/** Only a server has connections. They are counted when the counts are read. */
function addConnections(registers: Registry[], use: () => ConnectionUse): void {
  new Gauge({
    name: 'plenary_database_connections',
    help: 'Connections to the database server',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = use();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'plenary_database_waiting',
    help: 'Operations that wait for a connection to the database server',
    registers,
    collect() {
      this.set(use().waiting);
    },
  });
}
