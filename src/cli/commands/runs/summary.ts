// Sums up saved runs: their state, what they have written, and whether that can be undone. Must not
// print.

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DocumentOf } from '../../../contract/document.ts';
import { fileResources, singularOf } from '../../../contract/endpoint.ts';
import { busyError } from '../../../runs/busy.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunSummary, Runs } from '../../../runs/folder.ts';
import { readHistory, tally } from '../../../runs/history.ts';
import type { RowState, RunRow } from '../../../runs/row.ts';
import { loadRows } from '../../../runs/saved-rows.ts';
import { undoOf } from '../../../runs/undo.ts';
import type { savedRun } from '../../documents.ts';
import { readCommand, type SendingCommand } from '../../review/command-name.ts';
import { isRegularFile } from '../../user-files.ts';
import { readWritten } from './find.ts';

type KnownRuns = Pick<Runs, 'list' | 'folder'>;

type SavedRun = DocumentOf<typeof savedRun>;

export function stateOf(
  { header, ended }: Pick<RunSummary, 'header' | 'ended'>,
  runs: Pick<Runs, 'folder'>,
): Exclude<SavedRun['state'], 'refused'> {
  if (ended !== undefined) return 'finished';
  return busyError(runs.folder(header.run)) === undefined ? 'interrupted' : 'running';
}

/** @param counts how its rows ended, as its journal counts them */
export function describe(
  summary: RunSummary,
  runs: Pick<Runs, 'folder'>,
  counts: Readonly<Record<string, number>>,
): SavedRun {
  const { header } = summary;
  const { run, resource, baseUrl, event, file, rows, startedAt } = header;
  const { failed = 0, pending = 0, unknown = 0 } = counts;
  const isRefused = failed > 0 && pending + unknown === 0;
  const state = stateOf(summary, runs);
  return {
    run,
    state: state === 'interrupted' && isRefused ? 'refused' : state,
    action: commandOf(header).verb,
    kind: singularOf(resource),
    baseUrl,
    event,
    file,
    counts: {
      ...noCounts,
      ...Object.fromEntries(Object.entries(counts).filter(([name]) => countNames.includes(name))),
      rows,
    },
    startedAt,
  };
}

const noCounts: SavedRun['counts'] = {
  rows: 0,
  created: 0,
  updated: 0,
  placed: 0,
  moved: 0,
  unplaced: 0,
  failed: 0,
};

/** Journals of other versions may count more. */
const countNames = [
  ...Object.keys(noCounts),
  'unchanged',
  'skipped',
  'rejected',
  'unknown',
  'pending',
];

/** The command that began a run. */
export function commandOf(header: RunHeader): SendingCommand {
  return readCommand(header.command) ?? likelyCommand(header);
}

/** Whether the run sends the rows of one file of records. */
export function isOfFile(header: RunHeader): boolean {
  return 'columns' in header;
}

/** Whether the file of a run is another one by now; false if it cannot be read any more. */
export async function hasChangedFile(header: RunHeader): Promise<boolean> {
  const { file, sha256 } = header;
  if (!isOfFile(header) || !isRegularFile(file)) return false;
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && hash('sha256', bytes) !== sha256;
}

/** Of a run whose header does not name it, because an earlier version began it. */
function likelyCommand({ undoes, resource, options }: RunHeader): SendingCommand {
  if (undoes !== undefined) return { group: 'runs', verb: 'undo' };
  const isOfFile = typeof options === 'object' && options !== null && !('matching' in options);
  const isImport = isOfFile && ('map' in options || 'leavesExisting' in options);
  return {
    group: fileResources.find((kind) => kind === resource) ?? 'program',
    verb: isImport ? 'import' : 'apply',
  };
}

/** How many rows of a run ended how; of one that was stopped, as its report counted them. */
export async function countsOf(
  { header, ended }: RunSummary,
  runs: KnownRuns,
): Promise<Readonly<Record<string, number>>> {
  if (ended !== undefined) return ended.counts;
  const folder = runs.folder(header.run);
  const history = await readHistory(folder);
  const counts = { ...tally(history) };
  // Damaged rows are not counted.
  const rows = await loadRows(folder.rowsPath, header).catch((): readonly RunRow[] => []);
  for (const { number, state } of rows) {
    if (history.rows.get(number)?.outcome !== undefined) continue;
    const name = unsentNames[state];
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** How rows are counted for which no request was sent. */
const unsentNames: Readonly<Partial<Record<RowState, string>>> = {
  create: 'pending',
  update: 'pending',
  unchanged: 'unchanged',
  untouched: 'unchanged',
  skipped: 'skipped',
  folded: 'skipped',
  rejected: 'rejected',
  conflict: 'failed',
};

/** What an undo of a run would do. */
export async function undoSummary(run: RunSummary, runs: KnownRuns) {
  const { parts, damage } = await readWritten(run, runs);
  const undos = parts.map(({ resource, written }) => {
    return { resource, ...undoOf(written, false) };
  });
  return {
    /** How many rows it restores. */
    undoableRows: undos.reduce((total, { changes }) => total + changes.length, 0),
    /** What it leaves as it is, by resource. */
    final: undos.map(({ resource, final }) => ({ resource, rows: final })),
    /** What is wrong with the journal; undefined if it is whole. */
    damage,
  };
}

/** The journal of a run that has changed nothing is not read. */
export async function canUndo(run: RunSummary, runs: KnownRuns): Promise<boolean> {
  const { updated = 0, placed = 0, moved = 0, unplaced = 0 } = run.ended?.counts ?? {};
  const changed = updated + placed + moved + unplaced;
  if (run.ended !== undefined && changed === 0) return false;
  if (undoersOf(run.header.run, await runs.list()).length > 0) return false;
  return (await undoSummary(run, runs)).undoableRows > 0;
}

/** The runs that have undone a run completely, and were not undone themselves. */
export function undoersOf(run: string, all: readonly RunSummary[]): readonly string[] {
  const isComplete = ({ ended }: RunSummary) =>
    ended !== undefined && (ended.counts.failed ?? 0) === 0;
  return all
    .filter((undo) => undo.header.undoes === run && isComplete(undo))
    .map(({ header }) => header.run)
    .filter((name) => undoersOf(name, all).length === 0);
}
