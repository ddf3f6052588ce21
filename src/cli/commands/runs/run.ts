// Lists, shows and resumes the runs saved on this machine.
import { endpoints } from '../../../contract/index.ts';
import { ConflictError, JournalError, UsageError } from '../../../errors.ts';
import { readImportHeader } from '../../../import/header.ts';
import { savedRows } from '../../../import/resume.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunFolder, RunSummary, Runs } from '../../../runs/folder.ts';
import { tally } from '../../../runs/history.ts';
import type { Context } from '../../context.ts';
import { resumeCommands } from '../../output/advice.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { shellWord } from '../../output/text.ts';
import { usingSinks } from '../../sinks.ts';
import { isRegularFile } from '../../user-files.ts';
import { performImport } from '../import/run.ts';
import { nonzero } from '../import/words.ts';
import { addressOf, noticeCommands, savedRuns } from '../sending.ts';

const columns = ['run', 'state', 'resource', 'event', 'file', 'rows', 'started'];

export async function listRuns(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const described = (await runs.list()).map((run) => describe(run, runs));
  await printRecords(context, oneBatch(described), { noun: 'runs', defaultFields: columns });
  for (const { message } of await runs.damaged()) await context.notice(`Warning: a run cannot be listed: ${message}`);
}

export async function showRun(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const [name = ''] = context.args;
  const run = await runs.find(name);
  const described = describe(run, runs);
  const counts = run.ended?.counts ?? (await tally(runs.folder(name).entries()));
  const record = { ...described, baseUrl: run.header.baseUrl, ended: run.ended?.at ?? null };
  await printRecord(context, { ...record, counts }, { ...record, ...nonzero(counts) });
  if (described.state === 'interrupted') await noticeCommands(context, resumeCommands(name));
}

/** @throws {UsageError} if no run has this name @throws {ConflictError} if it has ended */
export async function resumeRun(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const [name = ''] = context.args;
  const { header, ended } = await runs.find(name);
  if (ended !== undefined) {
    throw new ConflictError(`run ${name} has ended; nothing is left to do`, {
      advice: { kind: 'show_run', run: name },
    });
  }
  const { resource, event, baseUrl } = header;
  const now = await addressOf(context);
  if (now !== baseUrl) {
    throw new UsageError(`run ${name} sends to ${baseUrl}, but the base URL is ${now}`, {
      advice: { kind: 'use_base_url', baseUrl },
    });
  }
  const imported = readImportHeader(header);
  if (imported === undefined) {
    const { resumeApply } = await import('../sessions/run.ts');
    return resumeApply(context, header, runs.folder(name).rowsPath);
  }
  await usingSinks(context, header.file, (sinks) =>
    performImport(context, sinks, {
      endpoint: resource === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission,
      event,
      baseUrl,
      source: savedRows(imported, runs.folder(name).rowsPath),
      ...imported.options,
      rows: imported.options.rows ?? undefined,
      // The run began without its invalid rows.
      skipInvalid: true,
      dryRun: false,
    }),
  );
  if (imported.options.forSchedule === true) await noticePlacing(context, imported);
}

/** The run of `sessions apply --create` is done; its sessions are not placed yet. */
async function noticePlacing(context: Context, { file, event }: RunHeader): Promise<void> {
  const path = isRegularFile(file) ? file : 'FILE';
  const command = nextCommand(`plenary sessions apply ${shellWord(path)} --event ${shellWord(event)}`, context.global);
  await context.notice(`The sessions of these submissions are not placed yet. To place them: ${command}`);
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
    // In a folder that cannot be written, no process works on a run.
    if (error instanceof JournalError) return false;
    throw error;
  }
}
