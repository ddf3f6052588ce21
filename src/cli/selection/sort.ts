// Sorts records. Must not know resources.
import { cellText } from '../output/cell-text.ts';
import type { SortKey } from './terms.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The records in order; those with equal values stay in the order in which they are. Records without a value are last,
 * whichever the direction. Times are compared as instants, numbers by value, also inside of texts (`Room 2`, `Room 10`).
 */
export function sorted<Record extends Row>(records: readonly Record[], order: readonly SortKey[]): readonly Record[] {
  const rows = records.map((record) => ({ record, keys: order.map(({ field }) => keyOf(record[field])) }));
  // Of one language on every machine, so that an output can be compared.
  const texts = new Intl.Collator('en', { numeric: true });
  rows.sort((a, b) => {
    for (const [index, { isDescending }] of order.entries()) {
      const [one, other] = [a.keys[index], b.keys[index]];
      if (one === undefined && other === undefined) continue;
      if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
      const difference = isDescending ? compare(other, one, texts) : compare(one, other, texts);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return rows.map(({ record }) => record);
}

function keyOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  const text = cellText(value);
  if (text === '') return undefined;
  return isInstant.test(text) ? Date.parse(text) : text;
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function compare(a: string | number, b: string | number, texts: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b));
}
