// Lays out one record for people: its name, all of its fields, and the records that belong to it. Must not print.
import { fieldTable } from './field-table.ts';
import { recordTable, type TableStyle } from './table.ts';
import { toLine } from './terminal-text.ts';

type Row = Readonly<Record<string, unknown>>;

/** Records that belong to the one of the card. */
interface CardSection {
  readonly heading: string;
  readonly records: readonly Row[];
  readonly columns: readonly string[];
  /** What is shown if there are no records. */
  readonly none: string;
}

interface Card {
  readonly heading: string;
  readonly record: Row;
  readonly sections: readonly CardSection[];
}

/** The card; the names of the empty fields are its last field. Ends in a line break. */
export function cardText({ heading, record, sections }: Card, style: TableStyle): string {
  const { bold } = style;
  const names = Object.keys(record);
  const empty = names.filter((name) => isEmpty(record[name]));
  const shown = empty.length === 0 ? record : { ...record, '(empty)': empty };
  const columns = [...names.filter((name) => !empty.includes(name)), ...(empty.length === 0 ? [] : ['(empty)'])];
  const parts = sections.map(({ heading, records, columns, none }) =>
    records.length === 0
      ? `${bold(heading)}: ${none}\n`
      : `${bold(heading)}\n${recordTable(records, presentIn(records, columns), style)}`,
  );
  return [...(heading === '' ? [] : [`${bold(toLine(heading))}\n`]), fieldTable(shown, columns, style), ...parts].join(
    '\n',
  );
}

/** The columns that some record has. */
function presentIn(records: readonly Row[], columns: readonly string[]): readonly string[] {
  return columns.filter((name) => records.some((record) => !isEmpty(record[name])));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
