// The metrics as Prometheus reads them: what is counted, and that no label has an id or personal data.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';
import { UsageError } from '../errors.ts';
import { type Metrics, startMetrics } from './metrics.ts';

const address = { host: '127.0.0.1', port: 0, version: '1.2.3' };

let metrics: Metrics;
let service: LoopbackService;
beforeEach(async () => {
  metrics = await startMetrics(address);
  const { observer, onResponse } = metrics;
  service = await startLoopbackService({ observer, onResponse, rateLimit: { limit: 12, windowMs: 3_600_000 } });
});
afterEach(async () => {
  await service.stop();
  await metrics.close();
});

const text = async () => (await fetch(metrics.url)).text();

/** The value of a series, written as Prometheus writes it. */
async function sampleOf(series: string): Promise<number | undefined> {
  const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

const requests = (method: string, route: string, status: number) =>
  sampleOf(`plenary_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);

const speakers = '/v1/events/conf/speakers';

it('counts requests by method, route and status, and those that the rate limit refuses', async () => {
  const add = (index: number) => service.call('POST', speakers, { email: `amina${index}@example.org` });
  await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)));
  await service.call('GET', `${speakers}?status=confidential`);
  await service.call('PATCH', '/v1/speakers/spk_1', { title: 'Dr.' });
  await service.call('GET', speakers);
  await service.call('GET', '/nowhere/amina@example.org');

  const route = '/v1/events/:event_id/speakers';
  expect(await requests('POST', route, 201)).toBe(10);
  expect(await requests('GET', route, 200)).toBe(1);
  expect(await requests('PATCH', '/v1/speakers/:speaker_id', 404)).toBe(1);
  expect(await requests('GET', 'none', 404)).toBe(1);
  expect(await requests('GET', route, 429)).toBe(1);
  expect(await sampleOf('plenary_rate_limit_refusals_total')).toBe(1);
  expect(await text()).not.toMatch(/amina|confidential|spk_|conf\/|plt_/);
});

it('counts the sizes of groups of writes', async () => {
  const before = (await sampleOf('plenary_write_group_size_sum')) ?? 0;
  const add = (index: number) => service.call('POST', speakers, { email: `amina${index}@example.org` });
  await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)));
  expect(await sampleOf('plenary_write_group_size_sum')).toBe(before + 10);
  expect(await sampleOf('plenary_write_group_size_bucket{le="512"}')).toBe(
    await sampleOf('plenary_write_group_size_count'),
  );
});

it('counts retries, and has the connections, the versions and the metrics of the process', async () => {
  metrics.observer.retried();
  metrics.observer.connected(() => ({ used: 1, idle: 2, waiting: 3 }));
  expect(await sampleOf('plenary_database_connections{state="used"}')).toBe(1);
  expect(await sampleOf('plenary_database_connections{state="idle"}')).toBe(2);
  expect(await sampleOf('plenary_database_waiting')).toBe(3);
  expect(await sampleOf('plenary_database_retries_total')).toBe(1);
  expect(await sampleOf(`plenary_build_info{version="1.2.3",node="${process.versions.node}"}`)).toBe(1);
  expect(await sampleOf('process_resident_memory_bytes')).toBeGreaterThan(0);
});

it('responds to nothing else, and explains why it cannot listen', async () => {
  expect((await fetch(new URL('/', metrics.url))).status).toBe(404);
  const taken = startMetrics({ ...address, port: Number(new URL(metrics.url).port) });
  await expect(taken).rejects.toThrow(UsageError);
  await expect(taken).rejects.toThrow(/another program is using this port/);
});
