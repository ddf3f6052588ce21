// Owns what only the files of a folder have to say to a review of their changes: what else has
// changed, and what was changed on both sides.

import { basename } from 'node:path';
import { listFaults } from '../../../columns/fault-list.ts';
import { amount, plural, quoted } from '../../../contract/amount.ts';
import { fileResources } from '../../../contract/endpoint.ts';
import { pathWord } from '../../../contract/escape.ts';
import { foldKey, keyText } from '../../../contract/key.ts';
import type { InputFault } from '../../../errors.ts';
import { conflictFaults } from '../../../program/conflicts.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import { programFile, programFiles } from '../../../program/files.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import type { Refusal } from '../../../runs/refusal.ts';
import { unplaceAdvice } from '../../../schedule/plan/row-warnings.ts';
import { changedText, countsText, hasChanges, mergeCommand, resolutions } from './print.ts';

/**
 * @param allowPartial whether records with conflicts are left out
 * @param command the one that is running, as it can be pasted
 */
export function folderReview(
  options: ProgramOptions,
  edits: ProgramEdits,
  { allowPartial, command }: { readonly allowPartial: boolean; readonly command: string },
) {
  const conflicts = undecided(options, edits);
  // Without a base, it is unknown which side has changed, and a change would replace the other.
  const isSkipped = allowPartial && edits.hasBase;
  const refused = isSkipped ? [] : conflicts;
  const conflict = conflictOf(options, edits, conflicts, command);
  const schedule = programFile(options.folder, 'sessions');
  return {
    conflict: isSkipped ? undefined : conflict,
    /** How to decide what is left out, because planning again would leave it out again. */
    resolution: conflict,
    /** The conflicts of sessions that are left out; other records are compared again. */
    skipped: (isSkipped ? conflicts : [])
      .filter(({ file }) => file === schedule)
      .map((fault): InputFault => ({ ...fault, code: 'conflict' })),
    conflicts: refused.map((fault): InputFault => ({ ...fault, code: 'conflict' })),
    warnings: [...warningsOf(options, edits)],
    /** Whether neither files nor service have changed since the snapshot. */
    isUnchanged: edits.hasBase && !hasChanges(edits),
    fixesFor: (details: readonly InputFault[]) => privateFixes(options.folder, edits, details),
  };
}

/** How many removed rows are named. */
const shownRows = 5;

function* warningsOf(options: ProgramOptions, edits: ProgramEdits): IterableIterator<InputFault> {
  const { base } = options;
  if (!edits.hasBase) {
    const message =
      'there is no snapshot of the last pull: the files are compared with the service alone';
    yield { code: 'no_snapshot', message };
  }
  yield* overwritten(options, edits);
  yield* keptAddresses(edits);
  for (const name of fileResources) {
    const { files, service } = edits.comparisons[name].counts;
    const file = programFiles[name].name;
    const changes = countsText(service);
    if (edits.hasBase && changes !== 'no change') {
      yield {
        code: 'changed_in_service',
        message: `${since(base)}, the service has changes for ${file}: ${changes}`,
      };
    }
    if (files.removed === 0) continue;
    const removed = edits.removed[name].slice(0, shownRows);
    const named = removed.map(({ id, title }) => (title === '' ? id : quoted(title)));
    const others = files.removed - named.length;
    const more = others > 0 ? `, and ${others} more` : '';
    const list = `${named.join(', ')}${more}`;
    const rows = amount(files.removed, 'row was', 'rows were');
    const stay = plural(files.removed, 'its session stays', 'their sessions stay');
    const talks = removed.map(({ id, title }) => title || id);
    const message =
      name === 'sessions'
        ? `${rows} removed from ${file}, and ${stay}: ${list}; ${unplaceAdvice(talks)}`
        : `${rows} removed from ${file}, and the API cannot delete: ${list}`;
    yield { code: 'removed_row', message };
  }
}

