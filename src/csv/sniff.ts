// Finds out which delimiter a CSV text uses, from its beginning: told, or guessed.
import { parse } from 'csv-parse/sync';

/** The delimiters that spreadsheets and databases write, the likelier first. */
export const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** The line before the header in which Excel names the delimiter, `sep=;`, and its length with its end. */
export function readDelimiterLine(
  beginning: string,
): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, named] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(beginning) ?? [];
  const delimiter = delimiters.find((one) => one === named);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

/**
 * The delimiter that cuts the first records into the most columns of equal number; where none does, the one that
 * stands in the header most often.
 * @param beginning the text from its start on; its last record may be cut off
 */
export function sniffDelimiter(beginning: string): Delimiter {
  const tried = delimiters.map((delimiter) => ({ delimiter, widths: widthsOf(beginning, delimiter) }));
  const wide = tried.filter(({ widths }) => (widths[0] ?? 1) > 1);
  const even = wide.filter(({ widths }) => widths.every((width) => width === widths[0]));
  const [best] = (even.length > 0 ? even : wide).sort((a, b) => (b.widths[0] ?? 0) - (a.widths[0] ?? 0));
  return best?.delimiter ?? ',';
}

const sample = 20;

function widthsOf(text: string, delimiter: Delimiter): readonly number[] {
  const widths: number[] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: sample,
      on_record: (record: string[]) => {
        widths.push(record.length);
        return null;
      },
    });
  } catch {
    // The last record is cut off inside its quotes; those before it have told enough.
    return widths;
  }
  // Fewer records than asked for: the last one may be cut off.
  return widths.length > 1 && widths.length < sample ? widths.slice(0, -1) : widths;
}
