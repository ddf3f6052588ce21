// Owns `runs undo`: the changes of a run are taken back by a run of their own, planned, confirmed
// and saved like any other.

import { hash } from 'node:crypto';
import { byResource } from '../../../contract/endpoint.ts';
import { ConflictError, UsageError } from '../../../errors.ts';
import { changesHeader, savedFolder } from '../../../plans/run-header.ts';
import { busyError } from '../../../runs/busy.ts';
import { partsOf } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, DryRunFlags, PaceFlags } from '../../flag-sets.ts';
import { folderOfRun } from '../../program-folder.ts';
import type { PlanLimits } from '../../review/errors.ts';
import { applyPlanned } from '../../review/planned-task.ts';
import { savedRuns } from '../../review/sending.ts';
import { clashOptions } from '../sessions/clash-options.ts';
import { loadDetails, type ScheduleFlag } from '../sessions/schedule-file.ts';
import { damagedJournal, findRun, type RunArgument, readWritten } from './find.ts';
import { undoneFile, undoParts } from './undo-parts.ts';

interface UndoFlags
  extends PaceFlags,
    Pick<PlanLimits, 'maxChanges'>,
    ClashFlags,
    ScheduleFlag,
    DryRunFlags {
  readonly allowPartial: boolean;
  readonly withdraw: boolean;
}

/**
 * The last kind of records that the run has changed goes back first.
 * @throws {BusyError} if a process works on the run
 * @throws {ConflictError} if records have changed since, or if the old values are unknown
 * @throws {NotFoundError} if no run has this name
 * @throws {UsageError} if it sends to another base URL
 */
export async function undoRun(context: Context<UndoFlags>, { run }: RunArgument): Promise<void> {
  const { withdraw, dryRun, allowPartial, maxChanges, failOn, schedule } = context.flags;
  const found = await findRun(context, run);
  refuseUndo(context, found);
  const { header, ended } = found;
  const { resource, event, baseUrl } = header;
  context.useEvent(event);
  const { parts, damage } = await readWritten(found, savedRuns(context.io));
  const checks = { ...(await clashOptions(context)), timeZone: await context.timeZone() };
  const withDetails = await loadDetails(context, { schedule });
  const terms = { withdraws: withdraw, checks, withDetails };
  const { undone, isLost, ...left } = undoParts(parts, terms);
  const remains = [...left.remains];
  if (damage !== undefined) remains.push({ code: 'damaged', message: damage });
  if (isLost)
    throw new ConflictError(`nothing of run ${run} can be undone; nothing was sent`, {
      details: remains,
    });
  if (ended === undefined)
    await context.notice(
      `Run ${run} is unfinished. The undo ends it: it cannot be resumed afterward.`,
    );
  const undo = changesHeader(
    {
      resource,
      event,
      baseUrl,
      undoes: run,
      file: `run ${run}`,
      sha256: hash('sha256', JSON.stringify([run, withdraw])),
    },
    {
      files: byResource((name) => undone[name] && undoneFile(header, name)),
      creates: false,
      allowPartial,
      folder: savedFolder(header) ?? (await folderOfRun(context)),
    },
  );
  await applyPlanned(context, undo, {
    command: { group: 'runs', verb: 'undo' },
    changes: undone,
    limits: { failOn, maxChanges, allowPartial },
    subject: { warnings: remains },
    dryRun,
  });
  if (damage !== undefined)
    throw damagedJournal(damage, 'what they say of further rows is not undone');
}

/**
 * @throws {BusyError}
 * @throws {UsageError}
 */
function refuseUndo({ io, flags }: Context<UndoFlags>, { header, ended }: RunSummary): void {
  const busy = ended === undefined ? busyError(savedRuns(io).folder(header.run)) : undefined;
  if (busy !== undefined) throw busy;
  const changed = partsOf(header).filter(({ isIdle }) => !isIdle);
  const kinds = changed.map(({ resource }) => resource);
  if (!flags.withdraw || kinds.includes('submissions')) return;
  throw new UsageError(
    `--withdraw: run ${header.run} has created no submissions, because it is one of ` +
      `${kinds.join(' and ')}`,
  );
}
