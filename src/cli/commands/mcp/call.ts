// Runs a command for an agent in this process: values in, what it printed out. Must not know the
// protocol.
import { setMaxListeners } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { shellWord } from '../../../contract/escape.ts';
import {
  ChangesPendingError,
  type ExitCode,
  PartlyDoneError,
  type PlenaryError,
} from '../../../errors.ts';
import type { Invocation } from '../../command.ts';
import type { GlobalFlags } from '../../global-flags.ts';
import type { Io } from '../../io.ts';
import { errorJson, knownError } from '../../output/error.ts';
import { nextCommand, type ServiceFlags, typedFlags } from '../../output/next-command.ts';
import { shellOf } from '../../output/shell.ts';
import { planTerms } from '../../review/saved-plan.ts';
import type { InputProperty, Tool, ToolInput } from './tools.ts';

/** What a command printed. */
export interface Printed {
  readonly data: unknown;
  readonly notices: readonly string[];
  /** As `--json` prints it. */
  readonly error?: unknown;
  /** The flags of a plan that its application needs as well, as they are typed. */
  readonly terms?: string | undefined;
  /** The command that does what was previewed, if no file has it. */
  readonly next?: string | undefined;
  readonly exitCode: ExitCode;
  /** Whether the file that it was to save is complete. */
  readonly isSaved: boolean;
}

export interface ToolCall {
  readonly tool: Tool;
  /** Files are absolute paths. */
  readonly values: ToolInput;
  /** Flags that the agent did not pass. */
  readonly serverFlags: Readonly<Record<string, string | undefined>>;
  /** The flags of the server. */
  readonly global: GlobalFlags;
  readonly io: Io;
  /** Aborted if the agent no longer wants the answer. */
  readonly canceled: AbortSignal;
}

export async function callTool(call: ToolCall): Promise<Printed> {
  const { tool, global, io, canceled } = call;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const outputs = Promise.all([text(stdout), text(stderr)]);
  const stop = new AbortController();
  // Commands know signals alone.
  const interrupt = () => stop.abort('SIGINT');
  if (canceled.aborted) interrupt();
  canceled.addEventListener('abort', interrupt, { once: true });
  const stopped = AbortSignal.any([io.stopped, stop.signal]);
  setMaxListeners(0, stopped);
  const inner: Io = { ...io, stdin: Readable.from([]), stdout, stderr, stopped };
  const invocation = invocationOf(call, inner);
  let failure: unknown;
  try {
    await tool.command.run(invocation);
  } catch (error) {
    if (!(error instanceof ChangesPendingError)) failure = error;
  }
  stdout.end();
  stderr.end();
  const [out, said] = await outputs;
  const notices = said.split('\n').filter(Boolean);
  const printed = { data: parsed(out), notices };
  if (failure === undefined) {
    return {
      ...printed,
      next: hasChanges(printed.data) ? nextOf(call, invocation) : undefined,
      terms: typedFlags(typedIn(invocation), planTerms),
      exitCode: 0,
      isSaved: true,
    };
  }
  const reported = knownError(failure, inner);
  return {
    ...printed,
    error: errorOf(reported, { ...global, event: invocation.raw.event, shell: shellOf(io) }),
    exitCode: reported.exitCode,
    isSaved: reported instanceof PartlyDoneError,
  };
}

function invocationOf({ tool, values, serverFlags, global: server }: ToolCall, io: Io): Invocation {
  const { command, properties, preset } = tool;
  const valuesFor = (source: InputProperty['source']) =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) => {
        const value = values[name];
        // A switch that is off is one that was not typed.
        if (property.source !== source || value === undefined || value === false) return [];
        return [[property.key, typeof value === 'number' ? String(value) : value]];
      }),
    );
  const defaults = Object.entries(command.flags).map(([key, flag]) => [key, flag.default] as const);
  const ownFlags = Object.entries(serverFlags).filter(
    ([key, value]) => key in command.flags && value !== undefined,
  );
  const typed = { ...Object.fromEntries(ownFlags), ...valuesFor('flag') };
  const args = valuesFor('argument');
  const { output: _, ...global } = server;
  return {
    io,
    global: { ...global, json: true, color: false, input: false, ...valuesFor('fields') },
    raw: { ...Object.fromEntries(defaults), ...preset, ...typed },
    // Other flags need that of a dry run.
    typed: new Set(Object.keys(tool.isDryRun ? { ...preset, ...typed } : typed)),
    args: Object.keys(command.arguments).map((key) => args[key]?.toString()),
  };
}

/**
 * What a person types after a preview that saves no plan. It names no file, so that no text of it
 * is from other people.
 */
function nextOf({ tool, global, io }: ToolCall, invocation: Invocation): string | undefined {
  if (!tool.isDryRun || tool.saves !== undefined) return undefined;
  return nextCommand(typedCommand(tool, invocation), { ...global, shell: shellOf(io) });
}

/** Whether a plan has something to apply. */
function hasChanges(plan: unknown): boolean {
  const { changes } = Object(plan);
  return Array.isArray(changes) && changes.length > 0;
}

function typedCommand({ command, preset }: Tool, invocation: Invocation): string {
  const { args, typed } = invocation;
  const names = [...typed].filter((name) => !(name in preset));
  const flags = typedFlags(typedIn(invocation), names);
  const typedArgs = args.flatMap((text) => (text === undefined ? [] : shellWord(text)));
  return `${['plenary', command.words, ...typedArgs].join(' ')}${flags}`;
}

function typedIn({ raw, typed }: Invocation) {
  return { typed: new Map(Object.entries(raw).filter(([name]) => typed.has(name))) };
}

function errorOf(error: PlenaryError, flags: ServiceFlags): unknown {
  return Object(parsed(errorJson(error, flags))).error;
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
