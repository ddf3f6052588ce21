// Sends a program: a phase for each kind of records.
import { PartlyDoneError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import { readImportHeader } from '../../../import/header.ts';
import { resumedImport } from '../../../import/resume.ts';
import { programResources } from '../../../program/files.ts';
import { unfinishedPhase } from '../../../program/run.ts';
import { placeCreated } from '../../../schedule/place-created.ts';
import type { Context } from '../../context.ts';
import { amount } from '../../output/text.ts';
import { sendRows } from '../import/run.ts';
import { type Sending, savedRuns } from '../sending.ts';
import { applyError } from '../sessions/apply-errors.ts';
import { notListed } from '../sessions/create.ts';
import { sendChanges } from '../sessions/send.ts';
import type { Applied } from './applied.ts';
import { rowsOf } from './plan.ts';
import { staleSessions } from './plan-errors.ts';
import type { Planned } from './plan-report.ts';

/** Speakers, then submissions, then sessions, and an undo in reverse; what fails stops the rest. */
export async function sendPhases(
  context: Context,
  sending: Sending,
  planned: Planned,
  applied: Applied,
): Promise<unknown> {
  const { input, plan } = planned;
  const order = input.undoes === undefined ? programResources : programResources.toReversed();
  for (const name of order) {
    const error = name === 'sessions' ? await sendSessions() : await sendRecords(name);
    if (error !== undefined) return error;
  }
  return undefined;

  async function sendRecords(name: 'speakers' | 'submissions'): Promise<unknown> {
    const changes = plan[name]?.changes ?? [];
    if (input[name] === undefined) return undefined;
    const { file } = input[name];
    const planned = { ...rowsOf({ ...input[name], changes }, input), parent: applied.run, dryRun: false };
    const rows = (await restOfPhase(name)) ?? (changes.length === 0 ? undefined : planned);
    if (rows === undefined) return undefined;
    const { maxErrors } = planned;
    const result = await sendRows(context, sending, { ...rows, maxErrors, review: async () => true });
    const { report } = result;
    applied[name] = { run: report.run, counts: report.counts };
    // What is resumed is the whole program.
    return importError({ ...result, report: { ...report, run: applied.run }, canResume: true }, file);
  }

  /** What is left of a phase that was interrupted. */
  async function restOfPhase(name: 'speakers' | 'submissions') {
    const runs = savedRuns(context.io);
    const header = await unfinishedPhase(applied.run, name, runs);
    const imported = header && readImportHeader(header);
    return imported && resumedImport(imported, runs.folder(imported.run).rowsPath);
  }

  async function sendSessions(): Promise<unknown> {
    const { sessions } = plan;
    if (sessions === undefined || sessions.changes.length + (sessions.creations ?? []).length === 0) return undefined;
    const { event, baseUrl, undoes, allowPartial = false } = input;
    const { file } = sessions;
    const done = await sendChanges(context, sending, {
      ...{ event, baseUrl, allowPartial, file, sha256: input.sessions?.sha256 ?? '' },
      ...{ parent: applied.run, undoes: undoes?.run },
      makePlan: (program) => placeCreated(sessions, program),
      async review(now, fresh) {
        const stale = staleSessions(input, fresh, file);
        if (stale !== undefined && !allowPartial) throw stale;
        // The submissions exist now, but may not be listed yet.
        if ((now.creations ?? []).length > 0) throw notListed(now);
        return true;
      },
    });
    if (done === undefined) return undefined;
    applied.sessions = { run: done.run, counts: { applied: done.applied, failed: done.failed.length } };
    return applyError({ ...done, run: applied.run });
  }
}

/** What was skipped, because it has changed since. */
export function leftError({ input, plan }: Planned): PartlyDoneError | undefined {
  if (input.allowPartial !== true) return undefined;
  const ofRecords = (['speakers', 'submissions'] as const).flatMap((name) =>
    (plan[name]?.rejects ?? []).map((fault) => ({ file: input[name]?.file ?? '', ...fault })),
  );
  const ofSessions = staleSessions(input, plan, input.sessions?.file ?? '');
  const details = [...ofRecords, ...(ofSessions?.details ?? [])];
  if (details.length === 0) return undefined;
  return new PartlyDoneError(`${amount(details.length, 'change was', 'changes were')} not undone`, {
    details,
    advice: { kind: 'check_records' },
  });
}
