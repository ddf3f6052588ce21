// Owns the template of a letter: its subject, its text, and the lines that are repeated for each
// row of a person. Must not know files of people. Pure.
import { type Placeholder, piecesOf, type TemplatePiece } from '../columns/template.ts';
import { UsageError } from '../errors.ts';

export interface LetterTemplate {
  /** For messages. */
  readonly file: string;
  readonly subject: readonly TemplatePiece[];
  readonly parts: readonly Part[];
}

/** Some lines of the text. */
interface Part {
  /** Whether they are repeated for each row. */
  readonly isRepeated: boolean;
  readonly pieces: readonly TemplatePiece[];
}

const subjectLine = /^subject:(.*)$/i;
const opening = /^\[each\]\s*$/i;
const closing = /^\[end\]\s*$/i;

/**
 * Parses a template: its first line is `Subject: …`, and lines between `[each]` and `[end]` are
 * repeated for each row of a person.
 * @param file names it in messages
 * @throws {UsageError} for a template without a subject or a text, lines that do not belong
 *   together, and an unpaired brace
 */
export function parseLetterTemplate(source: string, file: string): LetterTemplate {
  const [first = '', ...lines] = source.split(/\r\n|\n|\r/);
  const subject = subjectLine.exec(first)?.[1]?.trim() ?? '';
  if (subject === '') {
    throw new UsageError(`${file}:1: the subject is missing`, {
      fix: 'begin the template with a line such as "Subject: Your talk at DevConf"',
    });
  }
  if (lines.every((line) => line.trim() === '')) {
    throw new UsageError(`${file} has no text below the subject`, { fix: 'write the letter' });
  }
  return { file, subject: piecesOf(subject, 1, file), parts: partsOf(lines, file) };
}

function partsOf(lines: readonly string[], file: string): readonly Part[] {
  const parts: Part[] = [];
  let pieces: TemplatePiece[] = [];
  /** The line of the `[each]` that is open. */
  let opened: number | undefined;
  const close = () => {
    parts.push({ isRepeated: opened !== undefined, pieces });
    pieces = [];
  };
  for (const [at, line] of lines.entries()) {
    const number = at + 2;
    if (opening.test(line)) {
      if (opened !== undefined) throw unpaired(file, number, `[each] after that of line ${opened}`);
      close();
      opened = number;
    } else if (closing.test(line)) {
      if (opened === undefined) throw unpaired(file, number, '[end] without [each]');
      close();
      opened = undefined;
    } else pieces.push(...piecesOf(line, number, file), { text: '\n' });
  }
  if (opened !== undefined) throw unpaired(file, opened, '[each] without [end]');
  close();
  return parts;
}

function unpaired(file: string, line: number, what: string): UsageError {
  return new UsageError(`${file}:${line}: ${what}`, {
    fix: 'write one line [each] above the lines that are repeated, and one line [end] below them',
  });
}

export function piecesIn({ subject, parts }: LetterTemplate): readonly TemplatePiece[] {
  return [...subject, ...parts.flatMap(({ pieces }) => pieces)];
}

/** What a row has for a placeholder: a value, or why it has none. */
export type RowValue = { readonly value: string } | { readonly fault: string };

/** One row of a person. */
export interface LetterRow {
  readonly line: number;
  valueOf(name: string): RowValue;
}

/** Why a placeholder cannot be filled. */
export interface UnfilledPlaceholder extends Placeholder {
  readonly code: 'no_value' | 'several_values' | 'line_break';
  /** The row that is at fault. */
  readonly row: number;
  readonly message: string;
}

export interface FilledLetter {
  readonly subject: string;
  /** Without white space at its end; its lines end with LF. */
  readonly text: string;
  readonly unfilled: readonly UnfilledPlaceholder[];
}

/** @param rows of one person, at least one */
export function fillLetter(
  { subject, parts }: LetterTemplate,
  rows: readonly LetterRow[],
): FilledLetter {
  const unfilled: UnfilledPlaceholder[] = [];
  const fill = (pieces: readonly TemplatePiece[], of: readonly LetterRow[], isHeader = false) =>
    pieces.map((piece) => {
      if ('text' in piece) return piece.text;
      const { value, fault } = commonValue(piece, of, isHeader);
      if (fault !== undefined && !unfilled.some((other) => isSame(other, piece, fault)))
        unfilled.push({ ...piece, ...fault });
      return value.replace(/\r\n?/g, '\n');
    });
  const header = fill(subject, rows, true).join('').trim();
  const texts = parts.flatMap(({ isRepeated, pieces }) =>
    isRepeated ? rows.flatMap((row) => fill(pieces, [row])) : fill(pieces, rows),
  );
  const text = texts.join('').replace(/^\n+/, '').trimEnd();
  return { subject: header, text, unfilled };
}

type ValueFault = Pick<UnfilledPlaceholder, 'code' | 'row' | 'message'>;

/** Whether a placeholder that occurs several times has the same fault in the same row. */
function isSame(other: UnfilledPlaceholder, { name }: Placeholder, fault: ValueFault): boolean {
  return other.name === name && other.row === fault.row && other.code === fault.code;
}

interface CommonValue {
  readonly value: string;
  readonly fault?: ValueFault;
}

/** The one value that rows have; outside of `[each]`, it is unknown which of several is meant. */
function commonValue(
  { name, line }: Placeholder,
  rows: readonly LetterRow[],
  isHeader: boolean,
): CommonValue {
  const values = rows.map((row) => ({ row: row.line, ...row.valueOf(name) }));
  const [first, ...others] = values.filter((cell) => 'value' in cell && cell.value !== '');
  const wanted = `{${name}} in line ${line} of the template`;
  if (first === undefined || !('value' in first)) {
    const [cell] = values;
    const message = cell !== undefined && 'fault' in cell ? cell.fault : `no value for ${wanted}`;
    return { value: '', fault: { code: 'no_value', row: rows[0]?.line ?? 0, message } };
  }
  const { value, row } = first;
  const other = others.find((cell) => 'value' in cell && cell.value !== value);
  if (other !== undefined) {
    const message = `line ${row} has another value, and one letter has both rows: ${wanted}`;
    return { value, fault: { code: 'several_values', row: other.row, message } };
  }
  if (isHeader && lineBreak.test(value)) {
    const message = `a line break, which a subject cannot have, for ${wanted}`;
    return { value, fault: { code: 'line_break', row, message } };
  }
  return { value };
}

/** What some program ends a line with. */
const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;
