// Owns the rows that are left out unless a record has their title: lines of totals, and breaks. Must not know requests.
import { namesOf, textsOf } from '../changes/change.ts';
import { noteOf, type RowFault } from '../changes/change-set.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { totalOrRecord } from './claim-faults.ts';
import type { Claim } from './claims.ts';
import { type Aside, locate, placeOf, type Work, warn } from './work.ts';

interface AsideRows {
  /** The breaks with the title of this record are for it. A line of totals with its title is rejected. */
  claimsOn(record: RecordData): readonly Claim[];
  /** After the last record: warns of the rows that stay left out. */
  warn(): void;
}

export function createAsideRows(work: Work): AsideRows {
  const { ledger, endpoint } = work;
  const byTitle = new Map<string, Aside[]>();
  for (const aside of work.aside) {
    const { title } = namesOf(endpoint, undefined, ledger.read(aside.row).fields);
    if (title !== undefined) byTitle.set(title, [...(byTitle.get(title) ?? []), aside]);
  }

  return {
    claimsOn(record) {
      if (byTitle.size === 0) return [];
      const rows = textsOf('title', endpoint, record).flatMap((title) => byTitle.get(title) ?? []);
      return rows.flatMap(({ row, kind }): readonly Claim[] => {
        if (kind === 'break') return takeBack(row);
        const { field, ...fault } = totalOrRecord(recordId(record, endpoint.resource) ?? '');
        ledger.mark(row, 'rejected');
        ledger.attach(row, { faults: [{ ...placeOf(work, row), ...locate(work, field), ...fault }] });
        return [];
      });
    },

    warn() {
      for (const { row, kind } of work.aside) {
        if (ledger.state(row) !== 'left-out') continue;
        const { source = [], fields } = ledger.read(row);
        const { title } = fields;
        if (kind === 'break') {
          if (title != null) warn(work, breakWarning(placeOf(work, row), title));
          continue;
        }
        const filled = source.filter((cell) => cell.trim() !== '').join(' ');
        const message = `${quoteCell(filled)} looks like a line of totals, and is left out`;
        warn(work, { ...placeOf(work, row), code: 'total_row', message });
      }
    },
  };

  /** From then on, it is a row like the others: it is found by its title, and saved. */
  function takeBack(row: number): readonly Claim[] {
    if (ledger.state(row) !== 'left-out') return [];
    const note = noteOf(work, row);
    if (note.faults !== undefined) {
      ledger.mark(row, 'rejected');
      ledger.attach(row, note);
      return [];
    }
    ledger.mark(row, 'create');
    const saved = ledger.read(row);
    ledger.rewrite({ ...saved, names: namesOf(endpoint, undefined, saved.fields) });
    return [{ row, by: 'title' }];
  }
}

/** Breaks need no submission. */
export function breakWarning(place: Pick<RowFault, 'row' | 'line'>, title: string): RowFault {
  return { ...place, code: 'break', message: `${quoteCell(title)} is a break, and is left out` };
}
