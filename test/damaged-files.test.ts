// Damaged files of every format: each is read, or refused with an expected error, and nothing
// invalid is sent.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseHeader } from '../src/runs/entry.ts';
import { applyDamages, damages } from './support/damage.ts';
import { ownFiles, type Reading, type Sample, samples } from './support/file-samples.ts';
import { foundFiles } from './support/found-files.ts';
import { instantClock } from './support/instant-clock.ts';
import { processorMs } from './support/processor-time.ts';
import { type CommandResult, plenary } from './support/program.ts';
import {
  type Received,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  wholeList,
} from './support/scripted-server.ts';
import { type SpecifiedLimits, speakerFields, submissionFields } from './support/specification.ts';
import { sharedFolder } from './support/stage.ts';
import { zipOf } from './support/workbooks.ts';

/**
 * More than the usual number of cases for each file, each time others: `DAMAGED_FILES=100 npx
 * vitest run --testTimeout=0 test/damaged-files.test.ts`.
 */
const more = process.env.DAMAGED_FILES;

const token = 'plt_secret_0123456789';
const secrets = [token, 'plt_secret_9876543210'];
/**
 * In files, instead of the address of the service, so that their bytes and their damages are the
 * same each time.
 */
const serviceAddress = 'http://service.invalid';

const folder = sharedFolder();
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer(respond);
});
afterAll(() => server.close());

it.each([...samples])(
  'is read if it is intact: %s',
  async (_, { content, exitCode = 0, ...reading }) => {
    expect(await read({ ...reading, bytes: bytesOf(content, (bytes) => bytes) })).toMatchObject({
      exitCode,
    });
  },
);

it.each(foundFiles)(
  'is handled since it was found: $name',
  async ({ exitCode, message, ...file }) => {
    expect(await read(file)).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  },
);

it.each([...samples.keys()])('is read or refused, however it is damaged: %s', async (name) => {
  const cases = fc.record({
    flags: fc.constantFrom([], ['--json']),
    all: damages,
    /**
     * Of an archive, which entry is damaged before it is packed; its last one stands for the
     * archive itself.
     */
    part: fc.nat(1000),
  });
  const property = fc.asyncProperty(cases, async ({ flags, all, part }) => {
    const { content, args, ...reading } = samples.get(name) ?? expect.fail();
    const bytes = bytesOf(content, (part) => applyDamages(part, all), part);
    await read({ ...reading, args: [...args, ...flags], bytes });
  });
  await fc.assert(
    property,
    more === undefined ? { seed: name.length, numRuns: 1 } : { numRuns: Number(more) },
  );
});

/** Entries are damaged before they are packed: otherwise, only their checksums would be tested. */
function bytesOf(content: Sample['content'], change: (bytes: Buffer) => Buffer, part = 0): Buffer {
  if (Buffer.isBuffer(content)) return change(content);
  const names = Object.keys(content);
  const changed = names[part % (names.length + 1)];
  const entries = Object.entries(content).map(([name, text]) => {
    const bytes = Buffer.from(text);
    return [name, name === changed ? change(bytes) : bytes] as const;
  });
  const archive = zipOf(Object.fromEntries(entries), { deflate: true });
  return changed === undefined ? change(archive) : archive;
}

/** Runs the command that reads a file, and checks what must hold for any file. */
async function read({ file, args, bytes }: Reading & { readonly bytes: Buffer }) {
  rmSync(folder.path, { recursive: true, force: true });
  // A run that is not complete, and settings, are there only for the commands that read them.
  const isBeside = (path: string) =>
    !/^(?:state|config)\//.test(path) || path.split('/')[0] === file.split('/')[0];
  for (const [path, content] of ownFiles) if (isBeside(path)) write(path, content);
  write(file, bytes);
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
    PLENARY_TIMEZONE: 'Europe/Berlin',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const from = server.requests.length;
  const began = processorMs();
  const result = await plenary(args, { env, cwd: folder.path, clock: instantClock() });
  expect(processorMs() - began, 'processor time').toBeLessThan(5000 + bytes.length * 0.05);
  expectExpected(result);
  // The rows of a run were checked when it began.
  const checked = args.includes('resume') ? [] : server.requests.slice(from);
  expect(checked.flatMap(invalidFields), 'invalid fields that were sent').toEqual([]);
  return result;
}

