// Owns `runs undo`: the changes of a run are taken back by a run of their own, planned, confirmed and saved like any other.
import { creationOf } from '../../../contract/index.ts';
import { ConflictError, UsageError } from '../../../errors.ts';
import { changesOfPlan } from '../../../import/saved-plan.ts';
import { undoRecords } from '../../../import/undo.ts';
import { programResource } from '../../../program/header.ts';
import { partsOf } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import { usingTemporaryRows } from '../../../runs/row-file.ts';
import type { RunEffects } from '../../../runs/written.ts';
import type { Context } from '../../context.ts';
import { usingSinks } from '../../sinks.ts';
import { recordReviewer } from '../changes/report.ts';
import { performImport } from '../import/run.ts';
import { savedRuns } from '../sending.ts';
import { findRun, isHeld, type RunArgument, readParts } from './find.ts';
import { nothingToUndo, noticeEnd, noticeFinal } from './undo-notices.ts';
import type { UndoFlags } from './undo-program.ts';
import { undoSchedule } from './undo-schedule.ts';

/**
 * @throws {ConflictError} if the run is still sending, if records have changed since, or if nothing of it can be undone
 * @throws {UsageError} if no run has this name, or it sends to another base URL
 */
export async function undoRun(context: Context<UndoFlags>, { run }: RunArgument): Promise<void> {
  const found = await findRun(context, run);
  const { header, ended } = found;
  const folder = savedRuns(context.io).folder(header.run);
  if (ended === undefined && isHeld(folder))
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
  const runs = savedRuns(context.io);
  await usingTemporaryRows(runs, async (file) => {
    const parts = await readParts(found, runs, file);
    const [part] = parts;
    if (header.resource === programResource || parts.length > 1) {
      const { undoProgram } = await import('./undo-program.ts');
      await undoProgram(context, found, parts);
    } else if (part !== undefined) {
      await (header.resource === 'sessions' ? undoSchedule : undoImport)(context, found, part.written);
    }
  });
}

async function undoImport(context: Context<UndoFlags>, found: RunSummary, written: RunEffects): Promise<void> {
  const { withdraw, dryRun, allowPartial, maxChanges } = context.flags;
  const { header } = found;
  const { run, resource, event, baseUrl } = header;
  const { changes, final } = undoRecords(written, withdraw);
  const finals = [{ resource: header.resource, rows: final }];
  await noticeFinal(context, finals);
  if (changes.length === 0) return nothingToUndo(context, header, finals);
  await noticeEnd(context, found);
  const file = `run ${run}`;
  const endpoint = creationOf(resource);
  const also = { undoes: run, final };
  const target = { endpoint, event, baseUrl, dryRun, also };
  const review = recordReviewer(context, {
    ...target,
    ...{ file, isSaved: true, maxChanges },
  });
  await usingSinks(context, file, (sinks) =>
    performImport(
      context,
      sinks,
      {
        ...target,
        ...changesOfPlan(endpoint, { changes, file }, { of: run }),
        ...{ undoes: run, matching: 'record', onConflict: 'update', empty: 'keep' },
        // The values were in the service before.
        allowsOdd: true,
        skipInvalid: allowPartial,
      },
      review,
    ),
  );
}
