// Draws counts as a table with bars. Must not print.
import { recordTable, type TableStyle } from './table.ts';
import { widestOf } from './width.ts';

export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** A row for each count, with its share of all and a bar; ends in a line break. Bars of one table have one scale. */
export function barTable(heading: string, bars: readonly Bar[], style: TableStyle): string {
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const most = bars.reduce((max, { count }) => Math.max(max, count), 0);
  const digits = String(most).length;
  const used = widestOf([heading, ...bars.map(({ label }) => label)]) + widthOfNumbers;
  const room = Math.max(shortest, Math.min(longest, (style.width ?? usualWidth) - used));
  const rows = bars.map(({ label, count }) => ({
    [heading]: label,
    count: String(count).padStart(digits),
    share: `${String(Math.round((100 * count) / (total || 1))).padStart(3)} %`,
    // The heading of the bars is blank.
    ' ': '█'.repeat(Math.max(count > 0 ? 1 : 0, Math.round((room * count) / (most || 1)))),
  }));
  return recordTable(rows, [heading, 'count', 'share', ' '], style);
}

/** Counts and shares, and the gaps between the columns. */
const widthOfNumbers = 18;
const usualWidth = 80;
const longest = 40;
const shortest = 10;
