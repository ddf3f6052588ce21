// Serves metrics to Prometheus, on a port of its own: of the process, of requests, of the database.
// The only use of prom-client. No label has an id, or anything about a person.
import fastify from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppOptions } from './app.ts';
import { cannotListen } from './listen.ts';
import type { Store } from './store/store.ts';

/**
 * Listens on a port of its own; 0 selects a free one.
 * @returns where the metrics are read, and what counts a response
 * @throws UsageError if it cannot listen on the address
 */
export async function startMetrics(
  { load }: Pick<Store, 'load'>,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its response',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  addDatabaseMetrics(registry, load);
  const app = fastify();
  app.get('/metrics', async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  try {
    const url = `${await app.listen({ host, port })}/metrics`;
    const onResponse: NonNullable<AppOptions['onResponse']> = ({ ms, ...labels }) =>
      durations.observe({ ...labels }, ms / 1000);
    return { url, onResponse, close: () => app.close() };
  } catch (error) {
    throw cannotListen(host, port, error);
  }
}

/** Each is read when it is asked for. */
function addDatabaseMetrics(registry: Registry, load: Store['load']): void {
  const registers = [registry];
  for (const [name, help, valueIn] of counters) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(valueIn(load()));
      },
    });
  }
  new Gauge({
    name: 'plenary_writes_pending',
    help: 'Writes that wait for the database, or are in progress',
    registers,
    collect() {
      this.set(load().writes.pending);
    },
  });
  new Gauge({
    name: 'plenary_database_connections',
    help: 'Connections to PostgreSQL that are used or idle, and operations waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, ...states } of load().pools) {
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
      }
    },
  });
}

const counters: readonly (readonly [
  name: string,
  help: string,
  valueIn: (load: ReturnType<Store['load']>) => number,
])[] = [
  [
    'plenary_writes_total',
    'Writes that were decided in a transaction: stored, or refused as a duplicate',
    ({ writes }) => writes.decided,
  ],
  [
    'plenary_write_groups_total',
    'Transactions that have decided writes, each of them one or several',
    ({ writes }) => writes.groups,
  ],
  [
    'plenary_uncertain_writes_total',
    'Writes without a response, because it is unknown whether they are stored',
    ({ writes }) => writes.uncertain,
  ],
];
