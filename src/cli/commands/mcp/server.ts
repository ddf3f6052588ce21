// `plenary mcp`: offers the tools on standard input and output, until that ends or a signal comes.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { SettingName } from '../../../config/settings.ts';
import { shellWord } from '../../../contract/escape.ts';
import { UsageError } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import { type Context, createContext } from '../../context.ts';
import { knownError } from '../../output/error.ts';
import { nextCommand, type ServiceFlags } from '../../output/next-command.ts';
import { shellOf } from '../../output/shell.ts';
import { toLine } from '../../output/terminal-text.ts';
import { savedRuns } from '../../review/sending.ts';
import { version } from '../../version.ts';
import { isOn, targetOf } from '../runs/find.ts';
import { answerTexts, instructions } from './answer.ts';
import { callTool, type Printed, type ToolCall } from './call.ts';
import { openToolFiles, type ToolFiles } from './files.ts';
import { McpServer, StdioServerTransport, serveStdio } from './protocol.ts';
import { refuseLines } from './refused-lines.ts';
import { type Tool, type ToolInput, toolsOf } from './tools.ts';

interface McpFlags {
  readonly event: string | undefined;
  readonly timezone: string | undefined;
  readonly files: string | undefined;
  readonly plans: string | undefined;
}

/** Returns when standard input has ended, or after a signal. @param commands the table */
export async function serveTools(
  context: Context<McpFlags>,
  commands: readonly Command[],
): Promise<void> {
  const { io, flags } = context;
  const { files: root = (await context.folder())?.path, plans } = flags;
  const files = openToolFiles(io, root, plans);
  const tools = toolsOf(commands, flags.event === undefined ? [] : ['event']);
  const service = await serviceOf(context);
  const calls = new Set<Promise<unknown>>();
  const handle = serveStdio(
    () => {
      const server = new McpServer({ name: 'plenary', version }, { instructions, capabilities });
      for (const tool of tools) {
        server.registerTool(tool.name, describe(tool), (values, { mcpReq }) => {
          const asked = { tool, values, canceled: mcpReq.signal };
          const call = answer({ context, files, service }, asked);
          calls.add(call);
          return call.finally(() => calls.delete(call));
        });
      }
      return server;
    },
    {
      transport: new StdioServerTransport(io.stdin, io.stdout),
      onerror: (error) => void context.notice(`Refused a message: ${reasonOf(error)}`),
    },
  );
  const stopRefusing = refuseLines(io);
  if (io.stdin.isTTY === true)
    await context.notice('An agent starts this command. Press Ctrl-C to stop.');
  await ended(context);
  stopRefusing();
  await handle.close();
  await Promise.allSettled(calls);
}

/** In one line: a schema describes on many why a message is none. */
function reasonOf({ name, message }: Error): string {
  return name === 'ZodError' ? 'it does not follow the protocol' : toLine(message);
}

async function ended({ io }: Context): Promise<void> {
  const { stdin, stdout, stopped } = io;
  if (stopped.aborted || stdin.readableEnded || stdin.destroyed) return;
  const done = new AbortController();
  const { signal } = done;
  const ends = [
    once(stdin, 'end', { signal }),
    once(stdin, 'close', { signal }),
    once(stdout, 'error', { signal }),
    once(stopped, 'abort', { signal }),
  ];
  // A standard input that fails has ended as well.
  await Promise.race(ends).catch(() => undefined);
  done.abort();
}

/** The tools do not change while the server runs. */
const capabilities = { tools: { listChanged: false } };

/** A tool for `registerTool`. */
function describe(tool: Tool) {
  const { command, description, saves, isDryRun } = tool;
  const about = isDryRun
    ? [`A preview, which sends nothing, of a command: ${description}.`]
    : [`${description}.`, command.about];
  if (saves !== undefined) about.push(`Saves the ${saves} to a new file.`);
  return {
    description: about.filter(Boolean).join('\n'),
    inputSchema: tool.input,
    // A file that is saved changes the machine, if not the service. What is read was written by
    // people outside.
    annotations: saves === undefined ? { readOnlyHint: true } : { destructiveHint: false },
  };
}

/** What a person needs to type, because the environment of this process is not theirs. */
async function serviceOf(context: Context<McpFlags>) {
  const typed = async (name: SettingName) => {
    const { value, source } = await context.setting(name);
    return source === 'flag' || source === 'environment' ? value : undefined;
  };
  return {
    profile: context.global.profile ?? context.io.env.PLENARY_PROFILE,
    baseUrl: await typed('base-url'),
    event: await typed('event'),
    timezone: await typed('timezone'),
  };
}

