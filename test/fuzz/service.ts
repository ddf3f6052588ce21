// The suite of the service: each request is answered as the specification says, and stores what it says or nothing.
import * as fc from 'fast-check';
import { processorMs } from '../support/processor-time.ts';
import { checkResponse } from '../support/response-schemas.ts';
import { type SpecifiedEndpoint, specification } from '../support/specification.ts';
import { type FieldValue, fieldsFor } from './fields.ts';
import { watchMemory } from './memory.ts';
import { exchange, type RawResponse } from './raw-http.ts';
import { type CaseRecords, otherMarker, type ServiceStage, type StoredRecord, serviceStage } from './service-stage.ts';
import type { Suite } from './suite.ts';
import { type HttpRequest, type Wire, wires } from './wire.ts';

export interface RequestCase {
  readonly endpoint: SpecifiedEndpoint;
  readonly fields: readonly FieldValue[];
  readonly wire: Wire;
  /** Whether it is about the event and the records of the other organization. */
  readonly isForeign: boolean;
}

const [usual] = wires;
if (usual === undefined) throw new Error('there is no usual way to send a request');

const requestCases: fc.Arbitrary<RequestCase> = fc.constantFrom(...specification).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    fields: fieldsFor(endpoint),
    wire: fc.oneof(
      fc.constant(usual),
      fc.constantFrom(...wires.filter(({ needsBody }) => needsBody !== true || endpoint.method !== 'GET')),
    ),
    isForeign: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
  }),
);

/** A request with 2 MiB takes no longer than this, in milliseconds, and no more memory, in bytes. */
const budget = { ms: 2_000, bytes: 200 * 2 ** 20 };

