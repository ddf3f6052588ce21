// Refuses files whose decisions are in several columns: a column of marks for each, as `Accept` and
// `Reject`, or two columns that disagree. Must not know what decisions change.
import { quoted } from '../contract/amount.ts';
import { statuses } from '../contract/statuses.ts';
import { InvalidInputError } from '../errors.ts';
import type { Cells } from './cell-evidence.ts';
import type { ColumnMatch, FileHeader, MatchableHeader } from './file-header.ts';
import { wordsOf } from './fold.ts';
import { longestRemarked, meaningOf } from './header-meaning.ts';
import { isNo, isYes } from './marks.ts';
import { type DecidedResource, isOpenDecision, statusKey, statusReader } from './status-words.ts';

/** @throws {InvalidInputError} unless the user has chosen the column of decisions */
export function refuseDividedDecisions(
  used: readonly ColumnMatch[],
  header: MatchableHeader,
): void {
  const { kind, columns, targets, cells, rows } = header;
  if (kind !== 'submissions' && kind !== 'speakers') return;
  const { field } = statuses[kind];
  const isChosen = used.some(({ target, isGiven }) => isGiven && target === field);
  if (!targets.has(field) || isChosen) return;
  const marked = columns.flatMap((column, index): readonly MarkedColumn[] => {
    const decision = areMarks(cells[index] ?? []) ? decisionOf(column, kind) : undefined;
    const isOpen = decision !== undefined && decision.status === undefined;
    // Nobody is on the waiting list.
    if (isOpen && !rows.some((row) => isYes(row.cells[index] ?? ''))) return [];
    return decision === undefined ? [] : [{ ...decision, column, index }];
  });
  const isFilled = marked.some(({ index }) => cells[index]?.some(Boolean) === true);
  if (isFilled && new Set(marked.map(({ status }) => status)).size > 1) {
    throw dividedDecisions(marked, kind, header);
  }
  const decisions = used.find(({ target }) => target === field);
  if (decisions === undefined) return;
  const contrary = marked.filter((mark) => contradicts(mark, decisions, { used, kind, rows }));
  if (contrary.length === 0) return;
  const { column } = decisions;
  throw dividedDecisions([{ column, word: undefined }, ...contrary], kind, header);
}

/** A column of marks for one decision. */
interface MarkedColumn {
  readonly index: number;
  /** The header. */
  readonly column: string;
  /** The header without signs and remarks; undefined for a column whose cells are decisions. */
  readonly word: string | undefined;
  /** Undefined for a decision that is still open: `Waitlisted`. */
  readonly status?: string | undefined;
}

/** `Rejected?`, `Is accepted` and `Waitlisted (x)` are `Rejected`, `accepted` and `Waitlisted`. */
function decisionOf(
  header: string,
  kind: DecidedResource,
): Pick<MarkedColumn, 'word' | 'status'> | undefined {
  if (header.length > longestRemarked) return undefined;
  const { word } = markedHeader.exec(header)?.groups ?? {};
  if (word === undefined) return undefined;
  const status = statusReader(kind)(word);
  return status !== undefined || isOpenDecision(word) ? { word, status } : undefined;
}

const markedHeader = /^\s*(?:is\s+)?(?<word>.*?)\s*(?:[([][^()[\]]*[)\]])?[\s?？؟*:：]*$/iu;

/** Whether a row has a mark for another decision than that of its column of decisions. */
function contradicts(
  { index, status }: MarkedColumn,
  decisions: ColumnMatch,
  terms: Pick<MatchableHeader, 'rows'> & {
    readonly used: readonly ColumnMatch[];
    readonly kind: DecidedResource;
  },
): boolean {
  const { used, kind, rows } = terms;
  const sameColumn = used.find((column) => column.index === index);
  // A talk may be withdrawn after its decision.
  const isAfterwards = kind === 'submissions' && sameColumn !== undefined;
  if (decisions.index === index || isAfterwards) return false;
  const statusOf = statusReader(kind);
  return rows.some((row) => {
    if (!isYes(row.cells[index] ?? '')) return false;
    const decision = (row.cells[decisions.index] ?? '').trim();
    return decision === '' ? sameColumn === undefined : statusOf(decision) !== status;
  });
}

