// Finds the delimiter of a CSV text from its beginning. Must not know what the cells mean.
import { parse } from 'csv-parse/sync';

/** The delimiters that spreadsheets and databases write, the most common first. */
const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** Reads the line `sep=;`, in which Excel names the delimiter before the header; `length` includes the line end. */
export function readDelimiterLine(
  text: string,
): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, named] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const delimiter = delimiters.find((one) => one === named);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

/**
 * Guesses the delimiter: the one that splits each of the first records into the same number of cells, and into the most;
 * if none does, the one that is most frequent in the first record.
 */
export function guessDelimiter(text: string): Delimiter {
  const beginning = text.slice(0, sampledLength);
  const trials = delimiters
    .filter((delimiter) => beginning.includes(delimiter))
    .map((delimiter) => ({ delimiter, widths: widthsOf(beginning, delimiter) }))
    .filter(({ widths: [first = 1] }) => first > 1)
    .sort((a, b) => (b.widths[0] ?? 0) - (a.widths[0] ?? 0));
  const even = trials.find(({ widths }) => widths.every((width) => width === widths[0]));
  return (even ?? trials[0])?.delimiter ?? ',';
}

const sampledLength = 65_536;
const sampledRecords = 20;

function widthsOf(beginning: string, delimiter: Delimiter): readonly number[] {
  const widths: number[] = [];
  try {
    parse(beginning, {
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
