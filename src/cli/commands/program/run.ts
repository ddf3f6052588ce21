// Owns `program pull` and `status` from the flags to the exit code. Must not word the reports.
import { shellWord } from '../../../contract/escape.ts';
import { ChangesPendingError, UsageError } from '../../../errors.ts';
import { type ProgramOptions, programStatus } from '../../../program/program.ts';
import { pullProgram } from '../../../program/pull.ts';
import { readManifest } from '../../../program/snapshot.ts';
import type { Context } from '../../context.ts';
import { addressOf, savedRuns } from '../sending.ts';
import { hasChanges, mergeError, printPulled, printStatus, refusal } from './report.ts';

export interface FolderArgument {
  readonly folder: string;
}

interface PullFlags {
  readonly merge: boolean;
  readonly prefer: 'file' | 'service' | undefined;
  readonly privateColumns: boolean | undefined;
}

/** @throws {ConflictError} if the files have been edited and are not merged, or if a conflict remains */
export async function pull(context: Context<PullFlags>, { folder }: FolderArgument): Promise<void> {
  const { io } = context;
  const { merge, prefer, privateColumns } = context.flags;
  const options = await programOptions(context, folder);
  const result = await pullProgram({ ...options, merge, prefer, privateColumns, now: () => new Date(io.clock.now()) });
  if (result.outcome === 'refused') throw refusal(options.folder, result);
  await printPulled(context, options, result);
  const error = prefer === undefined ? mergeError(options.folder, result) : undefined;
  if (error !== undefined) throw error;
}

/** @throws {ChangesPendingError} if something has changed, with `--detailed-exitcode` */
export async function status(
  context: Context<{ readonly detailedExitcode: boolean }>,
  { folder }: FolderArgument,
): Promise<void> {
  const options = await programOptions(context, folder);
  needsProgram(options.folder);
  const found = await programStatus(options);
  await printStatus(context, options, found);
  if (context.flags.detailedExitcode && hasChanges(found)) throw new ChangesPendingError('changes pending');
}

/** The event is that of the folder, unless it is set. */
export async function programOptions(context: Context, folder: string): Promise<ProgramOptions> {
  const { value: event = readManifest(folder)?.event ?? (await context.required('event')) } =
    await context.setting('event');
  context.answer('event', event);
  return optionsFor(context, { folder, event, baseUrl: await addressOf(context) });
}

/** For the program of a folder that is known. */
export async function optionsFor(
  context: Context,
  target: Pick<ProgramOptions, 'folder' | 'event' | 'baseUrl'>,
): Promise<ProgramOptions> {
  const { io } = context;
  return {
    ...target,
    timeZone: (await context.setting('timezone')).value,
    client: () => context.client(),
    runs: savedRuns(io),
    signal: io.stopped,
  };
}

/** @throws {UsageError} */
export function needsProgram(folder: string): void {
  if (readManifest(folder) !== undefined) return;
  throw new UsageError(`${folder} has no program`, {
    fix: 'pull the event into this folder first',
    next: [{ command: `plenary program pull ${shellWord(folder)}` }],
  });
}
