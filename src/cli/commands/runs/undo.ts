// Owns `runs undo`: the changes of a run are taken back by a run of their own, planned, confirmed and saved like any other.
import { hash } from 'node:crypto';
import { amount } from '../../../contract/amount.ts';
import { ConflictError, type InputFault, UsageError } from '../../../errors.ts';
import { createProgramHeader } from '../../../program/header.ts';
import { byKind } from '../../../program/kinds.ts';
import { partsOf } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, PaceFlags } from '../../flag-sets.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { leftError } from '../../review/applied.ts';
import { applyChanges, planChanges, resumeChanges, tooManyChangesError, unfinishedRun } from '../../review/apply.ts';
import { planError } from '../../review/errors.ts';
import type { ChangesInput } from '../../review/planned.ts';
import { printPlanned } from '../../review/report.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { failOn } from '../sessions/plan-errors.ts';
import { findRun, isHeld, type RunArgument, readParts, type WrittenPart } from './find.ts';
import { finalOf, nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';
import { undoParts } from './undo-parts.ts';

interface UndoFlags extends PaceFlags, MaxChangesFlag, Pick<ClashFlags, 'failOn'> {
  readonly dryRun: boolean;
  readonly allowPartial: boolean;
  readonly withdraw: boolean;
}

/**
 * @throws {ConflictError} if the run is still sending, if records have changed since, or if nothing of it can be undone
 * @throws {UsageError} if no run has this name, or it sends to another base URL
 */
export async function undoRun(context: Context<UndoFlags>, { run }: RunArgument): Promise<void> {
  const found = await findRun(context, run);
  const { header, ended } = found;
  const runs = savedRuns(context.io);
  if (ended === undefined && isHeld(runs.folder(header.run)))
    throw new ConflictError(`run ${header.run} is still sending`, {
      retryable: true,
      fix: 'stop it, or wait until it has ended',
    });
  const kinds = partsOf(header).map(({ resource }) => resource);
  if (context.flags.withdraw && !kinds.includes('submissions')) {
    throw new UsageError(
      `--withdraw: run ${header.run} has created no submissions, because it is one of ${kinds.join(' and ')}`,
    );
  }
  await undo(context, found, await readParts(found, runs));
}

/** The last kind of records that the run has changed goes back first. */
async function undo(context: Context<UndoFlags>, found: RunSummary, parts: readonly WrittenPart[]): Promise<void> {
  const { io } = context;
  const { withdraw, dryRun, allowPartial, maxChanges } = context.flags;
  const { run, resource, event, baseUrl } = found.header;
  const { undone, finals, changes } = undoParts(found.header, parts, {
    withdraws: withdraw,
    timeZone: (await context.setting('timezone')).value,
  });
  if (changes === 0) return nothingToUndo(context, found.header, finals);
  await noticeFinal(context, finals);
  await noticeEnd(context, found);
  const input: ChangesInput = {
    ...{ event, baseUrl, ...undone, allowPartial },
    ...{ folder: undefined, creates: false },
    undoes: { run, final: finalOf(finals) },
  };
  const file = `run ${run}`;
  const sha256 = hash('sha256', JSON.stringify([run, withdraw]));
  const header = createProgramHeader(
    { resource, event, baseUrl, file, undoes: run, startedAt: new Date(io.clock.now()), sha256 },
    { files: byKind((name) => undone[name]?.file), creates: false, allowPartial },
  );
  const unfinished = dryRun ? undefined : await unfinishedRun(context, header);
  if (unfinished !== undefined) return resumeChanges(context, unfinished, finalOf(finals));
  const task = { sending: await prepareSending(context, 'records'), input, header, maxChanges };
  if (!dryRun) return applyChanges(context, task);
  await planChanges(context, task, async (planned) => {
    await printPlanned(context, planned);
    const error = planError(planned, failOn(context)) ?? tooManyChangesError(planned.plan, maxChanges);
    if (error !== undefined) throw error;
    await noticeLeft(context, leftError(planned)?.details ?? []);
  });
}

/** What `--allow-partial` would skip. */
async function noticeLeft(context: Context, details: readonly InputFault[]): Promise<void> {
  if (details.length === 0) return;
  await context.notice(
    `${amount(details.length, 'value has', 'values have')} changed in the service since and would be skipped:`,
  );
  for (const line of faultLines(details)) await context.notice(`  ${line}`);
}
