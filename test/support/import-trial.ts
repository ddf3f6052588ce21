// Starts a service with an event and a client, and imports a text into it.
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { systemClock } from '../../src/client/clock.ts';
import { endpoints } from '../../src/contract/index.ts';
import { fileSource } from '../../src/files/source.ts';
import { readImportHeader, savedRun } from '../../src/import/header.ts';
import { runImport } from '../../src/import/import.ts';
import type { ImportOptions } from '../../src/import/options.ts';
import type { RecordsPart } from '../../src/import/records-part.ts';
import { warningsOf } from '../../src/import/work.ts';
import { openRuns } from '../../src/runs/folder.ts';
import { countRows, faultsIn } from '../../src/runs/rows.ts';
import type { Run } from '../../src/runs/task.ts';
import { startLoopbackService } from './loopback-service.ts';
import { skippingClock } from './skipping-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Noun = 'speakers' | 'submissions';

export type Trial = Awaited<ReturnType<typeof startTrial>>;

/** The real service on a free port, with an empty event `conf`. */
export async function startTrial() {
  const service = await startLoopbackService();
  const client = clientFor(service.url, service.token);
  return {
    client,
    /** The records of the event, in the order of creation. */
    async list(noun: Noun) {
      const endpoint = noun === 'speakers' ? endpoints.listSpeakers : endpoints.listSubmissions;
      const records: Readonly<Record<string, unknown>>[] = [];
      for await (const page of client.pages(endpoint, { path: { event_id: 'conf' } }))
        records.push(...page.records);
      return records;
    },
    async close() {
      await client.close();
      await service.stop();
    },
  };
}

/** A new trial for each test. */
export function trialForEach(): Trial {
  let trial: Trial;
  beforeEach(async () => {
    trial = await startTrial();
  });
  afterEach(() => trial.close());
  return new Proxy({} as Trial, { get: (_, name) => Reflect.get(trial, name) });
}

/** A client without retries, and on whose clock waiting takes no time. */
function clientFor(baseUrl: string, token = 'token'): Client {
  return createClient({ baseUrl, token, timeoutMs: 5000, retries: 0 }, skippingClock());
}

export type ImportTextResult = Awaited<ReturnType<typeof importText>>;

/**
 * Imports a file's text or bytes. The defaults are those of the command line; the state folder is a
 * new one.
 */
export async function importText(
  noun: Noun,
  source: string | Uint8Array,
  client: Awaited<ReturnType<ImportOptions['client']>>,
  options: Partial<ImportOptions> & {
    readonly state?: string;
    readonly encoding?: string | undefined;
  } = {},
) {
  /** Of the reject file and the results; empty if there is none. */
  const texts = { rejects: '', results: '' };
  const { state = await stateFolder(), encoding, ...given } = options;
  const result = await runImport({
    endpoint: noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission,
    event: 'conf',
    baseUrl: 'http://127.0.0.1',
    source: fileSource(`${noun}.csv`, () => pieces(Buffer.from(source)), { encoding }),
    map: [],
    skipInvalid: false,
    maxErrors: () => Number.POSITIVE_INFINITY,
    dryRun: false,
    workers: 4,
    lateMs: 0,
    runs: openRuns(state, () => Date.now()),
    clock: systemClock,
    client: async () => client,
    review: async () => true,
    rejects: async (pieces) => {
      texts.rejects = [...pieces].join('');
    },
    results: async (pieces) => {
      texts.results = [...pieces].join('');
    },
    ...given,
  });
  return {
    stoppedBy: result.stoppedBy,
    canResume: result.canResume,
    unconfirmed: result.parts[0]?.unconfirmed,
    report: reportOf(result),
    ...texts,
  };
}

/** What has become of the rows; of a dry run or one that was not wanted, what would. */
export function reportOf({ run, parts: [part] }: Run<RecordsPart>) {
  if (part === undefined) throw new Error('an import has one part');
  const { mapping, rows, differing } = part;
  return {
    run,
    counts: {
      ...countRows(rows, { hopeful: run === undefined }),
      differing,
      repeated: rows.count('folded'),
    },
    rejects: [...faultsIn(rows)],
    warnings: warningsOf(part),
    mapped: mapping.mapped.map(({ column, target }) => ({ column, field: target })),
    unmapped: mapping.unmapped.map(({ column }) => column),
  };
}

/** Resumes the only run of a state folder, from the rows that it saved. */
export async function resumeSaved(
  noun: Noun,
  client: Client,
  options: Partial<ImportOptions> & { readonly state: string },
): Promise<ImportTextResult> {
  const runs = openRuns(options.state, () => Date.now());
  const [{ header } = { header: undefined }] = await runs.list();
  const imported = header && readImportHeader(header);
  if (imported === undefined) throw new Error('no run');
  const source = savedRun(imported);
  const saved = { ...imported.options, encoding: undefined, source };
  return importText(noun, '', client, { ...options, ...saved });
}

/** A folder for runs, removed when the test has ended. */
export async function stateFolder(): Promise<string> {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
