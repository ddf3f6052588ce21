// Warns of rows that get no feedback because the template has no part for their status.
import type { templateFeedback, Work } from './work.ts';

export interface MissingParts {
  /** @param filled what the template has for the row; the last one counts */
  note(row: number, filled: ReturnType<typeof templateFeedback>): void;
  /** Warns once for each status, with the number of rows. */
  warn(): void;
}

export function createMissingParts({ table, warnings }: Pick<Work, 'table' | 'warnings'>): MissingParts {
  const statuses = new Map<number, string>();
  return {
    note(row, filled) {
      if (filled !== undefined && 'noPart' in filled) statuses.set(row, filled.noPart);
      else statuses.delete(row);
    },
    warn() {
      const rowsOf = new Map<string, { count: number; first: number }>();
      for (const [row, status] of statuses) {
        if (table.state(row) === 'rejected') continue;
        const { count, first } = rowsOf.get(status) ?? { count: 0, first: row };
        rowsOf.set(status, { count: count + 1, first: Math.min(first, row) });
      }
      for (const [status, { count, first }] of rowsOf) {
        const { fileRow, line } = table.read(first);
        const rows = count === 1 ? '1 row gets' : `${count} rows get`;
        const message = `${rows} no feedback: the template has no part for ${JSON.stringify(status)}`;
        warnings.push({ row: fileRow, line, field: 'feedback', code: 'no_feedback', message });
      }
    },
  };
}
