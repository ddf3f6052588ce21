// Owns what a command is as data: a row, as an endpoint is one in the contract. Runs its handler in
// a context of its own.
import { statSync } from 'node:fs';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ExitCode, UsageError } from '../errors.ts';
import type { SchemaName } from './commands/reference/schemas.ts';
import { type Context, createContext } from './context.ts';
import { exitCodesOf } from './exit-codes.ts';
import type { Flag, RawValue } from './flag.ts';
import { type Flags, type FlagValues, readFlags, refuseFlags } from './flags.ts';
import { withFolderFlags } from './folder-flags.ts';
import type { GlobalFlags } from './global-flags.ts';
import { type Io, write } from './io.ts';

export interface Argument extends Partial<Pick<Flag, 'type' | 'choices' | 'recommended'>> {
  readonly description: string;
  readonly isOptional?: true;
  /** Why a number below 0, which is read as a flag, is refused. */
  readonly refuseNegative?: (text: string) => UsageError;
  /** Whether the command works in this folder, if it is one. */
  readonly isWorkingFolder?: true;
  /** Whether the command works in the folder that this run began in, if it has begun in one. */
  readonly isContinuedRun?: true;
}

/** Arguments by name, in their order. */
export type Arguments = Readonly<Record<string, Argument>>;

/** What a handler receives for arguments. Commander refuses a command without a required one. */
export type ArgumentsOf<A extends Arguments> = {
  readonly [Name in keyof A]: A[Name] extends Argument & { readonly isOptional?: never }
    ? string
    : string | undefined;
};

export type CommandHandler<F extends Flags = Flags, A extends Arguments = Arguments> = (
  context: Context<FlagValues<F>>,
  args: ArgumentsOf<A>,
) => Promise<void>;

/** A command, of whatever flags and arguments. */
export interface Command {
  /** The words that name it, without the program's name. */
  readonly words: string;
  /** A verb phrase without a full stop. */
  readonly description: string;
  /** Whether it sends nothing to the service, only reads from it, or also writes. */
  readonly sends: 'none' | 'read' | 'write';
  /** Whether it saves a run that `plenary runs undo` takes back. */
  readonly isUndoable?: true;
  /** Whether the folder of a program has no effect on it. */
  readonly isOutside?: true;
  /** Further paragraphs of its help. */
  readonly about?: string;
  /**
   * Of the records that it prints, for completion and for `--fields` without names; undefined if
   * they are those of its resource.
   */
  readonly fields?: () => readonly string[];
  /** The one that it calls, if it is the command of an endpoint. */
  readonly endpoint?: Pick<Endpoint, 'method' | 'path'>;
  readonly arguments: Arguments;
  readonly flags: Flags;
  /** The schemas of what it prints with `--json`: one of these. */
  readonly json: readonly SchemaName[];
  /** All that it can end with, in ascending order. */
  readonly exitCodes: readonly ExitCode[];
  /** Command lines that work. */
  readonly examples: readonly string[];
  readonly run: (invocation: Invocation) => Promise<void>;
}

/** A command as it is written down. */
interface CommandSource<F extends Flags, A extends Arguments>
  extends Omit<Command, 'arguments' | 'flags' | 'json' | 'exitCodes' | 'examples' | 'run'>,
    Partial<Pick<Command, 'examples'>> {
  readonly arguments?: A;
  /** A function if they take time to create: most command lines need those of one command. */
  readonly flags?: F | (() => F);
  /** What it prints with `--json`, one of these; if undefined, the flag is refused. */
  readonly json?: SchemaName | readonly SchemaName[];
  /** Exit codes besides those that follow from what it sends. */
  readonly exitCodes?: readonly ExitCode[];
  /** Loads its code, when it runs. */
  readonly load: () => Promise<CommandHandler<F, A>>;
}

/** One use of a command. */
export interface Invocation {
  readonly io: Io;
  readonly global: GlobalFlags;
  /** The values of its own flags, those set by default included. */
  readonly raw: Readonly<Record<string, RawValue>>;
  /** The names of its own flags and of the global ones that were typed. */
  readonly typed: ReadonlySet<string>;
  readonly args: readonly (string | undefined)[];
}

const none = {};

/** How data is printed. */
const formatFlags = ['json', 'output', 'fields'];

/** Declares a command, and infers from its flags and arguments what its handler receives. */
export function defineCommand<
  F extends Flags = typeof none,
  const A extends Arguments = typeof none,
>({ load, flags: declared = none as F, ...source }: CommandSource<F, A>): Command {
  const { arguments: named = none as A, examples = [], exitCodes = [], json = [] } = source;
  let created: F | undefined;
  const flagsNow = () => {
    created ??= typeof declared === 'function' ? declared() : declared;
    return created;
  };
  return {
    ...source,
    get flags() {
      return flagsNow();
    },
    arguments: named,
    json: [json].flat(),
    examples,
    exitCodes: exitCodesOf(source.sends, exitCodes),
    async run({ io, global, raw, typed, args }) {
      if (source.json === undefined)
        refuseFlags(typed, formatFlags, { why: `\`plenary ${source.words}\` prints no data` });
      const flags = flagsNow();
      const typedNames = Object.keys(flags).filter((name) => typed.has(name));
      const values = readFlags(flags, raw, typed);
      const context = createContext(io, {
        global,
        flags: values,
        typed: new Map(typedNames.map((name) => [name, raw[name]] as const)),
        folderArgument: folderArgument(named, args),
        folderOfContinuedRun() {
          return folderOfContinuedRun(io, args[positionOf(named, 'isContinuedRun')]);
        },
        isOutside: source.isOutside,
      });
      try {
        if (global.fields === true && source.fields !== undefined)
          return await write(io.stdout, `${source.fields().join('\n')}\n`);
        const handler = await load();
        await handler(await withFolderFlags(context, flags), byName(named, args));
      } finally {
        await context.close();
      }
    },
  };
}

function folderArgument(
  named: Arguments,
  args: readonly (string | undefined)[],
): string | undefined {
  const path = args[positionOf(named, 'isWorkingFolder')];
  return path !== undefined && isFolder(path) ? path : undefined;
}

function positionOf(named: Arguments, mark: 'isWorkingFolder' | 'isContinuedRun'): number {
  return Object.values(named).findIndex((argument) => argument[mark]);
}

/**
 * The folder that a run began in, as long as it has a program.
 * @throws {NotFoundError} if no run has this name
 */
async function folderOfContinuedRun(io: Io, run: string | undefined): Promise<string | undefined> {
  if (run === undefined) return undefined;
  const { savedRuns } = await import('./review/sending.ts');
  const { savedFolder } = await import('../plans/run-header.ts');
  const { readManifest } = await import('../program/snapshot.ts');
  const folder = savedFolder((await savedRuns(io).find(run)).header);
  return folder !== undefined && readManifest(folder) !== undefined ? folder : undefined;
}

/** A saved plan is a file. A folder may not exist yet. */
function isFolder(path: string): boolean {
  if (path === '-') return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() !== true;
}

function byName<A extends Arguments>(
  named: A,
  args: readonly (string | undefined)[],
): ArgumentsOf<A> {
  return Object.fromEntries(
    Object.keys(named).map((name, at) => [name, args[at]]),
  ) as ArgumentsOf<A>;
}
