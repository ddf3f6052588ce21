// An agent that uses `plenary mcp`: sends lines, and reads the lines that come back. Must not know
// the protocol's package.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { systemClock } from '../../src/client/clock.ts';
import { environment, type Invocation, startPlenary, testIo } from './program.ts';
import { folderForEach, serviceForEach } from './stage.ts';

export interface Answer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
}

/** A service and a folder for each test, and agents that use them. */
export function agentStage() {
  const service = serviceForEach();
  const folder = folderForEach();
  return {
    service,
    folder,
    /** An agent that can begin to call tools. */
    async agent(flags: readonly string[] = [], env: Invocation['env'] = {}, root = folder.path) {
      const started = startAgent(['--files', root, ...flags], { env: { ...service.env, ...env } });
      await started.initialize();
      return started;
    },
    async add(title: string, ...fields: readonly string[]): Promise<void> {
      const args = ['--title', title, '--submitter-email', 'ada@example.org', ...fields];
      const { exitCode, stderr } = await service.plenary(['submissions', 'add', ...args]);
      if (exitCode !== 0) throw new Error(stderr);
    },
  };
}

/** In this process. It ends with the test. */
export function startAgent(flags: readonly string[], invocation: Invocation = {}) {
  const stopped = new AbortController();
  const io = {
    ...testIo(),
    env: environment(invocation.env),
    clock: systemClock,
    stopped: stopped.signal,
  };
  const ended = run(['mcp', ...flags], io).finally(() => {
    io.stdout.end();
    io.stderr.end();
  });
  return agentOf({ ...io, ended, kill: () => stopped.abort('SIGTERM') });
}

/** The built program, in a process of its own. */
export function spawnAgent(flags: readonly string[], invocation: Invocation = {}) {
  const child = startPlenary(['mcp', ...flags], invocation);
  const ended = once(child, 'close').then(([code]) => code);
  return agentOf({ ...child, ended, kill: () => child.kill('SIGTERM') });
}

interface Server {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  readonly ended: Promise<number | null>;
  kill(): void;
}

function agentOf({ stdin, stdout, stderr, ended, kill }: Server) {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  let log = '';
  stderr.on('data', (chunk) => {
    log += chunk;
  });
  let id = 0;
  /** Sends a line as it is. */
  const send = (line: string) => void stdin.write(`${line}\n`);
  /** The next line of standard output; undefined at its end. */
  const line = async (): Promise<string | undefined> => (await lines.next()).value;
  /** Sends a request, and reads the next line as its response. */
  const request = async (
    method: string,
    params: object,
  ): Promise<{ result?: unknown; error?: unknown }> => {
    id += 1;
    send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const response = JSON.parse((await line()) ?? 'null');
    if (response?.id !== id)
      throw new Error(`not the response to request ${id}: ${JSON.stringify(response)}; ${log}`);
    return response;
  };
  /** Closes standard input. @returns the exit code */
  const close = () => {
    stdin.end();
    return ended;
  };
  onTestFinished(async () => void (await close()));
  return {
    send,
    line,
    request,
    close,
    async initialize() {
      await request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      });
      send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    },
    async call(tool: string, input: object = {}) {
      const { result, error } = await request('tools/call', { name: tool, arguments: input });
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return result as Answer;
    },
    /** Stops the server as a signal does. @returns the exit code */
    stop() {
      kill();
      return ended;
    },
    /** What it has written on standard error. */
    log: () => log,
  };
}

/** The texts of an answer, and the data between the marks. */
export function readAnswer({ content, isError = false }: Answer) {
  const texts = content.map(({ text }) => text);
  const [, json = ''] =
    /\n<untrusted-data source="[\w -]+">\n(.*)\n<\/untrusted-data>$/.exec(texts.at(-1) ?? '') ?? [];
  const { data, shown, notices, error } = JSON.parse(json);
  return {
    isError,
    messages: texts.slice(0, -1),
    marked: texts.at(-1) ?? '',
    data,
    shown,
    notices,
    error,
  };
}
