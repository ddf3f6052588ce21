// Refuses files whose decisions are in several columns: a column of marks for each, as `Accept` and
// `Reject`, or two columns that disagree. Must not know what decisions change.
import { quoted } from '../contract/amount.ts';
import { statuses } from '../contract/statuses.ts';
import { InvalidInputError } from '../errors.ts';
import type { Row } from '../files/table.ts';
import type { Cells } from './cell-evidence.ts';
import { wordsOf } from './fold.ts';
import { meaningOf } from './header-meaning.ts';
import { isNo, isYes } from './marks.ts';
import { statusKey, statusReader } from './status-words.ts';

interface DecisionColumns {
  readonly file: string;
  readonly kind: string;
  readonly columns: readonly string[];
  /** The line of the header, and those of the first rows. */
  readonly lines?: readonly number[] | undefined;
  readonly targets: ReadonlyMap<string, unknown>;
  /** Of each column. */
  readonly cells: readonly Cells[];
}

interface Used {
  readonly target: string;
  readonly isGiven: boolean;
}

/** @throws {InvalidInputError} unless the user has chosen the column of decisions */
export function refuseDividedDecisions(
  used: readonly Used[],
  { file, kind, columns, lines, targets, cells }: DecisionColumns,
): void {
  if (kind !== 'submissions' && kind !== 'speakers') return;
  const { field } = statuses[kind];
  const isChosen = used.some(({ target, isGiven }) => isGiven && target === field);
  if (!targets.has(field) || isChosen) return;
  const statusOf = statusReader(kind);
  const marked = columns.flatMap((column, index) => {
    const status = areMarks(cells[index] ?? []) ? statusOf(column) : undefined;
    return status === undefined ? [] : [{ column, status, cells: cells[index] ?? [] }];
  });
  const isMarked = marked.some((column) => column.cells.some(Boolean));
  if (!isMarked || new Set(marked.map(({ status }) => status)).size < 2) return;
  const names = marked.map(({ column }) => quoted(column));
  const line = lines?.[0] ?? 1;
  throw new InvalidInputError(`${file} has a column for each decision: ${names.join(' and ')}`, {
    details: marked.map(({ column }) => ({
      file,
      line,
      column,
      field,
      message: 'its cells are marks, and not decisions',
    })),
    fix: `write one column "Decision" whose cells are ${names.join(' or ')}`,
  });
}

/** A column that is used, with how certainly its header means the target. */
interface RankedColumn extends Used {
  readonly index: number;
  readonly rank: number;
}

interface OneDecision<Match> {
  /** Of several columns of decisions that agree, the first one is used. */
  readonly matches: readonly Match[];
  /** The indexes of the columns of decisions if they do not agree. */
  readonly rivals: readonly number[];
}

/**
 * `Decision` beside `Decision of the chair`: which of the two is meant is known only if the cells
 * of each row mean the same.
 */
export function oneDecision<Match extends RankedColumn>(
  matches: readonly Match[],
  { kind, columns, given, targets, rows }: DecisionTerms,
): OneDecision<Match> {
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
    return mayBe && !given.has(index) && areDecisions(cells());
  };
  const rivals = [...columns.keys()].filter((index) => isRival(columns[index] ?? '', index));
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

interface DecisionTerms extends Pick<DecisionColumns, 'kind' | 'columns' | 'targets'> {
  /** The columns that the user maps or leaves out. */
  readonly given: ReadonlyMap<number, unknown>;
  readonly rows: readonly Pick<Row, 'cells'>[];
}

function isOfNothing(matches: readonly RankedColumn[], index: number): boolean {
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
