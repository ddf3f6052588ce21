// Refuses files with a column of marks for each decision: `Accept` and `Reject`, each with an `x`.
// Must not know what decisions change.
import { quoted } from '../contract/amount.ts';
import { statuses } from '../contract/statuses.ts';
import { InvalidInputError } from '../errors.ts';
import type { Cells } from './cell-evidence.ts';
import { isNo, isYes } from './marks.ts';
import { statusReader } from './status-words.ts';

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
  { file, kind, columns, lines: [line = 1] = [], targets, cells }: DecisionColumns,
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
  const isMarked = marked.some((each) => each.cells.some(Boolean));
  if (!isMarked || new Set(marked.map(({ status }) => status)).size < 2) return;
  const names = marked.map(({ column }) => quoted(column));
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

function areMarks(cells: Cells): boolean {
  return cells.every((cell) => cell === '' || isYes(cell) || isNo(cell));
}