/** Values of the service that `--overwrite` replaces; without a base, the plan shows them. */
function* overwritten(
  { folder, overwrite }: ProgramOptions,
  { comparisons, hasBase }: ProgramEdits,
): IterableIterator<InputFault> {
  if (overwrite === undefined || !hasBase) return;
  const faults = conflictFaults(folder, comparisons).filter(({ code }) => code === 'field');
  for (const fault of listFaults(faults).listed) {
    const message = `${fault.message}. The value of the file replaces that of the service`;
    yield { ...fault, code: 'overwritten', message };
  }
}

/** Where the service shows the submitters of talks, it shows them as they were sent. */
function* keptAddresses({ speakers, submitters }: ProgramEdits): IterableIterator<InputFault> {
  const why = 'because the API cannot change the submitter of a talk';
  for (const { line, fields, base } of speakers?.changes ?? []) {
    const { email: to = null } = fields;
    const from = keyText(base?.email);
    if (from === undefined || to === null || foldKey(from) === foldKey(to)) continue;
    if (!submitters.has(foldKey(from))) continue;
    yield {
      file: programFiles.speakers.name,
      line,
      field: 'email',
      code: 'kept_address',
      // Without the address: job summaries and logs store what is printed.
      message: `the talks of this speaker keep the old address, ${why}`,
    };
  }
}

/** A new row cannot have the address that its record needs, if addresses are not in its file. */
function privateFixes(
  folder: string,
  edits: ProgramEdits,
  details: readonly InputFault[],
): readonly string[] {
  if (edits.hasPrivateColumns) return [];
  if (!details.some(lacksPrivateField)) return [];
  const pull = `plenary program pull ${pathWord(folder)} --merge --private-columns`;
  return [`the files have no addresses, which new rows need: \`${pull}\` adds their columns`];
}

function lacksPrivateField({ code, field, file }: InputFault): boolean {
  if (file === undefined) return false;
  return (['speakers', 'submissions'] as const).some((kind) => {
    const { name, privateFields } = programFiles[kind];
    if (basename(file) !== name) return false;
    if (code === 'missing_identity') return true;
    return code === 'missing' && field !== undefined && privateFields.includes(field);
  });
}

/** All values that have changed on both sides, or may have, and are not decided. */
function undecided(
  { folder, overwrite }: ProgramOptions,
  { comparisons }: ProgramEdits,
): readonly InputFault[] {
  // A record that is gone cannot be overwritten.
  const isDecided = ({ code }: InputFault) =>
    code === 'removed_in_file' || (code === 'field' && overwrite !== undefined);
  return conflictFaults(folder, comparisons).filter((fault) => !isDecided(fault));
}

function since(base: string | undefined): string {
  return base === undefined ? 'since the last pull' : `since the files in ${base} were applied`;
}

/** Why nothing is sent: the first conflicts, with the number of all. */
function conflictOf(
  { folder, base }: ProgramOptions,
  { hasBase }: ProgramEdits,
  details: readonly InputFault[],
  command: string,
): Refusal | undefined {
  if (details.length === 0) return undefined;
  const { listed } = listFaults(details);
  const pull = `${mergeCommand(folder, base)} --prefer service`;
  if (!hasBase) {
    return {
      kind: 'conflict',
      problem:
        `${amount(details.length, 'value differs', 'values differ')} from the service, and ` +
        'without a snapshot it is unknown which side has changed',
      details: listed,
      fixes: [
        'pass --base with a copy of the folder as it was applied last, such as a git worktree of ' +
          'that commit, which keeps the changes of both sides; else `program pull --merge ' +
          '--prefer service` replaces these values of the files, and --overwrite those of the ' +
          'service',
      ],
      next: [],
    };
  }
  const isGone = details.some(({ code }) => code === 'removed_in_service');
  const values = details.filter(({ code }) => code === 'field').length;
  const what = changedText(details.length, values === details.length);
  return {
    kind: 'conflict',
    problem: `${what} ${since(base)}`,
    details: listed,
    fixes: [
      ...(isGone ? [resolutions.removed_in_service] : []),
      ...(values > 0
        ? [`${resolutions.field}; to send all others as the files have them, pass --overwrite`]
        : []),
    ],
    next: [{ command: pull }, ...(values > 0 ? [{ command: `${command} --overwrite` }] : [])],
  };
}
