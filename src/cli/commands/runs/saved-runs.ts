// Lists, shows and resumes the runs saved on this machine.

import { amount, listText, plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { readImportHeader, resumedImport } from '../../../import/header.ts';
import { type ChangesHeader, readChangesHeader } from '../../../plans/run-header.ts';
import { programPaths } from '../../../program/snapshot.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { Context } from '../../context.ts';
import type { listedRun, shownRun } from '../../documents.ts';
import { type RunFlags, reportFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { runFields } from '../../output/default-fields.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords, tableStyle } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { applyChanges } from '../../review/cycle.ts';
import { resumePlanned } from '../../review/planned-task.ts';
import { savedRuns } from '../../review/sending.ts';
import {
  askedBySelection,
  readSelection,
  type SelectionFlags,
  selected,
} from '../../selection/selection.ts';
import { usingSinks } from '../../user-files.ts';
import { resumedTask } from '../records/import-file.ts';
import { checkService, isOn, type RunArgument, targetOf } from './find.ts';
import {
  canUndo,
  commandOf,
  countsOf,
  describe,
  isOfFile,
  undoersOf,
  undoSummary,
} from './summary.ts';
import { finalFaults } from './undo-parts.ts';

type Row = Readonly<Record<string, unknown>>;

export async function listRuns(
  context: Context<SelectionFlags & { readonly event: string | undefined }>,
): Promise<void> {
  const selection = readSelection(context);
  const runs = savedRuns(context.io);
  const saved = await runs.list();
  const target = context.flags.event === undefined ? undefined : await targetOf(context);
  const all = target === undefined ? saved : saved.filter(({ header }) => isOn(target, header));
  const format = await context.format();
  const isNested = format === 'json' || format === 'ndjson';
  const described: Row[] = [];
  /** As JSON has them: their counts together. */
  const nested = new Map<Row, Row>();
  const readRuns = { ...runs, list: async () => saved };
  for (const run of all) {
    const tallied = await countsOf(run, readRuns).catch(() => ({}));
    const undoable = await canUndo(run, readRuns).catch(() => false);
    const isUndone = format === 'table' && undoersOf(run.header.run, saved).length > 0;
    const listed: DocumentOf<typeof listedRun> = { ...describe(run, runs, tallied), undoable };
    const shown = isUndone ? { ...listed, undoable: 'undone' } : listed;
    const { counts, ...flat } = { ...shown, ...listed.counts };
    const row = context.fields === undefined ? flat : { ...flat, counts };
    if (isNested && context.fields === undefined) nested.set(row, shown);
    described.push(row);
  }
  const noun = 'runs';
  const chosen = (batches: AsyncIterable<readonly Row[]>) =>
    selected(context, batches, { selection, noun });
  async function* select(batches: AsyncIterable<readonly Row[]>) {
    for await (const batch of chosen(batches)) yield batch.map((row) => nested.get(row) ?? row);
  }
  const isOfSeveral = new Set(all.map(({ header }) => header.baseUrl)).size > 1;
  const servers = isOfSeveral ? ['baseUrl'] : [];
  const { width = Number.POSITIVE_INFINITY } = tableStyle(context);
  await printRecords(context, oneBatch(described), {
    noun,
    // As many as fit beside the long names of runs.
    defaultFields:
      width < usualWidth
        ? ['run', 'state']
        : ['run', 'state', 'action', 'file', 'rows', ...servers],
    knownFields: runFields,
    asked: askedBySelection(selection),
    select,
  });
  for (const { message } of await runs.damaged())
    await context.notice(`Warning: a run cannot be listed: ${message}`);
}

/** Of a terminal, in columns. */
const usualWidth = 80;

export async function showRun(context: Context, { run: name }: RunArgument): Promise<void> {
  const runs = savedRuns(context.io);
  const run = await runs.find(name);
  const described = describe(run, runs, await countsOf(run, runs));
  const { undoableRows, final, damage } = await undoSummary(run, runs);
  const undoneBy = undoersOf(name, await runs.list());
  const undoable = undoableRows > 0 && undoneBy.length === 0;
  const undo = {
    rows: undoableRows,
    final: final.reduce((total, { rows }) => total + rows.length, 0),
  };
  const record = { ...described, endedAt: run.ended?.at ?? null };
  const shown: DocumentOf<typeof shownRun> = { ...record, undoable, undo, undoneBy };
  const { counts, ...card } = record;
  await printRecord(context, shown, {
    ...card,
    ...Object.fromEntries(
      Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0),
    ),
    undoneBy: undoneBy.join(', '),
  });
  if (damage !== undefined) await context.notice(`Warning: ${damage}.`);
  if (described.state === 'interrupted' || described.state === 'refused') {
    if (isOfFile(run.header))
      await context.notice(
        'Note: a resume sends the rows that the file had when the run began, and lists the ' +
          'records that it creates.',
      );
    const command = nextCommand(`plenary runs resume ${name}`, context.serviceFlags);
    return context.notice(`To resume: ${command}`);
  }
  if (undoable) {
    const command = nextCommand(`plenary runs undo ${name}`, context.serviceFlags);
    await context.notice(`To undo ${amount(undoableRows, 'change')}: ${command}`);
  }
  const withdraw = nextCommand(`plenary runs undo ${name} --withdraw`, context.serviceFlags);
  for (const { resource, rows } of undoneBy.length > 0 ? [] : final) {
    for (const { message } of finalFaults(rows, resource, `run \`${withdraw}\``))
      await context.notice(`Note: ${message}.`);
  }
}

/**
 * An ended run has nothing left to resume, which is no error.
 * @throws {NotFoundError} if no run has this name
 */
export async function resumeRun(
  context: Context<RunFlags>,
  { run: name }: RunArgument,
): Promise<void> {
  const runs = savedRuns(context.io);
  const { header, ended } = await runs.find(name);
  await checkService(context, header);
  await resumeAny(context, header);
  if (ended !== undefined) await noticeUnwritten(context);
}

/** The rows of a run that has ended are removed. */
async function noticeUnwritten({ flags, notice }: Context<RunFlags>): Promise<void> {
  const files = [flags.rejects, flags.results].filter((file) => file !== undefined);
  if (files.length === 0) return;
  const were = plural(files.length, 'was', 'were');
  await notice(
    `${toLine(listText(files))} ${were} not written: the rows of a run that has ended are removed.`,
  );
}

async function resumeAny(context: Context<RunFlags>, header: RunHeader): Promise<void> {
  const imported = readImportHeader(header);
  if (imported === undefined) return resumeChanges(context, readChangesHeader(header));
  // The reject file has the columns of the run.
  const withMap = {
    ...context,
    typed: new Map([...context.typed, ['map', imported.options.map] as const]),
  };
  await usingSinks(context, [header.file], (sinks) =>
    applyChanges(withMap, async () => resumedTask(resumedImport(imported), context, sinks)),
  );
}

/** Resumes a run of planned changes. */
async function resumeChanges(context: Context<RunFlags>, header: ChangesHeader): Promise<void> {
  const { file, options } = header;
  const { folder, isOfFiles, base, forms } = options;
  refuseFlags(context.typed, ['maxErrors'], { why: 'used only by a run of a file of records' });
  if (forms === undefined) {
    const why = 'used only by a run of a list or a folder';
    refuseFlags(context.typed, Object.keys(reportFlags), { why });
  }
  const folders = [folder, base].filter((path) => path !== undefined);
  const sources = isOfFiles === true ? folders.flatMap(programPaths) : [file];
  await usingSinks(context, sources, (sinks) =>
    resumePlanned(context, header, { command: commandOf(header), sinks }),
  );
}
