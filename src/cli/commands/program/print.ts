// Owns what the commands of a program print, and the errors for files that have been edited.

import { listFaults } from '../../../columns/fault-list.ts';
import { amount, plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { byResource, fileResources } from '../../../contract/endpoint.ts';
import { pathWord } from '../../../contract/escape.ts';
import { ConflictError } from '../../../errors.ts';
import type { programStatus } from '../../../program/comparison-schema.ts';
import { conflictFaults } from '../../../program/conflicts.ts';
import { programFile, programFiles } from '../../../program/files.ts';
import type { ProgramOptions, ProgramStatus } from '../../../program/program.ts';
import { isEdited, type PullResult } from '../../../program/pull.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { noticeWritten, visible } from '../../program-folder.ts';

/** What was written, and what each side had changed. */
export async function printPulled(
  context: Context,
  options: ProgramOptions,
  result: PullResult,
): Promise<void> {
  const { counts, written, otherFields, published } = result;
  await printComparisons(context, options, result, { counts, written: visible(written) });
  await noticeLeftOut(context, result);
  if (visible(written).length === 0) await context.notice('No file has changed.');
  await noticeWritten(context, options.folder, written);
  if (published.length > 0) {
    const names = published.map((name) => programFiles[name].name).join(' and ');
    await context.notice(
      `${names} now contain private columns, such as addresses, in a folder under version ` +
        'control. Who reads the repository can read them.',
    );
  }
  for (const name of fileResources) {
    const list = [...otherFields[name]].sort().map(toLine).join(', ');
    if (list === '') continue;
    await context.notice(
      `Not in ${programFiles[name].name}, because the API cannot write them as text: ${list}.`,
    );
  }
}

export async function printStatus(
  context: Context,
  options: ProgramOptions,
  status: ProgramStatus,
): Promise<void> {
  await printComparisons(context, options, status);
  await noticeLeftOut(context, status);
  if (!status.hasBase) {
    await context.notice(
      'There is no snapshot of the last pull, so that the files are compared with the service ' +
        'alone: values that differ are conflicts.',
    );
  }
}

/** They are in no other count. */
async function noticeLeftOut(
  context: Context,
  { comparisons }: Pick<ProgramStatus, 'comparisons'>,
): Promise<void> {
  for (const resource of fileResources) {
    const { leftOut } = comparisons[resource].counts;
    if (leftOut === 0) continue;
    const records = amount(leftOut, resource === 'sessions' ? 'session' : 'record');
    const name = programFiles[resource].name;
    await context.notice(
      `Not in ${name}: ${records} whose ${plural(leftOut, 'row was', 'rows were')} removed (a ` +
        'row with nothing but its id brings it back at the next pull).',
    );
  }
}

export function hasChanges({ comparisons }: Pick<ProgramStatus, 'comparisons'>): boolean {
  return Object.values(comparisons).some((side) => isEdited(side) || sum(side.counts.service) > 0);
}

async function printComparisons(
  context: Context,
  { folder, baseUrl, event }: ProgramOptions,
  { comparisons, hasBase }: Pick<ProgramStatus, 'comparisons' | 'hasBase'>,
  more: { readonly counts?: PullResult['counts']; readonly written?: readonly string[] } = {},
): Promise<void> {
  if ((await context.format()) === 'json') {
    const report: DocumentOf<typeof programStatus> = {
      schemaVersion: '2.0',
      folder,
      baseUrl,
      event,
      hasSnapshot: hasBase,
      ...more,
      kinds: byResource((name) => comparisons[name].counts),
      conflicts: fileResources.flatMap((name) =>
        comparisons[name].conflicts.slice(0, listedConflicts),
      ),
    };
    return printRecord(context, report);
  }
  const rows = fileResources.map((resource) => {
    const { service, files, conflicts } = comparisons[resource].counts;
    const records = more.counts === undefined ? {} : { records: more.counts[resource] };
    return {
      file: programFiles[resource].name,
      ...records,
      service: countsText(service),
      files: countsText(files),
      conflicts,
    };
  });
  const defaultFields = ['file', 'records', 'service', 'files', 'conflicts'];
  return printRecords(context, oneBatch(rows), { noun: 'files', defaultFields });
}

/** How many are listed of each kind; each of many records may have some. */
const listedConflicts = 1000;

/** `2 changed, 1 new` */
export function countsText(counts: object): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0
    ? 'no change'
    : parts.map(([what, count]) => `${count} ${what}`).join(', ');
}

