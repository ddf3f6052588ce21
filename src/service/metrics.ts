// Serves metrics to Prometheus, on a port of its own: of the process, and the duration of requests.
// The only use of prom-client. No label has an id, or anything about a person.
import fastify from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AppOptions } from './app.ts';
import { cannotListen } from './listen.ts';

export interface Metrics extends Required<Pick<AppOptions, 'onResponse'>> {
  /** Where they are read. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param port 0 selects a free one
 * @throws UsageError if it cannot listen on the address
 */
export async function startMetrics(host: string, port: number): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its response',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const app = fastify();
  app.get('/metrics', async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  try {
    const url = `${await app.listen({ host, port })}/metrics`;
    const onResponse: Metrics['onResponse'] = ({ ms, ...labels }) =>
      durations.observe({ ...labels }, ms / 1000);
    return { url, onResponse, close: () => app.close() };
  } catch (error) {
    throw cannotListen(host, port, error);
  }
}
