// Owns the file of a saved plan: how it is recognized, and where it is written.
import { pathWord } from '../../contract/escape.ts';
import { InvalidInputError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Io } from '../io.ts';
import { nextCommand, typedFlags } from '../output/next-command.ts';
import { isSource } from '../source.ts';
import { isSameFile, openSink, type Sink } from '../user-files.ts';
import { type CommandName, commandText } from './command-name.ts';

/**
 * Whether a file is a saved plan, judged by its content; files of rows may be JSON too.
 * @param path `-` is standard input
 * @throws {InvalidInputError} for the changes of a plan without the rest of it
 */
export async function isSavedPlan({ source }: Context, path: string): Promise<boolean> {
  if (!isSource(path)) return false;
  const { opening, file } = await source(path);
  const text = await opening();
  if (changeLine.test(text)) {
    throw new InvalidInputError(`${file} is a plan as NDJSON, which has only its changes`, {
      fix: 'pass --json to the command that plans, or save its plan with --out',
    });
  }
  return planStart.test(text);
}

/** By its first member, also where the members were sorted, as `jq -S` does. */
const planStart = /^\uFEFF?\s*\{\s*"(?:schemaVersion|baseUrl)"/;

const changeLine = /^\s*\{\s*"kind":\s*"(?:speaker|submission|session)",.*"action":\s*"/;

/**
 * The file that a plan is saved in, which only its owner can read, because a plan has private
 * values; undefined without a name.
 * @throws {UsageError} for a name that does not end in .json, and for a file that is read
 */
export async function openPlan(
  io: Io,
  out: string | undefined,
  sources: readonly string[],
): Promise<Sink | undefined> {
  if (out === undefined) return undefined;
  if (/\.json$/i.test(out) && !sources.some((source) => isSameFile(out, source)))
    return openSink(io, out, 0o600);
  throw new UsageError(
    `--out ${out}: a plan is saved in a separate file whose name ends in .json`,
    {
      fix: 'choose a name such as plan.json; to print the plan instead, pass --json',
    },
  );
}

/** The flags of a plan without which its application would be refused. */
export const planTerms = ['failOn', 'allowPartial', 'skipInvalid', 'maxChanges'] as const;

/** Says where a plan was saved, and how it is applied. @param command that has saved it */
export async function noticeSavedPlan(
  context: Context,
  out: string,
  command: CommandName,
): Promise<void> {
  const flags = typedFlags(context, planTerms);
  const applying: CommandName = command.verb === 'import' ? command : { ...command, verb: 'apply' };
  const apply = nextCommand(
    `plenary ${commandText(applying)} ${pathWord(out)}${flags}`,
    context.serviceFlags,
  );
  await context.notice(`Saved to ${out}. To apply it: ${apply}`);
}
