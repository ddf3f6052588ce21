// Owns what only the files of a folder have to say to a review of their changes: what else has changed, and what was changed on both sides.
import { basename } from 'node:path';
import { amount, quoted } from '../../../contract/amount.ts';
import { shellWord } from '../../../contract/escape.ts';
import { ConflictError, type InputFault, type PlenaryError } from '../../../errors.ts';
import { conflictFaults } from '../../../program/conflicts.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import { programFiles } from '../../../program/files.ts';
import { byKind, kinds } from '../../../program/kinds.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import type { Context } from '../../context.ts';
import { toLine } from '../../output/terminal-text.ts';
import type { FolderReview } from '../../review/planned.ts';
import { hasChanges, listOf, mergeCommand } from './report.ts';

export function folderReview(options: ProgramOptions, edits: ProgramEdits): FolderReview {
  const { comparisons, hasBase } = edits;
  // Without a base, values that differ are conflicts, unless the files replace them.
  const isDecided = !hasBase && options.overwrite !== undefined;
  const conflicts = isDecided ? [] : kinds.flatMap((name) => comparisons[name].conflicts);
  return {
    json: {
      hasSnapshot: hasBase,
      since: byKind((name) => comparisons[name].counts),
      conflicts,
      removed: { speakers: edits.speakers?.removed ?? [], submissions: edits.submissions?.removed ?? [] },
    },
    isUnchanged: !(hasBase && hasChanges(edits)),
    conflict: isDecided ? undefined : conflictError(options, edits),
    fixesFor: (errors) => privateFixes(options.folder, edits, errors),
    notice: (context) => noticeFiles(context, options, edits),
  };
}

/** How many removed rows are named. */
const shownRows = 5;

async function noticeFiles(context: Context, { base }: ProgramOptions, edits: ProgramEdits): Promise<void> {
  if (!edits.hasBase) {
    await context.notice('There is no snapshot of the last pull: the files are compared with the service alone.');
  }
  for (const name of kinds) {
    const { files, service } = edits.comparisons[name].counts;
    const file = programFiles[name].name;
    const changes = listOf(service);
    if (edits.hasBase && changes !== 'no change') {
      const since = base === undefined ? 'the last pull' : `the files in ${base} were applied`;
      await context.notice(toLine(`Since ${since}, the service has changes for ${file}: ${changes}.`));
    }
    if (files.removed === 0) continue;
    const removed = name === 'sessions' ? [] : (edits[name]?.removed ?? []);
    const named = removed
      .slice(0, shownRows)
      .map(({ id, title }) => `${title === '' ? '' : `${quoted(title)} `}(${id})`);
    const more = files.removed - named.length;
    const list = named.length === 0 ? '' : `: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
    const rows = amount(files.removed, 'row was', 'rows were');
    await context.notice(toLine(`Left alone: ${rows} removed from ${file}, and the API cannot delete${list}.`));
  }
}

/** A new row cannot have the address that its record needs, if addresses are not in its file. */
function privateFixes(folder: string, edits: ProgramEdits, errors: readonly PlenaryError[]): readonly string[] {
  if (edits.hasPrivateColumns) return [];
  const isPrivate = ({ code = '', field = '', file = '' }: InputFault) =>
    (['speakers', 'submissions'] as const).some(
      (name) =>
        basename(file) === programFiles[name].name &&
        (code === 'missing_identity' || (code === 'missing' && programFiles[name].privateFields.includes(field))),
    );
  if (!errors.some(({ details }) => details.some(isPrivate))) return [];
  const pull = `plenary program pull ${shellWord(folder)} --merge --private-columns`;
  return [`the files have no addresses, which new rows need: \`${pull}\` adds their columns`];
}

function conflictError(
  { folder, base }: ProgramOptions,
  { comparisons, hasBase }: ProgramEdits,
): FolderReview['conflict'] {
  const isBlocking = ({ code }: InputFault) => code !== 'removed_in_file';
  const details = conflictFaults(folder, comparisons).filter(isBlocking);
  if (details.length === 0) return undefined;
  const pull = mergeCommand(folder, base);
  if (!hasBase) {
    const text = `${amount(details.length, 'value differs', 'values differ')} from the service, and without a snapshot it is unknown which side has changed`;
    const fix =
      'pass --base with the folder as it was applied last, take the values of the service with `program pull --merge --prefer service`, or replace them with --overwrite';
    return { text, error: new ConflictError(text, { details, fix, next: [{ command: `${pull} --prefer service` }] }) };
  }
  const since = base === undefined ? 'the last pull' : `the files in ${base} were applied`;
  const text = `${amount(details.length, 'value has', 'values have')} changed in the files and in the service since ${since}`;
  const fix = 'merge the changes of the service into the files, and decide the conflicts there';
  return { text, error: new ConflictError(text, { details, fix, next: [{ command: pull }] }) };
}
