// Decides by their cells what columns are whose headers can mean two things, and which columns have
// no cells of what their headers say. Must not know files.
import { quoted } from '../contract/amount.ts';
import {
  areIds,
  areMoments,
  areRowNumbers,
  areZones,
  type Cells,
  misfitOf,
} from './cell-evidence.ts';
import type { ColumnMatch } from './file-header.ts';
import type { Meaning } from './vocabulary/terms.ts';

/**
 * @param matches whose headers mean the targets
 * @param cells of each column
 * @param rows whether they are submissions, and whether ids may be those of another system, which
 *   show which rows are one talk
 * @returns also why the other columns are not used, by index
 */
export function byCells(
  matches: readonly ColumnMatch[],
  cells: readonly Cells[],
  rows: { readonly areSubmissions: boolean; readonly mayHaveForeignIds: boolean },
): { readonly matches: readonly ColumnMatch[]; readonly misfits: ReadonlyMap<number, string> } {
  const misfits = new Map<number, string>();
  const cellsOf = ({ index }: ColumnMatch) => cells[index] ?? [];
  const idsFound = rows.areSubmissions
    ? matches.map((match) => asId(match, matches, cells))
    : matches;
  const fitting = idsFound.filter((match) => {
    if (match.target === 'id' && isOfOtherSystem(match) && !rows.mayHaveForeignIds) return false;
    // A zone may also be a part of the building.
    const mayBePlace = match.target === 'timezone' && match.meaning === 'zone';
    if (mayBePlace && !areZones(cellsOf(match))) return false;
    const reason = misfitOf(match.target, cellsOf(match)) ?? noId(match, cellsOf(match));
    if (reason !== undefined) misfits.set(match.index, reason);
    return reason === undefined;
  });
  const varied = fitting.filter((match) => {
    const reason = isTitleBeside(match, fitting) ? sameTitle(match, cellsOf(match)) : undefined;
    if (reason !== undefined) misfits.set(match.index, reason);
    return reason === undefined;
  });
  return { matches: withMoments(varied, cells), misfits };
}

/** `Paper` beside `Title`, and `Proposal`, have the ids of talks if their cells are ids. */
function asId(
  match: ColumnMatch,
  matches: readonly ColumnMatch[],
  cells: readonly Cells[],
): ColumnMatch {
  const filled = cells[match.index]?.filter(Boolean) ?? [];
  const mayBeId =
    match.meaning === 'proposal' || (match.meaning === 'talk' && isTitleBeside(match, matches));
  if (match.target !== 'title' || !mayBeId || filled.length === 0 || !areIds(filled)) return match;
  return { ...match, target: 'id', rank: idRank };
}

/** Behind columns whose headers say that they are ids. */
const idRank = 5;

function isTitleBeside(match: ColumnMatch, matches: readonly ColumnMatch[]): boolean {
  return (
    match.target === 'title' && matches.some((other) => other !== match && other.target === 'title')
  );
}

/** Whether the header says that the column has ids which another system has given. */
function isOfOtherSystem({ meaning }: ColumnMatch): boolean {
  return otherSystems.some((numbering) => numbering === meaning);
}

const otherSystems: readonly Meaning[] = ['talk number', 'number', 'talk', 'proposal'];

function noId(match: ColumnMatch, cells: Cells): string | undefined {
  if (match.target !== 'id' || !isOfOtherSystem(match)) return undefined;
  if (!areIds(cells)) return 'its cells are no ids, so it is not id';
  const isCount = match.meaning === 'number' && areRowNumbers(cells);
  return isCount && cells.some(Boolean) ? 'its cells number the rows, so it is not id' : undefined;
}

/** The name of the conference, or of a block, in all rows. */
function sameTitle({ meaning }: ColumnMatch, cells: Cells): string | undefined {
  const filled = cells.filter(Boolean);
  const [first = ''] = filled;
  const isSame = filled.length > 1 && filled.every((cell) => cell === first);
  if (meaning !== 'session title' || !isSame) return undefined;
  return `all its cells are ${quoted(first)}, so it is not title`;
}

/** Columns of dates or times whose cells have both are those of the start, or of the end. */
function withMoments(
  matches: readonly ColumnMatch[],
  cells: readonly Cells[],
): readonly ColumnMatch[] {
  const isMeant = (target: string) => matches.some((match) => match.target === target);
  return matches.map((match) => {
    const whole = wholeTimes[match.target];
    if (whole === undefined || isMeant(whole)) return match;
    return areMoments(cells[match.index] ?? []) ? { ...match, target: whole } : match;
  });
}

const wholeTimes: Readonly<Record<string, string>> = {
  date: 'start',
  time: 'start',
  end_date: 'end',
};
