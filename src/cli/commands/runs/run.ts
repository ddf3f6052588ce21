// Lists, shows and resumes the runs saved on this machine.
import { endpoints } from '../../../contract/index.ts';
import { ConflictError } from '../../../errors.ts';
import { readImportHeader } from '../../../import/header.ts';
import { savedRows } from '../../../import/resume.ts';
import { undoRecords } from '../../../import/undo.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunSummary, Runs } from '../../../runs/folder.ts';
import { tally } from '../../../runs/history.ts';
import { type FinalRow, readWritten, type Written } from '../../../runs/written.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { Context } from '../../context.ts';
import { resumeCommands } from '../../output/advice.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { amount, shellWord } from '../../output/text.ts';
import { usingSinks } from '../../sinks.ts';
import { isRegularFile } from '../../user-files.ts';
import { performImport } from '../import/run.ts';
import { nonzero } from '../import/words.ts';
import { noticeCommands, savedRuns, undoCommand } from '../sending.ts';
import { checkService, isHeld } from './find.ts';
import { finalTexts } from './words.ts';

const columns = ['run', 'state', 'resource', 'event', 'file', 'rows', 'undoable', 'started'];

export async function listRuns(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const described: Readonly<Record<string, unknown>>[] = [];
  for (const run of await runs.list()) {
    const undoable = await canUndo(run, runs).catch(() => false);
    described.push({ ...describe(run, runs), undoable });
  }
  await printRecords(context, oneBatch(described), { noun: 'runs', defaultFields: columns });
  for (const { message } of await runs.damaged()) await context.notice(`Warning: a run cannot be listed: ${message}`);
}

export async function showRun(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const [name = ''] = context.args;
  const run = await runs.find(name);
  const described = describe(run, runs);
  const counts = run.ended?.counts ?? (await tally(runs.folder(name).entries()));
  const { rows, final } = undoOf(run.header, await readWritten(runs.folder(name).entries()));
  const undo = { rows, final: final.length };
  const record = { ...described, baseUrl: run.header.baseUrl, ended: run.ended?.at ?? null };
  await printRecord(context, { ...record, counts, undoable: rows > 0, undo }, { ...record, ...nonzero(counts) });
  if (described.state === 'interrupted') {
    await noticeCommands(context, resumeCommands(name));
    return;
  }
  if (rows > 0) await context.notice(`To undo ${amount(rows, 'change')}: ${undoCommand(name, context)}`);
  for (const text of finalTexts(final, run.header.resource)) await context.notice(text);
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
  await checkService(context, header);
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

/** How many rows of a run an undo restores, and what it leaves. */
function undoOf(
  { resource }: RunHeader,
  written: Written,
): { readonly rows: number; readonly final: readonly FinalRow[] } {
  const { changes, final } = resource === 'sessions' ? undoPlacements(written, []) : undoRecords(written, false);
  return { rows: changes.length, final };
}

/** A journal may be long: that of a run that has changed nothing is not read. */
async function canUndo({ header, ended }: RunSummary, runs: Runs): Promise<boolean> {
  const { updated = 0, placed = 0 } = ended?.counts ?? {};
  if (ended !== undefined && updated + placed === 0) return false;
  return undoOf(header, await readWritten(runs.folder(header.run).entries())).rows > 0;
}

function describe({ header, ended }: RunSummary, runs: Runs): Readonly<Record<string, unknown>> {
  const { run, resource, event, file, rows, startedAt: started } = header;
  const state = ended !== undefined ? 'finished' : isHeld(runs.folder(run)) ? 'running' : 'interrupted';
  return { run, state, resource, event, file, rows, started };
}
