// Owns what only the files of a folder have to say to a review of their changes: what else has changed since the last pull.

import { basename } from 'node:path';
import { byKind, kinds, type RecordKind } from '../../../combined/kinds.ts';
import { shellWord } from '../../../contract/escape.ts';
import { ConflictError, type InputFault, type PlenaryError } from '../../../errors.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import { programFiles } from '../../../program/files.ts';
import type { Context } from '../../context.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount, quoted } from '../../output/text.ts';
import type { FolderReview } from '../../review/planned.ts';
import { conflictFaults, hasChanges, listOf, withoutPrivateValues } from './report.ts';

export function folderReview(folder: string, edits: ProgramEdits): FolderReview {
  return {
    json: {
      hasSnapshot: edits.hasSnapshot,
      since: byKind((name) => edits.comparisons[name].counts),
      conflicts: kinds.flatMap((name) => edits.comparisons[name].conflicts.map(withoutPrivateValues)),
      removed: { speakers: edits.speakers?.removed ?? [], submissions: edits.submissions?.removed ?? [] },
    },
    isUnchanged: !(edits.hasSnapshot && hasChanges(edits)),
    conflict: conflictError(folder, edits),
    fixesFor: (errors) => privateFixes(edits, errors),
    async notice(context) {
      if (!edits.hasSnapshot) {
        await context.notice('There is no snapshot of the last pull: the files are compared with the service alone.');
      }
      for (const name of kinds) await noticeResource(context, name, edits);
    },
  };
}

/** How many removed rows are named. */
const shownRows = 5;

async function noticeResource(context: Context, name: RecordKind, edits: ProgramEdits): Promise<void> {
  const emptyCells = name === 'sessions' ? 0 : (edits[name]?.emptyCells ?? 0);
  if (emptyCells > 0) {
    await context.notice(
      `${programFiles[name].name}: ${amount(emptyCells, 'empty cell changes', 'empty cells change')} nothing, although the service has a value (--empty clear clears it).`,
    );
  }
  const { files, service } = edits.comparisons[name].counts;
  const file = programFiles[name].name;
  const since = listOf(service);
  if (edits.hasSnapshot && since !== 'no change') {
    await context.notice(`Since the last pull, the service has changes for ${file}: ${since}.`);
  }
  if (files.removed === 0) return;
  const removed = name === 'sessions' ? [] : (edits[name]?.removed ?? []);
  const named = removed.slice(0, shownRows).map(({ id, title }) => `${title === '' ? '' : `${quoted(title)} `}(${id})`);
  const more = files.removed - named.length;
  const list = named.length === 0 ? '' : `: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  await context.notice(
    toLine(
      `Left alone: ${amount(files.removed, 'row was', 'rows were')} removed from ${file}, and the API cannot delete${list}.`,
    ),
  );
}

/** A new row cannot have the address that its record needs, if addresses are not in its file. */
function privateFixes(edits: ProgramEdits, errors: readonly PlenaryError[]): readonly string[] {
  if (!edits.hasPrivateColumns) return [];
  const isPrivate = ({ code = '', field, file }: InputFault, name: 'speakers' | 'submissions') =>
    basename(file ?? '') === programFiles[name].name &&
    (code === 'missing_identity' || (code === 'missing' && programFiles[name].privateFields.includes(field ?? '')));
  return (['speakers', 'submissions'] as const)
    .filter((name) => errors.some(({ details }) => details.some((fault) => isPrivate(fault, name))))
    .map(
      (name) =>
        `${programFiles[name].name} has no addresses: remove its new rows, create their records with \`plenary ${name} add\`, and pull again`,
    );
}

function conflictError(folder: string, edits: ProgramEdits): FolderReview['conflict'] {
  if (!edits.hasSnapshot) return undefined;
  const isBlocking = ({ code }: InputFault) => code !== 'removed_in_file';
  const details = conflictFaults(folder, edits.comparisons).filter(isBlocking);
  if (details.length === 0) return undefined;
  const text = `${amount(details.length, 'value has', 'values have')} changed in the files and in the service since the last pull`;
  const error = new ConflictError(text, {
    details,
    fix: 'merge the changes of the service into the files, and decide the conflicts there',
    next: [{ command: `plenary program pull ${shellWord(folder)} --merge` }],
  });
  return { text, error };
}
