// Lists, shows and resumes the runs saved on this machine.
import { ConflictError } from '../../../errors.ts';
import { readImportHeader } from '../../../import/header.ts';
import { resumedImport } from '../../../import/resume.ts';
import { readProgramHeader } from '../../../program/run.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { phasesOf } from '../../../runs/folder.ts';
import type { Context } from '../../context.ts';
import type { RunFlags } from '../../flag-sets.ts';
import { resumeCommands } from '../../output/advice.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { amount, shellWord } from '../../output/text.ts';
import { usingSinks } from '../../sinks.ts';
import { fileWord } from '../../user-files.ts';
import { performImport } from '../import/run.ts';
import { nonzero } from '../import/words.ts';
import { noticeCommands, savedRuns, undoCommand } from '../sending.ts';
import { checkService, type RunArgument } from './find.ts';
import { canUndo, countsOf, describe, undoersOf, undoOf } from './summary.ts';
import { finalTexts } from './undo-notices.ts';

const columns = [
  ...['run', 'state', 'action', 'resource', 'event', 'file', 'rows'],
  ...['created', 'updated', 'placed', 'undoable', 'started'],
];

type Counts = Readonly<Record<string, number>>;

/** The phases of a program are not listed: it is one run. */
export async function listRuns(context: Context): Promise<void> {
  const runs = savedRuns(context.io);
  const all = await runs.list();
  const names = new Set(all.map(({ header }) => header.run));
  const isTable = (await context.format()) === 'table';
  const described: Readonly<Record<string, unknown>>[] = [];
  for (const run of all.filter(({ header }) => !names.has(header.parent ?? ''))) {
    const known = { ...runs, list: async () => all };
    const { created = 0, updated = 0, placed = 0 } = await countsOf(run, known).catch((): Counts => ({}));
    const undoable = await canUndo(run, known).catch(() => false);
    const isUndone = isTable && undoersOf(run.header.run, all).length > 0;
    described.push({ ...describe(run, runs), created, updated, placed, undoable: isUndone ? 'undone' : undoable });
  }
  await printRecords(context, oneBatch(described), { noun: 'runs', defaultFields: columns });
  for (const { message } of await runs.damaged()) await context.notice(`Warning: a run cannot be listed: ${message}`);
}

export async function showRun(context: Context, { run: name }: RunArgument): Promise<void> {
  const runs = savedRuns(context.io);
  const run = await runs.find(name);
  const described = describe(run, runs);
  const counts = await countsOf(run, runs);
  const { rows, final } = await undoOf(run, runs);
  const undoneBy = undoersOf(name, await runs.list());
  const undoable = rows > 0 && undoneBy.length === 0;
  const phases = (await phasesOf(run, runs)).filter((phase) => phase.header.run !== name);
  const record = { ...described, baseUrl: run.header.baseUrl, ended: run.ended?.at ?? null };
  await printRecord(
    context,
    {
      ...{
        ...record,
        counts,
        undoable,
        undo: { rows, final: final.reduce((total, each) => total + each.rows.length, 0) },
        undoneBy,
      },
      ...(phases.length > 0 && { phases: phases.map((phase) => describe(phase, runs)) }),
    },
    {
      ...{ ...record, ...nonzero(counts), undone_by: undoneBy.join(', ') },
      ...Object.fromEntries(phases.map(({ header }) => [header.resource, header.run])),
    },
  );
  if (described.state === 'interrupted') {
    await noticeCommands(context, resumeCommands(name));
    return;
  }
  if (undoable) await context.notice(`To undo ${amount(rows, 'change')}: ${undoCommand(name, context)}`);
  for (const { resource, rows } of undoneBy.length > 0 ? [] : final) {
    for (const text of finalTexts(rows, resource)) await context.notice(text);
  }
}

/** @throws {UsageError} if no run has this name @throws {ConflictError} if it has ended */
export async function resumeRun(context: Context<RunFlags>, { run: name }: RunArgument): Promise<void> {
  const runs = savedRuns(context.io);
  const { header, ended } = await runs.find(name);
  if (ended !== undefined) {
    throw new ConflictError(`run ${name} has ended; nothing is left to do`, {
      advice: { kind: 'show_run', run: name },
    });
  }
  await checkService(context, header);
  const program = readProgramHeader(header);
  if (program !== undefined) {
    const { resumeProgram } = await import('../program/apply.ts');
    return resumeProgram(context, program);
  }
  const imported = readImportHeader(header);
  if (imported === undefined) {
    const { resumeApply } = await import('../sessions/send.ts');
    return resumeApply(context, header, runs.folder(name).rowsPath);
  }
  await usingSinks(context, header.file, (sinks) =>
    performImport(context, sinks, resumedImport(imported, runs.folder(name).rowsPath)),
  );
  if (imported.options.forSchedule === true) await noticePlacing(context, imported);
}

/** The run of `sessions apply --create` is done; its sessions are not placed yet. */
async function noticePlacing(context: Context, { file, event }: RunHeader): Promise<void> {
  const command = nextCommand(
    `plenary sessions apply ${fileWord(file)} --event ${shellWord(event)}`,
    context.serviceFlags,
  );
  await context.notice(`The sessions of these submissions are not placed yet. To place them: ${command}`);
}