export async function serviceSuite(database: 'sqlite' | 'postgres' = 'sqlite'): Promise<Suite<RequestCase>> {
  const stage = await serviceStage(database);
  const others = await stage.stored(stage.other.event, stage.other.token);
  return { cases: requestCases, run, close: stage.close };

  async function run(input: RequestCase) {
    const records = await stage.newEvent();
    const before = await stage.stored(records.event);
    const request = requestOf(input, stage, input.isForeign ? stage.other : records);
    const bytes = input.wire.bytes(request);
    stage.takeLog();
    const memory = watchMemory();
    const began = performance.now();
    const processor = processorMs();
    let result = 'hang';
    const finding = await exchange(stage.port, bytes)
      .then(async (response) => {
        result = response === undefined ? 'closed' : String(response.status);
        const spent = processorMs() - processor;
        if (spent > budget.ms) return `took ${Math.round(spent)} ms`;
        const used = memory() ?? 0;
        if (used > budget.bytes) return `took ${used} bytes of memory`;
        return (
          responseFault(response, request) ??
          meaningFault(input, response) ??
          logFault(stage) ??
          storedFault(input, response, {
            before,
            after: await stage.stored(records.event),
            others: await stage.stored(stage.other.event, stage.other.token),
          })
        );
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    const outcome = {
      generator: `${input.endpoint.name} ${input.wire.name}`,
      result,
      bytes: bytes.length,
      ms: performance.now() - began,
      memory: memory(),
    };
    if (finding === undefined) return outcome;
    return { ...outcome, finding: { message: finding, input: bytes, about: `status ${result}` } };
  }

  /** What holds for every response. */
  function responseFault(response: RawResponse | undefined, request: HttpRequest): string | undefined {
    if (response === undefined) return 'the connection was closed without a response';
    const { status, headers, body } = response;
    if (status >= 500) return `the service failed: ${status} ${body}`;
    const text = body.toString('utf8');
    if (text.includes(otherMarker)) return `a record of another organization is shown: ${text}`;
    if (text.includes(stage.token)) return 'the response has the token';
    if (!/^[\w.:-]{1,128}$/.test(headers.get('x-request-id') ?? '')) return 'the response has no request id';
    if (headers.get('content-type') !== 'application/json') return `the response is ${headers.get('content-type')}`;
    if (text === '') return undefined;
    const value: unknown = JSON.parse(text);
    checkResponse(request.method, request.target, status, value);
    return undefined;
  }

  function storedFault(
    { endpoint, fields, isForeign }: RequestCase,
    response: RawResponse | undefined,
    now: {
      readonly before: readonly StoredRecord[];
      readonly after: readonly StoredRecord[];
      readonly others: readonly StoredRecord[];
    },
  ) {
    const { before, after } = now;
    if (JSON.stringify(now.others) !== JSON.stringify(others)) return 'a record of another organization was changed';
    const isDone = response !== undefined && response.status < 300 && response.body.length > 0 && !isForeign;
    const expected =
      isDone && endpoint.body !== '' && !endpoint.path.endsWith('/search')
        ? withEffect(endpoint, fields, before, JSON.parse(response.body.toString('utf8')))
        : before;
    const [wanted, got] = [expected, after].map((records) =>
      JSON.stringify(records.map(withoutTimes).sort((a, b) => (a.id < b.id ? -1 : 1))),
    );
    return wanted === got ? undefined : `the service stores ${got} instead of ${wanted}`;
  }
}

function requestOf(
  { endpoint, fields }: RequestCase,
  { port, token }: ServiceStage,
  { event, speaker, submission }: CaseRecords,
): HttpRequest {
  const path = endpoint.path
    .replace('{event_id}', encodeURIComponent(event))
    .replace('{speaker_id}', speaker.id)
    .replace('{submission_id}', submission.id);
  const sent = fields.filter(({ value }) => value !== undefined);
  const headers = [
    ['host', `127.0.0.1:${port}`],
    ['connection', 'close'],
    ['x-access-token', token],
  ] as const;
  if (endpoint.method === 'GET') {
    const query = sent.map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`).join('&');
    return { method: endpoint.method, target: query === '' ? path : `${path}?${query}`, headers, body: undefined };
  }
  const body = Buffer.from(JSON.stringify(Object.fromEntries(sent.map(({ name, value }) => [name, value]))));
  return { method: endpoint.method, target: path, headers: [...headers, ['content-type', 'application/json']], body };
}

/** Whether the status and the faults are those that the request deserves. */
function meaningFault(
  { endpoint, fields, wire, isForeign }: RequestCase,
  response: RawResponse | undefined,
): string | undefined {
  const { status = 0, body = Buffer.alloc(0) } = response ?? {};
  const text = body.toString('utf8');
  // What may mean anything may also have no body, such as the response to HEAD.
  if (wire.means === 'anything' && (status >= 300 || text === '')) return undefined;
  if (wire.means === 'a refusal' || isForeign) {
    return status >= 400 ? undefined : `status ${status} for what has to be refused: ${text}`;
  }
  const invalid = fields.filter(({ isValid }) => !isValid).map(({ name }) => name);
  if (invalid.length === 0) {
    const expected = endpoint.response.status;
    return status === expected
      ? undefined
      : `status ${status} instead of ${expected} for a valid request: ${text.slice(0, 500)}`;
  }
  if (status !== 422) return `status ${status} instead of 422 for ${invalid.join(' and ')}: ${text.slice(0, 500)}`;
  return faultsFault(JSON.parse(text), endpoint.method === 'GET' ? 'query' : 'body', invalid);
}

/** In the form of Pydantic, and about each invalid field. */
function faultsFault(
  { detail }: ReturnType<JSON['parse']>,
  place: string,
  invalid: readonly string[],
): string | undefined {
  if (!Array.isArray(detail)) return 'the detail of a 422 is no list';
  for (const { loc, msg, type } of detail) {
    if (!Array.isArray(loc) || typeof msg !== 'string' || typeof type !== 'string')
      return 'a fault has no loc, msg or type';
  }
  const found = [...new Set(detail.map(({ loc }) => JSON.stringify(loc)))].sort();
  // The start of a session is read only if everything else is valid.
  const wanted = invalid.map((name) => JSON.stringify([place, name])).sort();
  const missing = wanted.filter((each) => !found.includes(each) && (each !== '["body","start"]' || found.length === 0));
  const others = found.filter((each) => !wanted.includes(each));
  return missing.length + others.length === 0 ? undefined : `the faults are of ${found} instead of ${wanted}`;
}

/** The records after a request that was accepted. */
function withEffect(
  endpoint: SpecifiedEndpoint,
  fields: readonly FieldValue[],
  before: readonly StoredRecord[],
  shown: StoredRecord,
) {
  const sent = Object.fromEntries(
    fields.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
  );
  if (endpoint.method === 'POST') return [...before, { ...shown, ...sent }];
  const start = typeof sent.start === 'string' ? { start: startOf(sent.start, shown) } : {};
  return before.map((record) => (record.id === shown.id ? { ...record, ...sent, ...start } : record));
}

/** The stored start, if it is the same instant. Local times are those of Berlin in summer. */
function startOf(sent: string, { start }: StoredRecord): unknown {
  const text = sent.trim();
  const instant = Date.parse(/[zZ]$|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}+02:00`);
  return typeof start === 'string' && Date.parse(start) === instant ? start : sent;
}

function withoutTimes({ updated_at: _, ...record }: StoredRecord): StoredRecord {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as StoredRecord;
}

function logFault(stage: ServiceStage): string | undefined {
  const log = stage.takeLog();
  for (const line of log.split('\n').filter(Boolean)) {
    JSON.parse(line);
    if (line.includes('@') || line.includes(otherMarker)) return `the log has an address: ${line}`;
    if (line.includes(stage.token)) return `the log has the token: ${line}`;
  }
  return undefined;
}
