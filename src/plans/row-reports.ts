// Turns what became of planned changes into the rows of their files, for the files that report on
// each row. Must not write.

import type { FileResource } from '../contract/endpoint.ts';
import type { Row } from '../files/table.ts';
import type { Form } from '../import/row-files.ts';
import type { RowFault, RowState } from '../runs/row.ts';
import { createRows, faultsOf, type Rows } from '../runs/rows.ts';
import type { SchedulePlan } from '../schedule/plan.ts';
import type { EventParts } from './event-run.ts';

/** A list that is applied. */
export interface ReportedFile {
  readonly kind: FileResource;
  readonly file: string;
  readonly columns: readonly string[];
  readonly delimiter: Form['delimiter'];
  readonly rows: readonly Pick<Row, 'line' | 'cells'>[];
}

/** The rows of files as if they were one batch. */
export interface ReportedRows {
  readonly rows: Rows;
  readonly form: Form;
  readonly matching: 'record';
}

/** Several files have the columns of all, and first the name of the file. */
export function reportedRows(files: readonly ReportedFile[], parts: EventParts): ReportedRows {
  const isOne = files.length === 1;
  const columns: string[] = isOne ? [] : ['file'];
  const rows = createRows();
  for (const { kind, file, ...table } of files) {
    // The first column of several files is that of their names.
    const taken = new Set(isOne ? [] : [0]);
    const positions = table.columns.map((name) => positionOf(name, columns, taken));
    const outcomes = outcomesOf(parts, kind);
    const idAt = table.columns.indexOf(kind === 'sessions' ? 'submission_id' : 'id');
    for (const [at, { line, cells }] of table.rows.entries()) {
      const source = isOne ? [] : [file];
      for (const [index, position] of positions.entries()) source[position] = cells[index] ?? '';
      const outcome = outcomes.get(line);
      const { state = 'unchanged', id = cells[idAt] || undefined } = outcome ?? {};
      const row = rows.add({ row: at + 1, line, names: {}, fields: {}, source }, state);
      row.note = { id, faults: outcome?.faults.map((fault) => ({ ...fault, row: at + 1 })) ?? [] };
    }
  }
  const [first] = files;
  return {
    rows,
    form: { columns, delimiter: isOne && first !== undefined ? first.delimiter : ',' },
    matching: 'record',
  };
}

/** The first column of this name that the file has not filled; a new one if there is none. */
function positionOf(name: string, columns: string[], taken: Set<number>): number {
  const free = columns.findIndex((column, at) => column === name && !taken.has(at));
  const position = free < 0 ? columns.push(name) - 1 : free;
  taken.add(position);
  return position;
}

interface RowOutcome {
  readonly state: RowState;
  readonly id?: string | undefined;
  readonly faults: readonly RowFault[];
}

/** By line. A row that has none is as the file wants it. */
function outcomesOf(parts: EventParts, kind: FileResource): ReadonlyMap<number, RowOutcome> {
  const outcomes = new Map<number, RowOutcome>();
  if (kind === 'sessions') addPlanned(outcomes, parts.sessions?.schedule);
  for (const row of parts[kind]?.rows ?? []) {
    outcomes.set(row.line, { state: row.state, id: row.note.id, faults: faultsOf(row) });
  }
  return outcomes;
}

/** What a schedule has of rows that change nothing. */
function addPlanned(outcomes: Map<number, RowOutcome>, schedule: SchedulePlan | undefined): void {
  const {
    breaks = [],
    skipped = [],
    unknown = [],
    unreadable = [],
    ids = new Map(),
  } = schedule ?? {};
  for (const [key, id] of ids) outcomes.set(Number(key), { state: 'unchanged', id, faults: [] });
  for (const { line } of breaks) outcomes.set(line, { state: 'left-out', faults: [] });
  for (const { line } of skipped) outcomes.set(line, { state: 'skipped', faults: [] });
  for (const { line, code = 'invalid', message, column } of [...unknown, ...unreadable]) {
    if (line === undefined) continue;
    const earlier = outcomes.get(line)?.faults ?? [];
    const fault = { row: 0, line, code, message, ...(column !== undefined && { column }) };
    outcomes.set(line, { state: 'rejected', faults: [...earlier, fault] });
  }
}
