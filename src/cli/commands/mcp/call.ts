// Runs a command for an agent in this process: values in, what it printed out. Must not know the protocol.
import { setMaxListeners } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { ChangesPendingError, type ExitCode, PartlyDoneError } from '../../../errors.ts';
import type { Invocation } from '../../command.ts';
import type { GlobalFlags } from '../../global-flags.ts';
import type { Io } from '../../io.ts';
import { errorJson, knownError } from '../../output/error.ts';
import type { Tool, ToolInput } from './tools.ts';

/** What a command printed. */
export interface Printed {
  readonly data: unknown;
  readonly notices: readonly string[];
  /** As `--json` prints it. */
  readonly error?: unknown;
  readonly exitCode: ExitCode;
  /** Whether the file that it was to save is complete. */
  readonly isSaved: boolean;
}

export interface ToolCall {
  readonly tool: Tool;
  /** Files are absolute paths. */
  readonly values: ToolInput;
  /** Flags that the agent did not pass. */
  readonly own: Readonly<Record<string, string | undefined>>;
  /** The flags of the server. */
  readonly global: GlobalFlags;
  readonly io: Io;
  /** Aborted if the agent no longer wants the answer. */
  readonly canceled: AbortSignal;
}

export async function callTool({ tool, values, own, global, io, canceled }: ToolCall): Promise<Printed> {
  const [out, said] = [collector(), collector()];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const interrupt = () => stop.abort('SIGINT');
  for (const signal of [io.stopped, canceled]) {
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
  }
  const inner: Io = { ...io, stdin: Readable.from([]), stdout: out, stderr: said, stopped: stop.signal };
  const invocation = invocationOf(tool, values, own, global, inner);
  let failure: unknown;
  try {
    await tool.command.run(invocation);
  } catch (error) {
    if (!(error instanceof ChangesPendingError)) failure = error;
  } finally {
    for (const signal of [io.stopped, canceled]) signal.removeEventListener('abort', interrupt);
  }
  const printed = { data: parsed(out.text()), notices: said.text().split('\n').filter(Boolean) };
  if (failure === undefined) return { ...printed, exitCode: 0, isSaved: true };
  const known = knownError(failure, inner);
  return {
    ...printed,
    error: Object(parsed(errorJson(known, { ...global, event: invocation.raw.event }))).error,
    exitCode: known.exitCode,
    isSaved: known instanceof PartlyDoneError,
  };
}

function invocationOf(tool: Tool, values: ToolInput, own: ToolCall['own'], server: GlobalFlags, io: Io): Invocation {
  const { command, properties, preset } = tool;
  const passed = Object.entries(properties).flatMap(([name, { source, key }]) => {
    const value = values[name];
    // A switch that is off is one that was not typed.
    return value === undefined || value === false ? [] : [{ source, key, value }];
  });
  const flags = Object.fromEntries(
    passed.filter(({ source }) => source === 'flag').map(({ key, value }) => [key, rawValue(value)]),
  );
  const usual = Object.entries(command.flags).flatMap(([key, flag]) =>
    flag.default === undefined ? [] : [[key, flag.default] as const],
  );
  const typed = Object.fromEntries(
    Object.entries({ ...preset, ...own, ...flags }).filter(([key]) => key in command.flags),
  );
  const fields = passed.find(({ source }) => source === 'fields')?.value;
  const { output: _, ...global } = server;
  return {
    io,
    global: { ...global, json: true, color: false, input: false, ...(typeof fields === 'string' && { fields }) },
    raw: { ...Object.fromEntries(usual), ...typed },
    typed: new Set(Object.keys(typed).filter((key) => typed[key] !== undefined)),
    args: Object.keys(command.arguments).map((key) => {
      const value = passed.find((each) => each.source === 'argument' && each.key === key)?.value;
      return value === undefined ? undefined : String(value);
    }),
  };
}

function rawValue(value: ToolInput[string]): string | boolean | readonly string[] {
  return typeof value === 'number' ? String(value) : value;
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString('utf8') });
}
