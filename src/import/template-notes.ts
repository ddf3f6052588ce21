// Warns of rows that get no feedback from the template: it has no part for their status, or they have their own.
import type { templateFeedback, Work } from './work.ts';

export interface TemplateNotes {
  /** @param filled what the template has for the row; the last one counts */
  note(row: number, filled: ReturnType<typeof templateFeedback>): void;
  /** Warns once for each reason, with the number of rows. */
  warn(): void;
}

export function createTemplateNotes({ table, warnings }: Pick<Work, 'table' | 'warnings'>): TemplateNotes {
  const reasons = new Map<number, string>();
  return {
    note(row, filled) {
      const reason = reasonFor(filled);
      if (reason === undefined) reasons.delete(row);
      else reasons.set(row, reason);
    },
    warn() {
      const rowsOf = new Map<string, { count: number; first: number }>();
      for (const [row, reason] of reasons) {
        if (table.state(row) === 'rejected') continue;
        const { count, first } = rowsOf.get(reason) ?? { count: 0, first: row };
        rowsOf.set(reason, { count: count + 1, first: Math.min(first, row) });
      }
      for (const [reason, { count, first }] of rowsOf) {
        const { fileRow, line } = table.read(first);
        const message =
          reason === own
            ? `${count === 1 ? '1 row keeps its' : `${count} rows keep their`} own feedback instead of the template`
            : `${count === 1 ? '1 row gets' : `${count} rows get`} no feedback: the template has no part for ${reason}`;
        const code = reason === own ? 'own_feedback' : 'no_feedback';
        warnings.push({ row: fileRow, line, field: 'feedback', code, message });
      }
    },
  };
}

/** The status without a part, in quotes; or that the row has its own feedback. */
function reasonFor(filled: ReturnType<typeof templateFeedback>): string | undefined {
  if (filled === undefined) return undefined;
  if ('own' in filled) return own;
  return 'noPart' in filled ? JSON.stringify(filled.noPart) : undefined;
}

const own = 'own';