function dividedDecisions(
  marked: readonly Omit<MarkedColumn, 'index'>[],
  kind: DecidedResource,
  { file, headerLine: line = 1 }: FileHeader,
): InvalidInputError {
  const { field } = statuses[kind];
  const names = marked.map(({ column }) => quoted(column)).join(' and ');
  const { header, words } = oneColumn[kind];
  const known = marked.filter(({ status }) => status !== undefined);
  const others = words.filter((word) => {
    return known.every(({ status }) => status !== statusReader(kind)(word));
  });
  const decided = [...known.map(({ word = '' }) => word), ...others].slice(
    0,
    Math.max(known.length, words.length),
  );
  const open = marked.flatMap(({ word, status }) => (status === undefined && word) || []);
  const empty = open.length === 0 ? '' : `, and empty for ${open.map(quoted).join(' and ')}`;
  return new InvalidInputError(`${file} has a column for each decision: ${names}`, {
    details: marked.map(({ column, word }) => ({
      file,
      line,
      column,
      field,
      message:
        word === undefined
          ? 'its cells are other decisions than the marks'
          : 'its cells are marks, and not decisions',
    })),
    fix: `write one column "${header}" whose cells are ${decided.map(quoted).join(' or ')}${empty}`,
  });
}

/** The one column that is read, and words that it may have. */
const oneColumn = {
  submissions: { header: 'Decision', words: ['Accepted', 'Declined'] },
  speakers: { header: 'Reply', words: ['Confirmed', 'Declined'] },
} as const satisfies Readonly<Record<DecidedResource, unknown>>;

/**
 * `Decision` beside `Decision of the chair`: which of the two is meant is known only if the cells
 * of each row mean the same.
 * @returns the matches with the first one of several columns of decisions that agree, and the
 *   indexes of the columns of decisions if they do not agree
 */
export function oneDecision(
  matches: readonly ColumnMatch[],
  { kind, columns, userMapping, targets, rows }: MatchableHeader,
): { readonly matches: readonly ColumnMatch[]; readonly rivals: readonly number[] } {
  const { field } = statuses.submissions;
  const decisions = matches.filter(({ target }) => target === field);
  const rank = Math.min(...decisions.map((match) => match.rank));
  const isChosen = decisions.length === 0 || decisions.some(({ isGiven }) => isGiven);
  if (kind !== 'submissions' || !targets.has(field) || isChosen) return { matches, rivals: [] };
  const best = decisions.filter((match) => match.rank === rank);
  const isRival = (header: string, index: number) => {
    if (best.some((match) => match.index === index)) return true;
    const isOwn = decisions.some((match) => match.index === index);
    const mayBe = isOwn || (isOfNothing(matches, index) && namesDecision(header));
    const cells = () => rows.map((row) => row.cells[index]?.trim() ?? '');
    return mayBe && !userMapping.has(index) && areDecisions(cells());
  };
  const rivals = columns.flatMap((column, index) => (isRival(column, index) ? index : []));
  if (rivals.length < 2) return { matches, rivals: [] };
  const disagree = rows.some((row) => {
    return new Set(rivals.map((index) => meaningOfCell(row.cells[index] ?? ''))).size > 1;
  });
  if (disagree) return { matches, rivals };
  const [first] = best;
  return {
    matches: matches.filter((match) => match === first || !decisions.includes(match)),
    rivals: [],
  };
}

function isOfNothing(matches: readonly ColumnMatch[], index: number): boolean {
  return matches.every((match) => match.index !== index);
}

/** A word such as `Accepted` is a decision itself, as in `Accepted terms of use`. */
function namesDecision(header: string): boolean {
  const words = wordsOf(header);
  return words.some((word) => meaningOf(word) === 'decision' && statusOfTalk(word) === undefined);
}

function areDecisions(cells: Cells): boolean {
  const filled = cells.filter(Boolean);
  const decided = filled.filter((cell) => statusOfTalk(cell) !== undefined);
  return filled.length > 0 && decided.length * 2 >= filled.length;
}

function meaningOfCell(cell: string): string {
  return statusOfTalk(cell) ?? statusKey(cell);
}

const statusOfTalk = statusReader('submissions');

function areMarks(cells: Cells): boolean {
  return cells.every((cell) => cell === '' || isYes(cell) || isNo(cell));
}
