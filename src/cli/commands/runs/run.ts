// Lists, shows and resumes the runs that imports have left on this machine.
import { endpoints } from '../../../contract/index.ts';
import { ConflictError, UsageError } from '../../../errors.ts';
import { isImport } from '../../../import/header.ts';
import { keptSource } from '../../../import/source.ts';
import type { RunFolder, RunSummary, Runs } from '../../../runs/folder.ts';
import { tally } from '../../../runs/history.ts';
import { readJsonLines } from '../../../runs/json-lines.ts';
import type { ScheduleRunHeader } from '../../../schedule/run.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { openSinks } from '../import/files.ts';
import { carryOut, importRuns } from '../import/run.ts';
import { nonzero } from '../import/words.ts';
import { addressOf } from '../sending.ts';

const columns = ['run', 'state', 'resource', 'event', 'file', 'rows', 'started'];

export async function listRuns(context: Context): Promise<void> {
  const runs = importRuns(context.io);
  const described = (await runs.list()).map((run) => describe(run, runs));
  await printRecords(context, oneBatch(described), { noun: 'imports', defaultFields: columns });
}

export async function showRun(context: Context): Promise<void> {
  const runs = importRuns(context.io);
  const [name = ''] = context.args;
  const run = await runs.find(name);
  const described = describe(run, runs);
  const counts = run.ended?.counts ?? (await tally(runs.folder(name).entries()));
  const record = { ...described, baseUrl: run.header.baseUrl, ended: run.ended?.at ?? null };
  await printRecord(context, { ...record, counts }, { ...record, ...nonzero(counts) });
  if (described.state === 'interrupted') await context.notice(`To go on with it: plenary imports resume ${name}`);
}

/** @throws {UsageError} for a run that there is not @throws {ConflictError} for one that is over */
export async function resumeRun(context: Context): Promise<void> {
  const runs = importRuns(context.io);
  const [name = ''] = context.args;
  const { header, ended } = await runs.find(name);
  if (ended !== undefined) {
    throw new ConflictError(`run ${name} is over; nothing is left to be done`, {
      next: [{ command: `plenary imports show ${name}` }],
    });
  }
  const { resource, event, baseUrl } = header;
  const now = await addressOf(context);
  if (now !== baseUrl) {
    throw new UsageError(`run ${name} goes to ${baseUrl}, and the base URL is ${now}`, {
      fix: `give --base-url ${baseUrl}, with a token for it`,
    });
  }
  if (!isImport(header)) {
    const { resumeApply } = await import('../sessions/run.ts');
    return resumeApply(context, header as ScheduleRunHeader, readJsonLines(runs.folder(name).rowsPath));
  }
  await carryOut(context, await openSinks(context, header.file), {
    endpoint: resource === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission,
    event,
    baseUrl,
    source: keptSource(header, runs.folder(name).rowsPath),
    ...header.options,
    rows: header.options.rows ?? undefined,
    // It was begun without its invalid rows.
    skipInvalid: true,
    dryRun: false,
  });
}

function describe({ header, ended }: RunSummary, runs: Runs): Readonly<Record<string, unknown>> {
  const { run, resource, event, file, rows, startedAt: started } = header;
  const state = ended !== undefined ? 'finished' : isHeld(runs.folder(run)) ? 'running' : 'interrupted';
  return { run, state, resource, event, file, rows, started };
}

/** Whether a process works on it. */
function isHeld(run: RunFolder): boolean {
  try {
    run.lock().release();
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    throw error;
  }
}
