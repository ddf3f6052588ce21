// Owns the file of a saved plan: how it is recognized, and where it is written. Must not know what a plan has.
import { shellWord } from '../contract/escape.ts';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import type { Io } from './io.ts';
import { nextCommand } from './output/next-command.ts';
import { isSameFile, openSink, readOpening, type Sink } from './user-files.ts';

/** Whether a file is a saved plan, judged by its content; files of rows may be JSON too. Standard input and pipes are never plans. */
export async function isSavedPlan(file: string): Promise<boolean> {
  return /^\uFEFF?\s*\{\s*"schemaVersion"/.test(await readOpening(file));
}

/**
 * The file that a plan is saved in, which only its owner can read, because a plan has private values; undefined without a name.
 * @throws {UsageError} for a name that does not end in .json, and for the schedule itself
 */
export async function openPlan(_io: Io, out: string | undefined, source: string): Promise<Sink | undefined> {
  if (out === undefined) return undefined;
  if (/\.json$/i.test(out) && !isSameFile(out, source)) return openSink(out, 0o600);
  throw new UsageError(`--out ${out}: a plan is saved in a separate file whose name ends in .json`, {
    fix: 'choose a name such as plan.json; to print the plan instead, pass --json',
  });
}

/** Says where a plan was saved, and how it is applied. @param group of the command */
export async function noticeSavedPlan(
  context: Context<{ readonly out: string | undefined }>,
  group: string,
): Promise<void> {
  const { flags, serviceFlags } = context;
  if (flags.out === undefined) return;
  const command = nextCommand(`plenary ${group} apply ${shellWord(flags.out)}`, serviceFlags);
  await context.notice(`Saved to ${flags.out}. To apply it: ${command}`);
}

interface PlanTarget {
  readonly event: string;
  readonly baseUrl: string;
}

/** @throws {UsageError} if a saved plan is for another service or event than the settings */
export function refuseOtherTarget(file: string, plan: PlanTarget, target: PlanTarget): void {
  if (plan.baseUrl === target.baseUrl && plan.event === target.event) return;
  throw new UsageError(
    `${file} is a plan for ${plan.baseUrl}, event ${plan.event}, but the settings specify ${target.baseUrl}, event ${target.event}`,
    { fix: `pass --base-url ${shellWord(plan.baseUrl)} --event ${shellWord(plan.event)}, or create the plan again` },
  );
}