function sum(counts: object): number {
  return Object.values(counts).reduce((total: number, count: number) => total + count, 0);
}

/** The error for files that a pull would overwrite. */
export function overwriteError(
  { folder, base }: ProgramOptions,
  { comparisons, hasBase }: PullResult,
): ConflictError {
  const details = fileResources
    .filter((name) => isEdited(comparisons[name]))
    .map((name) => ({
      file: programFile(folder, name),
      message: countsText(comparisons[name].counts.files),
    }));
  const command = mergeCommand(folder, base);
  if (hasBase) {
    return new ConflictError(
      'the files have changes that are not in the service; nothing was written',
      {
        details,
        fix: 'apply them first, or merge what has changed in the service into the files',
        next: [{ command }],
      },
    );
  }
  const text =
    'the files differ from the service, and there is no snapshot of an earlier pull; nothing ' +
    'was written';
  const next = [
    { command: `${command} --prefer service` },
    { command: `${command} --prefer file` },
  ];
  return new ConflictError(text, {
    details,
    fix:
      'pass --base with a copy of the folder as it was applied last, such as a git worktree of ' +
      'that commit, which keeps the changes of both sides; or choose the side whose values are ' +
      'used',
    next,
  });
}

/** The error for conflicts that a merge has left; undefined without any. */
export function mergeError(
  { folder, base }: ProgramOptions,
  { comparisons }: PullResult,
): ConflictError | undefined {
  const total = fileResources.reduce((sum, name) => sum + comparisons[name].counts.conflicts, 0);
  if (total === 0) return undefined;
  const codes = new Set(
    fileResources.flatMap((name) => comparisons[name].conflicts.map(({ code }) => code)),
  );
  const what = changedText(total, codes.has('field') && codes.size === 1);
  const command = mergeCommand(folder, base);
  // A snapshot remembers the decision, and the files of --base do not.
  const preferFile =
    base === undefined
      ? `${command} --prefer file`
      : `plenary program plan ${pathWord(folder)}${baseWords(base)} --overwrite`;
  return new ConflictError(`${what}; the files keep yours, and all other changes are merged`, {
    details: listFaults(conflictFaults(folder, comparisons)).listed,
    fix: [
      ...(['field', 'removed_in_file', 'removed_in_service'] as const).flatMap((code) =>
        codes.has(code) ? [resolutions[code]] : [],
      ),
      'then choose a side for all others',
    ].join(', '),
    next: [{ command: preferFile }, { command: `${command} --prefer service` }],
  });
}

/** What conflicts are. @param areValues whether all are of single values */
export function changedText(count: number, areValues: boolean): string {
  const have = areValues
    ? amount(count, 'value has', 'values have')
    : amount(count, 'record has', 'records have');
  return `${have} changed in the files and in the service`;
}

/** `--base` of a command that is suggested; it begins with a space. */
export function baseWords(base: string | undefined): string {
  return base === undefined ? '' : ` --base ${pathWord(base)}`;
}

/** The pull that merges what the service has changed since the same base. */
export function mergeCommand(folder: string, base: string | undefined): string {
  return `plenary program pull ${pathWord(folder)} --merge${baseWords(base)}`;
}

/** What to do about a conflict of each kind. */
export const resolutions = {
  field: 'write the value of the service into each cell that is to have it',
  removed_in_file: 'write a row with nothing but its id for a row that you want back',
  removed_in_service:
    'remove the row of a record that no longer exists, or its id to create it again',
};
