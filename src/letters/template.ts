// Owns the template of a letter: its subject, its text, and the lines that are repeated for rows
// of a person. Must not know files of people. Pure.
import { quoteCell } from '../columns/quote.ts';
import { type Placeholder, piecesOf, type TemplatePiece } from '../columns/template.ts';
import { foldKey } from '../contract/key.ts';
import { UsageError } from '../errors.ts';

export interface LetterTemplate {
  /** For messages. */
  readonly file: string;
  readonly subject: readonly TemplatePiece[];
  readonly parts: readonly Part[];
}

/** Some lines of the text. */
interface Part {
  readonly pieces: readonly TemplatePiece[];
  /** The rows for which they are repeated; undefined for lines that are written once. */
  readonly each: RowChoice | undefined;
}

/** Rows by the value of a column: that of `[each change=moved]`. */
interface RowChoice {
  /** Undefined for `[each]`: all rows. */
  readonly column: Placeholder | undefined;
  readonly value: string;
  /** Of the template. */
  readonly line: number;
}

const subjectLine = /^subject:(.*)$/i;
const opening = /^\[each(\s[^\]]*)?\]\s*$/i;
const choice = /^([^=]+)=(.*)$/;
const closing = /^\[end\]\s*$/i;

/**
 * Parses a template: its first line is `Subject: …`, and lines between `[each]` and `[end]` are
 * repeated for each row of a person, or those between `[each change=moved]` and `[end]` for each
 * row with this value.
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
  /** The `[each]` that is open. */
  let each: RowChoice | undefined;
  const close = () => {
    parts.push({ pieces, each });
    pieces = [];
  };
  for (const [at, text] of lines.entries()) {
    const line = at + 2;
    const opened = opening.exec(text);
    if (opened !== null) {
      if (each !== undefined) throw unpaired(file, line, `[each] after that of line ${each.line}`);
      close();
      each = choiceOf((opened[1] ?? '').trim(), line, file);
    } else if (closing.test(text)) {
      if (each === undefined) throw unpaired(file, line, '[end] without [each]');
      close();
      each = undefined;
    } else pieces.push(...piecesOf(text, line, file), { text: '\n' });
  }
  if (each !== undefined) throw unpaired(file, each.line, '[each] without [end]');
  close();
  return parts;
}

/** @throws {UsageError} for another text than `column=value` */
function choiceOf(text: string, line: number, file: string): RowChoice {
  if (text === '') return { column: undefined, value: '', line };
  const [, name, value = ''] = choice.exec(text) ?? [];
  if (name !== undefined) return { column: { name: name.trim(), line }, value: value.trim(), line };
  throw new UsageError(`${file}:${line}: [each ${text}] is not [each COLUMN=VALUE]`, {
    fix: 'write [each] for all rows of a person, or such as [each change=moved] for some',
  });
}

function unpaired(file: string, line: number, what: string): UsageError {
  return new UsageError(`${file}:${line}: ${what}`, {
    fix: 'write one line [each] above the lines that are repeated, and one line [end] below them',
  });
}

/** With the columns by which rows are chosen. */
export function piecesIn({ subject, parts }: LetterTemplate): readonly TemplatePiece[] {
  return [...subject, ...parts.flatMap(({ pieces, each }) => [...pieces, ...columnIn(each)])];
}

function columnIn(each: RowChoice | undefined): readonly Placeholder[] {
  return each?.column === undefined ? [] : [each.column];
}

/** One row of a person. */
export interface LetterRow {
  readonly line: number;
  /** What the row has for a placeholder: a value, or why it has none. */
  valueOf(name: string): { readonly value: string } | { readonly fault: string };
}

/** Why a placeholder cannot be filled. */
interface UnfilledPlaceholder extends Placeholder {
  readonly code: 'no_value' | 'several_values' | 'line_break' | 'no_section';
  /** The row that is at fault. */
  readonly row: number;
  readonly message: string;
}

/**
 * @param rows of one person, at least one
 * @returns with a text that has no white space at its end, and whose lines end with LF
 */
export function fillLetter({ subject, parts }: LetterTemplate, rows: readonly LetterRow[]) {
  const unfilled: UnfilledPlaceholder[] = [];
  const fill = (pieces: readonly TemplatePiece[], of: readonly LetterRow[], isHeader = false) =>
    pieces.map((piece) => {
      if ('text' in piece) return piece.text;
      const { value, fault } = commonValue(piece, of, isHeader);
      if (fault !== undefined && !unfilled.some((other) => isSame(other, fault)))
        unfilled.push(fault);
      return value.replace(/\r\n?/g, '\n');
    });
  const header = fill(subject, rows, true).join('').trim();
  const texts = parts.flatMap(({ pieces, each }) =>
    each === undefined
      ? fill(pieces, rows)
      : rows.filter((row) => isChosen(row, each)).flatMap((row) => fill(pieces, [row])),
  );
  unfilled.push(...rowsOfNoSection(parts, rows));
  const text = texts.join('').replace(/^\n+/, '').trimEnd();
  return { subject: header, text, unfilled };
}

function isChosen(row: LetterRow, { column, value }: RowChoice): boolean {
  if (column === undefined) return true;
  const cell = row.valueOf(column.name);
  return 'value' in cell && foldKey(cell.value) === foldKey(value);
}

/** A person would not learn of a row that no lines are for. */
function rowsOfNoSection(
  parts: readonly Part[],
  rows: readonly LetterRow[],
): readonly UnfilledPlaceholder[] {
  const choices = parts.flatMap(({ each }) => each ?? []);
  const [column] = choices.flatMap(columnIn);
  if (column === undefined) return [];
  const left = rows.filter((row) => !choices.some((each) => isChosen(row, each)));
  return left.map((row): UnfilledPlaceholder => {
    const cell = row.valueOf(column.name);
    const what =
      'fault' in cell ? cell.fault : `no [each] of the template is for ${quoteCell(cell.value)}`;
    return { ...column, code: 'no_section', row: row.line, message: what };
  });
}

/** Whether a placeholder that occurs several times has the same fault in the same row. */
function isSame(one: UnfilledPlaceholder, other: UnfilledPlaceholder): boolean {
  return one.name === other.name && one.row === other.row && one.code === other.code;
}

/** The one value that rows have; outside of `[each]`, it is unknown which of several is meant. */
function commonValue(
  placeholder: Placeholder,
  rows: readonly LetterRow[],
  isHeader: boolean,
): { readonly value: string; readonly fault?: UnfilledPlaceholder } {
  const { name, line } = placeholder;
  const values = rows.map((row) => ({ row: row.line, ...row.valueOf(name) }));
  const [first, ...others] = values.filter((cell) => 'value' in cell && cell.value !== '');
  const wanted = `{${name}} in line ${line} of the template`;
  if (first === undefined || !('value' in first)) {
    const [cell] = values;
    const message = cell !== undefined && 'fault' in cell ? cell.fault : `no value for ${wanted}`;
    const row = cell?.row ?? 0;
    return { value: '', fault: { ...placeholder, code: 'no_value', row, message } };
  }
  const { value, row } = first;
  const other = others.find((cell) => 'value' in cell && cell.value !== value);
  if (other !== undefined) {
    const message = `line ${row} has another value, and one letter has both rows: ${wanted}`;
    return { value, fault: { ...placeholder, code: 'several_values', row: other.row, message } };
  }
  if (isHeader && lineBreak.test(value)) {
    const message = `a line break, which a subject cannot have, for ${wanted}`;
    return { value, fault: { ...placeholder, code: 'line_break', row, message } };
  }
  return { value };
}

/** What some program ends a line with. */
const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;