async function answer(
  session: {
    readonly context: Context<McpFlags>;
    readonly files: ToolFiles;
    readonly service: Awaited<ReturnType<typeof serviceOf>>;
  },
  { tool, values, canceled }: Pick<ToolCall, 'tool' | 'values' | 'canceled'>,
) {
  const { context, files, service } = session;
  const { io } = context;
  const started = io.clock.now();
  const global = {
    ...context.global,
    ...(service.profile && { profile: service.profile }),
    ...(service.baseUrl && { baseUrl: service.baseUrl }),
  };
  const { words } = tool.command;
  const skip = Number(values.skip ?? 0);
  let printed: Printed;
  let saved: string | undefined;
  try {
    await refuseOtherEvent(context, values);
    const named = withFiles(tool, values, files);
    // The rest of a plan is one that was saved before.
    if (tool.saves !== undefined && skip === 0)
      saved = files.fresh(
        tool.saves === 'plan' ? `${words.replace(' ', '-')}.json` : 'schedule.csv',
      );
    const serverFlags = { event: service.event, timezone: service.timezone, out: saved };
    printed = await callTool({ tool, values: named, serverFlags, global, io, canceled });
    if (saved !== undefined && !printed.isSaved) rmSync(saved, { force: true });
  } catch (error) {
    const { code, message, fix, exitCode } = knownError(error, io);
    printed = {
      data: undefined,
      notices: [],
      error: { code, message, fix },
      exitCode,
      isSaved: false,
    };
  }
  await context.notice(
    `${tool.name}: exit code ${printed.exitCode}, ${Math.round(io.clock.now() - started)} ms`,
  );
  const event = values.event ?? service.event;
  const isSaved = saved !== undefined && printed.isSaved;
  const message =
    saved !== undefined && isSaved
      ? savedText(tool, saved, printed, { ...global, event, shell: shellOf(io) })
      : nextText(printed);
  // The message names the saved file.
  const notices = printed.notices.filter(
    (notice) => saved === undefined || !notice.includes(saved),
  );
  const properties = Object.keys(tool.properties);
  const texts = answerTexts(
    { ...printed, notices, command: words, message, isSaved, skip, properties },
    io.secrets,
  );
  return {
    content: texts.map((text) => ({ type: 'text' as const, text })),
    isError: printed.error !== undefined,
  };
}

/** @throws {UsageError} for a run of another event than that of the person, if they passed one */
async function refuseOtherEvent(
  { io, global, flags }: Context<McpFlags>,
  { run }: ToolInput,
): Promise<void> {
  if (flags.event === undefined || run === undefined) return;
  const { header } = await savedRuns(io).find(String(run));
  const context = createContext(io, { global, flags });
  const target = await targetOf(context).finally(() => context.close());
  if (isOn(target, header)) return;
  throw new UsageError(`run ${run} is of another event or service`, { fix: 'name another run' });
}

/** The same with absolute paths. @throws {UsageError} for a file that may not be read */
function withFiles({ properties }: Tool, values: ToolInput, files: ToolFiles): ToolInput {
  const entries = Object.entries(values).map(([name, value]) => {
    const type = properties[name]?.type;
    return type === 'file' || type === 'folder'
      ? [name, files.readable(String(value), type)]
      : [name, value];
  });
  return Object.fromEntries(entries);
}

/** What a preview names that saves no plan. */
function nextText({ next }: Printed): string | undefined {
  if (next === undefined) return undefined;
  return `Nothing was sent. Show the changes to the person, who applies them with: ${next}`;
}

function savedText(tool: Tool, file: string, { terms = '' }: Printed, flags: ServiceFlags): string {
  if (tool.saves === 'schedule')
    return (
      `Saved the schedule to ${file}. Nothing was sent. Pass the file to sessions_plan to see ` +
      'what it would change.'
    );
  const { words } = tool.command;
  const [group = words] = words.split(' ');
  // An import creates what its own plan shows.
  const applying = tool.isDryRun ? words : `${group} apply`;
  const command = nextCommand(`plenary ${applying} ${shellWord(file)}${terms}`, flags);
  return (
    `Saved the plan to ${file}. Nothing was sent. Show the changes to the person, who applies ` +
    `them with: ${command}`
  );
}
