// The metrics as Prometheus reads them: what is counted, and that no label has an id or personal
// data.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';
import { UsageError } from '../errors.ts';
import { startMetrics } from './metrics.ts';

let metrics: Awaited<ReturnType<typeof startMetrics>>;
let service: LoopbackService;
beforeEach(async () => {
  service = await startLoopbackService({ onResponse: (facts) => metrics.onResponse(facts) });
  metrics = await startMetrics(service.store, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await service.stop();
  await metrics.close();
});

it('count requests by method, route and status, and describe the process', async () => {
  const route = '/v1/events/:event_id/speakers';
  const speakers = '/v1/events/conf/speakers';
  for (const name of ['amina', 'omar'])
    await service.call('POST', speakers, { email: `${name}@example.org` });
  await service.call('GET', `${speakers}?filter=confidential`);
  await service.call('PATCH', '/v1/speakers/spk_1', { title: 'Dr.' });
  await service.call('GET', '/nowhere/amina@example.org');
  const text = await (await fetch(metrics.url)).text();
  const counted = text
    .split('\n')
    .filter((line) => line.startsWith('http_request_duration_seconds_count'));
  expect(counted).toEqual([
    `http_request_duration_seconds_count{method="POST",route="${route}",status="201"} 2`,
    `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 1`,
    'http_request_duration_seconds_count{method="PATCH",route="/v1/speakers/:speaker_id",' +
      'status="404"} 1',
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  ]);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).not.toMatch(/amina|confidential|spk_|conf\/|plt_/);
});

it('count writes and transactions, and show what waits for the database', async () => {
  const load = () => ({
    writes: { pending: 7, decided: 90, groups: 30, uncertain: 1 },
    pools: [{ pool: 'reads', used: 2, idle: 3, waiting: 4 }],
  });
  const { url, close } = await startMetrics({ load }, { host: '127.0.0.1', port: 0 });
  // As often as they are asked for, and not added up.
  await fetch(url);
  const text = await (await fetch(url)).text();
  await close();
  expect(text).toContain(
    '# HELP plenary_writes_total Writes that were decided in a transaction: stored, ' +
      'or refused as a duplicate\n',
  );
  expect(text.split('\n').filter((line) => line.startsWith('plenary_'))).toEqual([
    'plenary_writes_total 90',
    'plenary_write_groups_total 30',
    'plenary_uncertain_writes_total 1',
    'plenary_writes_pending 7',
    'plenary_database_connections{pool="reads",state="used"} 2',
    'plenary_database_connections{pool="reads",state="idle"} 3',
    'plenary_database_connections{pool="reads",state="waiting"} 4',
  ]);
});

it('explain why they cannot be served', async () => {
  const port = Number(new URL(metrics.url).port);
  const taken = startMetrics(service.store, { host: '127.0.0.1', port });
  await expect(taken).rejects.toThrow(UsageError);
  await expect(taken).rejects.toThrow(/another program is using this port/);
});
