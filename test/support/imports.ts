// Imports texts as files with whole command lines, into the real service or a scripted one.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { startFaultyProxy } from './faulty-proxy.ts';
import { anEvent } from './ids.ts';
import { startLoopbackService } from './loopback-service.ts';
import { type CommandResult, errorOf, type Invocation, plenary } from './program.ts';
import { type Script, startScriptedServer } from './scripted-server.ts';
import { skippingClock } from './skipping-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Noun = 'speakers' | 'submissions';

interface Service {
  readonly url: string;
  readonly token: string;
  readonly event: string;
}

export type Machine = ReturnType<typeof openMachine>;

/** A computer with its files and saved runs. Waiting takes no time on it. */
export function openMachine({ url, token, event }: Service) {
  const folder = temporaryFolder();
  const clock = skippingClock();
  const env = {
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: event,
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const flags = ['--yes', '--json', '--retries', '0'];
  const [rejects, results] = ['rejects', 'results'].map((name) => folder.file(`${name}.csv`));

  /** With the rejects and results that it writes. */
  async function runOf(words: readonly string[], invocation: Invocation = {}) {
    for (const path of [rejects, results]) rmSync(path ?? '', { force: true });
    const sinks = ['--rejects', rejects ?? '', '--results', results ?? ''];
    return reportOf(await run([...words, ...sinks], invocation), {
      rejects: readIfWritten(rejects),
      results: readIfWritten(results),
    });
  }

  function run(words: readonly string[], invocation: Invocation = {}): Promise<CommandResult> {
    return plenary([...words, ...flags], { env, clock, ...invocation });
  }

  return {
    run,
    file: folder.file,
    /** Imports a file's text or bytes. */
    importText(noun: Noun, source: string | Uint8Array, ...more: readonly string[]) {
      const path = folder.file(`${noun}.csv`);
      writeFileSync(path, source);
      return runOf([noun, 'import', path, ...more]);
    },
    /**
     * Imports a file with one request at a time, is interrupted at the first write, and is resumed
     * from the rows that it saved: its file is gone.
     */
    async importInTwo(noun: Noun, source: string, ...more: readonly string[]) {
      const stop = new AbortController();
      const proxy = await startFaultyProxy(url, {
        delayMs: () => 0,
        sees: (method) => method === 'POST' && stop.abort('SIGINT'),
      });
      const path = folder.file(`${noun}.csv`);
      writeFileSync(path, source);
      const target = ['--base-url', proxy.url];
      const words = [noun, 'import', path, ...more, ...target, '--concurrency', '1'];
      const stopped = await runOf(words, { stopped: stop.signal });
      rmSync(path);
      const resumed = await runOf(['runs', 'resume', stopped.run, ...target]);
      await proxy.close();
      return { stopped, resumed };
    },
    /** Imports a file at a terminal, where this is typed at its question. */
    ask(noun: Noun, source: string, typed: string) {
      const path = folder.file(`${noun}.csv`);
      writeFileSync(path, source);
      return plenary([noun, 'import', path], { env, clock, columns: 100, typed: [typed] });
    },
    close: folder.remove,
  };
}

export type ImportResult = Awaited<ReturnType<Machine['importText']>>;

interface Texts {
  /** Empty if there is no file. */
  readonly rejects: string;
  readonly results: string;
}

interface Fault {
  readonly row: number;
  readonly line: number;
  readonly code: string;
}

/** What tests read of the document that it prints. */
interface Report {
  readonly run: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly warnings: readonly Fault[];
  readonly rejects: readonly Fault[];
}

/** What an import has printed and written. */
function reportOf(result: CommandResult, texts: Texts) {
  const { exitCode, stdout, stderr } = result;
  const {
    run = '',
    counts = {},
    warnings = [],
    rejects = [],
  }: Partial<Report> = JSON.parse(stdout || '{}');
  return {
    exitCode,
    stderr,
    /** Its name; empty if nothing was sent. */
    run,
    counts,
    warnings,
    /** The faults of rows that were not done. */
    faults: rejects,
    error: stderr.includes('\n{"error"') || stderr.startsWith('{"error"') ? errorOf(result) : {},
    ...texts,
  };
}

function readIfWritten(path = ''): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Imports into a scripted service, until the test ends. */
export async function importsInto(script: Script) {
  const server = await startScriptedServer(script);
  const machine = openMachine({ url: server.url, token: 'token', event: anEvent });
  onTestFinished(async () => {
    machine.close();
    await server.close();
  });
  const creations = () => server.requests.filter(({ method }) => method === 'POST');
  return { ...machine, server, creations };
}

/** The real service, until `stop`, with an empty event `conf` in Berlin. */
export async function startImports() {
  const service = await startLoopbackService();
  const machine = openMachine({ ...service, event: 'conf' });
  return {
    ...machine,
    service,
    /** The records of the event, in the order of creation. */
    async list(noun: Noun): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const { stdout } = await machine.run([noun, 'list']);
      return JSON.parse(stdout);
    },
    async stop() {
      machine.close();
      await service.stop();
    },
  };
}

/** The same for each test. */
export function importsForEach() {
  let trial: Awaited<ReturnType<typeof startImports>>;
  beforeEach(async () => {
    trial = await startImports();
  });
  afterEach(() => trial.stop());
  return new Proxy({} as typeof trial, { get: (_, name) => Reflect.get(trial, name) });
}
