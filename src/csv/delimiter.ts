// Finds the delimiter of a CSV text from its beginning. Must not know what the cells mean.
import { parse } from 'csv-parse/sync';

/** The delimiters that spreadsheets and databases write, the most common first. */
export const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** Reads the line `sep=;`, in which Excel names the delimiter before the header; `length` includes the line end. */
export function readDelimiterLine(
  beginning: string,
): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, named] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(beginning) ?? [];
  const delimiter = delimiters.find((one) => one === named);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

/**
 * Guesses the delimiter: the one that splits each of the first records into the same number of cells, and into the most;
 * if none does, the one that does so below a heading and a blank line, or else the one that is most frequent in the header.
 * @param beginning the start of the text; its last record may be cut off
 */
export function guessDelimiter(beginning: string): Delimiter {
  const [usual, ...others] = delimiters;
  if (!others.some((delimiter) => beginning.includes(delimiter))) return usual;
  const tried = trials(beginning).filter(isWide);
  const [, below = ''] = heading.exec(beginning) ?? [];
  const best = widest(tried.filter(isEven)) ?? widest(trials(below).filter(isWide).filter(isEven)) ?? widest(tried);
  return best?.delimiter ?? ',';
}

/** Lines above a blank line; only a spreadsheet program writes as many delimiters in them as below. */
const heading = /^(?:[^\r\n"]+(?:\r\n|\r|\n)){1,10}?(?:\r\n|\r|\n)+(.*)/s;

interface Trial {
  readonly delimiter: Delimiter;
  /** How many cells each record has. */
  readonly widths: readonly number[];
}

function trials(text: string): readonly Trial[] {
  const used = delimiters.filter((delimiter) => text.includes(delimiter));
  return used.map((delimiter) => ({ delimiter, widths: widthsOf(text, delimiter) }));
}

function isWide({ widths }: Trial): boolean {
  return (widths[0] ?? 1) > 1;
}

function isEven({ widths }: Trial): boolean {
  return widths.every((width) => width === widths[0]);
}

function widest(trials: readonly Trial[]): Trial | undefined {
  return trials.toSorted((a, b) => (b.widths[0] ?? 0) - (a.widths[0] ?? 0))[0];
}

const sampledRecords = 20;

function widthsOf(text: string, delimiter: Delimiter): readonly number[] {
  const widths: number[] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: sampledRecords,
      on_record: (record: string[]) => {
        widths.push(record.length);
        return null;
      },
    });
  } catch {
    // The last record is cut off inside its quotes; the records before it are enough.
    return widths;
  }
  // With fewer records than requested, the last one may be cut off.
  return widths.length > 1 && widths.length < sampledRecords ? widths.slice(0, -1) : widths;
}
