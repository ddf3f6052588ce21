// Owns the language of templates: `{name}` is a placeholder, `{{` and `}}` are braces. Must not
// know what a template is for. Pure.
import { UsageError } from '../errors.ts';
import { lettersOf } from './fold.ts';

/** Text, or the name of a placeholder and its line in the template. */
export type TemplatePiece = { readonly text: string } | Placeholder;

export interface Placeholder {
  readonly name: string;
  readonly line: number;
}

/**
 * The pieces of a line.
 * @param number of the line
 * @param file names the template in messages
 * @throws {UsageError} for an unpaired brace
 */
export function piecesOf(line: string, number: number, file: string): readonly TemplatePiece[] {
  const pieces = line.match(/\{\{|\}\}|\{[^{}]*\}|[^{}]+|[{}]/g) ?? [];
  return pieces.map((piece) => {
    if (piece === '{{' || piece === '}}') return { text: piece.charAt(0) };
    if (piece === '{' || piece === '}') {
      throw new UsageError(`${file}:${number}: "${piece}" without its counterpart`, {
        fix: 'write a brace of the text twice',
      });
    }
    return piece.startsWith('{')
      ? { name: piece.slice(1, -1).trim(), line: number }
      : { text: piece };
  });
}

/** Whether a placeholder means a column or a field. */
export function isNamed(name: string, column: string): boolean {
  return lettersOf(name) === lettersOf(column);
}

/** The columns of a file that placeholders name, by their indexes. */
export function placeholderColumns(
  pieces: readonly TemplatePiece[],
  columns: readonly string[],
): readonly number[] {
  const names = placeholdersIn(pieces).map(({ name }) => name);
  return columns.flatMap((column, index) =>
    names.some((name) => isNamed(name, column)) ? [index] : [],
  );
}

/** What fills placeholders. */
interface Filling {
  /** Names the template in messages. */
  readonly file: string;
  /** The names that every row has. */
  readonly fields: readonly string[];
  readonly columns: readonly string[];
}

/** @throws {UsageError} for placeholders that nothing fills; all are named */
export function refuseUnknown(
  pieces: readonly TemplatePiece[],
  { file, fields, columns }: Filling,
): void {
  const names = new Set([...fields, ...columns].map(lettersOf));
  const unknown = placeholdersIn(pieces).filter(({ name }) => !names.has(lettersOf(name)));
  if (unknown.length === 0) return;
  const listed = unknown.map(({ name, line }) => `{${name}} in line ${line}`).join(', ');
  const ways = [
    ...(fields.length === 0 ? [] : [fields.map((name) => `{${name}}`).join(', ')]),
    `a column of the file: ${columns.filter(Boolean).join(', ')}`,
  ];
  throw new UsageError(`${file} has unknown placeholders: ${listed}`, {
    fix: `use ${ways.join(', or ')}`,
  });
}

function placeholdersIn(pieces: readonly TemplatePiece[]): readonly Placeholder[] {
  return pieces.filter((piece) => 'name' in piece);
}
