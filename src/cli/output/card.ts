// Lays out one record for people: its name, all of its fields, and the records that belong to it.
// Must not print.
import type { RecordData } from '../../client/response.ts';
import { cellText } from './cell-text.ts';
import { recordTable, type TableStyle } from './table.ts';
import { toLine, toLines } from './terminal-text.ts';
import { sideBySide, widestOf, wrapLines } from './width.ts';

/** Records that belong to the one of the card. */
interface CardSection {
  readonly heading: string;
  readonly records: readonly RecordData[];
  readonly columns: readonly string[];
  /** What is shown if there are no records. */
  readonly none: string;
}

/** The card; the names of the empty fields are its last field. Ends in a line break. */
export function cardText(
  card: {
    readonly heading: string;
    readonly record: RecordData;
    readonly sections: readonly CardSection[];
  },
  style: TableStyle,
): string {
  const { heading, record, sections } = card;
  const { bold } = style;
  const names = Object.keys(record);
  const present = presentIn([record], names);
  const empty = names.filter((name) => !present.includes(name));
  const shown = empty.length === 0 ? record : { ...record, '(empty)': empty };
  const columns = empty.length === 0 ? present : [...present, '(empty)'];
  const parts = sections.map(({ heading, records, columns, none }) =>
    records.length === 0
      ? `${bold(heading)}: ${none}\n`
      : `${bold(heading)}\n${recordTable(records, presentIn(records, columns), style)}`,
  );
  return [
    ...(heading === '' ? [] : [`${bold(toLine(heading))}\n`]),
    fieldTable(shown, columns, style),
    ...parts,
  ].join('\n');
}

/** The columns that some record has. */
function presentIn(records: readonly RecordData[], columns: readonly string[]): readonly string[] {
  return columns.filter((name) => records.some((record) => !isEmpty(record[name])));
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

const gap = '  ';

/**
 * One line per field of a record; texts of several lines keep their lines, and long ones are
 * wrapped.
 */
export function fieldTable(
  record: RecordData,
  columns: readonly string[],
  style: TableStyle,
): string {
  const width = widestOf(columns.map(toLine));
  const lines = columns.flatMap((name) => {
    const text = toLines(cellText(record[name]));
    const shown =
      style.width === undefined
        ? text
        : wrapLines(text, Math.max(style.width - width - gap.length, minWrap));
    return sideBySide(gap, [
      { width, lines: [style.bold(toLine(name))] },
      { width: 0, lines: shown.split('\n') },
    ]);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Narrower lines would be hard to read. */
const minWrap = 20;