function write(name: string, content: Buffer): void {
  mkdirSync(dirname(folder.file(name)), { recursive: true, mode: 0o700 });
  const text = content
    .toString('latin1')
    .replaceAll(serviceAddress, server.url)
    .replace('<savedSha256>', savedHash);
  writeFileSync(folder.file(name), Buffer.from(text, 'latin1'), { mode: 0o600 });
}

/**
 * What the journal of the interrupted run has of its header and rows, which have the address of the
 * service.
 */
function savedHash(): string {
  const [journal, rows] = ['journal', 'rows'].map((name) =>
    String(ownFiles.get(`${interruptedRun}/${name}.ndjson`)),
  );
  const { savedSha256: _, ...header } = JSON.parse(
    journal?.replace(serviceAddress, server.url).split('\n')[0] ?? '',
  );
  return createHash('sha256')
    .update(JSON.stringify(parseHeader(header)))
    .update(rows ?? '')
    .digest('hex');
}

const interruptedRun = 'state/runs/20270101-000000-00000002';

/** C0 (but the line break), DEL, C1 and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unsafe = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** No error of the program itself, of its network or its token. */
function expectExpected({ exitCode, stdout, stderr }: CommandResult): void {
  expect(stderr).not.toMatch(/unexpected error: |"code":"unexpected"/);
  expect([0, 1, 2, 3, 5, 6, 8, 9, 10], stderr).toContain(exitCode);
  expect(stderr).not.toMatch(unsafe);
  for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
}

/** What the specification does not allow in a write. */
function invalidFields({ method, path, body }: Received): readonly string[] {
  if (method === 'GET' || path.endsWith('/search')) return [];
  const fields = path.includes('/speakers') ? speakerFields : submissionFields;
  const limitsOf = new Map<string, SpecifiedLimits & { readonly orNull?: true | undefined }>(
    method === 'PUT'
      ? ['room', 'start'].map((name) => [name, { required: true, min: 1 }])
      : fields.flatMap(({ name, orNull, create, update }) => {
          const limits = method === 'POST' ? create : update;
          return limits === undefined ? [] : [[name, { ...limits, orNull }] as const];
        }),
  );
  const sent: Readonly<Record<string, unknown>> = JSON.parse(body);
  const missing = [...limitsOf].filter(
    ([name, { required }]) => required === true && !(name in sent),
  );
  const wrong = Object.entries(sent).filter(([name, value]) => {
    const limits = limitsOf.get(name);
    if (value === null) return limits?.orNull !== true;
    if (limits === undefined || typeof value !== 'string') return true;
    const { length } = [...value];
    return length < (limits.min ?? 0) || length > (limits.max ?? length);
  });
  return [...missing, ...wrong].map(
    ([name]) => `${method} ${path} ${name}: ${JSON.stringify(sent[name])}`,
  );
}

const speakers = [
  {
    id: 'spk_1',
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'Lovelace',
    title: 'Countess',
  },
  { id: 'spk_2', email: 'bo@example.org', first_name: 'Bo', last_name: 'Li' },
];
const queues = {
  id: 'sub_1',
  title: 'Queues',
  submitter_email: 'ada@example.org',
  abstract: 'About queues',
  status: 'accepted',
};
const types = {
  id: 'sub_2',
  title: 'Types',
  submitter_email: 'bo@example.org',
  abstract: 'About types',
  status: 'pending',
};
const placed = { ...queues, room: 'Aula', start: '2027-05-20T09:30:00+02:00' };

/** A service whose records never change: writes get the record that they are about. */
function respond({ method, path }: Received): Reply {
  // It has the eleven endpoints alone.
  if (/^\/v1\/events(\?|$)|\/(rooms|tracks|formats)\b/.test(path))
    return { status: 404, json: { detail: 'Not Found' } };
  if (method === 'POST' && !path.includes('search')) return { status: 201, json: { id: 'new_1' } };
  if (method !== 'GET')
    return {
      json: [...speakers, placed, types].find(({ id }) => path.includes(id)) ?? { id: 'x' },
    };
  if (path.includes('/speakers')) return wholeList(speakers);
  return wholeList(path.includes('/sessions') ? [placed] : [placed, types]);
}
