// Refuses files whose decisions are in several columns: a column of marks for each, as `Accept` and
// `Reject`, or two columns that disagree. Must not know what decisions change.
import { quoted } from '../contract/amount.ts';
import { statuses } from '../contract/statuses.ts';
import { InvalidInputError } from '../errors.ts';
import type { Row } from '../files/table.ts';
import type { Cells } from './cell-evidence.ts';
import { wordsOf } from './fold.ts';
import { longestRemarked, meaningOf } from './header-meaning.ts';
import { isNo, isYes } from './marks.ts';
import { type DecidedResource, isOpenDecision, statusKey, statusReader } from './status-words.ts';

interface DecisionColumns {
  readonly file: string;
  readonly kind: string;
  readonly columns: readonly string[];
  /** The line of the header, and those of the first rows. */
  readonly lines?: readonly number[] | undefined;
  readonly targets: ReadonlyMap<string, unknown>;
  /** Of each column. */
  readonly cells: readonly Cells[];
  readonly rows: readonly Pick<Row, 'cells'>[];
}

interface Used {
  readonly index: number;
  /** The header. */
  readonly column: string;
  readonly target: string;
  readonly isGiven: boolean;
}

/** @throws {InvalidInputError} unless the user has chosen the column of decisions */
export function refuseDividedDecisions(used: readonly Used[], options: DecisionColumns): void {
  const { kind, columns, targets, cells } = options;
  if (kind !== 'submissions' && kind !== 'speakers') return;
  const { field } = statuses[kind];
  const isChosen = used.some(({ target, isGiven }) => isGiven && target === field);
  if (!targets.has(field) || isChosen) return;
  const marked = columns.flatMap((column, index): readonly MarkedColumn[] => {
    const decision = areMarks(cells[index] ?? []) ? decisionOf(column, kind) : undefined;
    const isOpen = decision !== undefined && decision.status === undefined;
    // Nobody is on the waiting list.
    if (isOpen && !options.rows.some((row) => isYes(row.cells[index] ?? ''))) return [];
    return decision === undefined ? [] : [{ ...decision, column, index }];
  });
  const isFilled = marked.some(({ index }) => cells[index]?.some(Boolean) === true);
  if (isFilled && new Set(marked.map(({ status }) => status)).size > 1) {
    throw dividedDecisions(marked, kind, options);
  }
  const decisions = used.find(({ target }) => target === field);
  const contrary = marked.filter((mark) => contradicts(mark, decisions, { used, kind, options }));
  if (decisions === undefined || contrary.length === 0) return;
  const { column } = decisions;
  throw dividedDecisions([{ column, word: undefined }, ...contrary], kind, options);
}

/** What the header of a column of marks means. */
interface MarkedDecision {
  /** The header without signs and remarks. */
  readonly word: string | undefined;
  /** Undefined of a decision that is still open: `Waitlisted`. */
  readonly status?: string | undefined;
}

interface MarkedColumn extends MarkedDecision {
  readonly column: string;
  readonly index: number;
}

/** `Rejected?`, `Is accepted` and `Waitlisted (x)` are `Rejected`, `accepted` and `Waitlisted`. */
function decisionOf(header: string, kind: DecidedResource): MarkedDecision | undefined {
  if (header.length > longestRemarked) return undefined;
  const { word } = markedHeader.exec(header)?.groups ?? {};
  if (word === undefined) return undefined;
  const status = statusReader(kind)(word);
  return status !== undefined || isOpenDecision(word) ? { word, status } : undefined;
}

const markedHeader = /^\s*(?:is\s+)?(?<word>.*?)\s*(?:[([][^()[\]]*[)\]])?[\s?？؟*:：]*$/iu;

interface DecisionsOfFile {
  readonly used: readonly Used[];
  readonly kind: DecidedResource;
  readonly options: DecisionColumns;
}

/** Whether a row has a mark for another decision than that of its column of decisions. */
function contradicts(
  { index, status }: MarkedColumn,
  decisions: Used | undefined,
  { used, kind, options }: DecisionsOfFile,
): boolean {
  const sameColumn = used.find((column) => column.index === index);
  // A talk may be withdrawn after its decision.
  const isAfterwards = kind === 'submissions' && sameColumn !== undefined;
  if (decisions === undefined || decisions.index === index || isAfterwards) return false;
  const statusOf = statusReader(kind);
  return options.rows.some((row) => {
    if (!isYes(row.cells[index] ?? '')) return false;
    const decision = (row.cells[decisions.index] ?? '').trim();
    return decision === '' ? sameColumn === undefined : statusOf(decision) !== status;
  });
}

function dividedDecisions(
  marked: readonly Omit<MarkedColumn, 'index'>[],
  kind: DecidedResource,
  { file, lines }: DecisionColumns,
): InvalidInputError {
  const line = lines?.[0] ?? 1;
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

/** A column that is used, with how certainly its header means the target. */
interface RankedColumn extends Used {
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

interface DecisionTerms extends Pick<DecisionColumns, 'kind' | 'columns' | 'targets' | 'rows'> {
  /** The columns that the user maps or leaves out. */
  readonly given: ReadonlyMap<number, unknown>;
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
