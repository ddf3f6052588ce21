// Owns the text of a cell: without the marks around it, and whether it is an error of a formula.
// Must not know requests.
import { unguard } from '../files/csv-write.ts';
import { formulaWithoutResult } from '../files/table.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/**
 * A text without the white space and the invisible marks around it: copied addresses and Arabic
 * titles often have some.
 */
export function trimmed(text: string): string {
  const bare = text.trim();
  // Most texts begin and end with letters that are no such marks.
  return isPlain(bare.charCodeAt(0)) && isPlain(bare.charCodeAt(bare.length - 1))
    ? bare
    : bare.replace(outerMarks, '');
}

function isPlain(code: number): boolean {
  return code < 0xad;
}

/**
 * Soft hyphens, directional marks, joiners and spaces without width; not the tags that end some
 * flags.
 */
const marks =
  '[\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';
const outerMarks = new RegExp(`^${marks}+|(?<!${marks})${marks}+$`, 'g');

/** The trimmed text of a cell, without the formula guard that this program writes. */
export function cellText(
  { index, isGuarded }: Pick<MappedColumn, 'index' | 'isGuarded'>,
  cells: readonly string[],
): string {
  const cell = cells[index] ?? '';
  // What this program wrote is what the service has, marks included.
  return isGuarded ? unguard(cell).trim() : trimmed(cell);
}

/**
 * What is wrong with a cell that holds the error of a spreadsheet's formula instead of a value;
 * undefined for other cells.
 */
export function formulaFault(text: string): string | undefined {
  if (text === formulaWithoutResult) {
    return (
      'the formula has no saved result; open the file in a spreadsheet program, and save it ' +
      'again'
    );
  }
  return formulaError.test(text) ? `"${text}" is the error of a formula, not a value` : undefined;
}

/** As Excel writes them, in English and in the languages that translate them, and LibreOffice. */
const formulaError = new RegExp(
  `^(${[
    '#(N/A|N/D!?|N/B|NV|Н/Д|NENÍ_K_DISPOZICI)',
    '#(SPILL|CALC|FIELD|BLOCKED|CONNECT|ERROR|DIV/0|DZIEL/0|DĚLENÍ_NULOU|ДЕЛ/0|DEEL/0)!',
    '#(REF|BEZUG|RIF|VERW|ADR|ODKAZ|ССЫЛКА)!',
    '#(VALUE|WERT|VALEUR|VALOR|VALORE|WAARDE|ARG|HODNOTA|ЗНАЧ)!',
    '#(NUM|ZAHL|NOMBRE|NÚM|GETAL|LICZBA|ČÍSLO|ЧИСЛО|NULL|NUL|NULO|NULLO|LEEG|ZERO|ПУСТО)!',
    '#(NAME|NOM|NOME|NAAM|NAZWA|NÁZEV|ИМЯ)\\?',
    '#¡(REF|VALOR|DIV/0|NUM|NULO)!|#¿NOMBRE\\?',
    'Err:\\d{3}',
  ].join('|')})$`,
);

/**
 * The fields whose column is mapped and whose cell is empty; a mark that is missing says nothing.
 */
export function emptyFields(cells: readonly string[], { mapped }: Mapping): readonly string[] {
  const columns = mapped.filter(({ target }) => target !== 'called_off');
  return columns.filter((column) => cellText(column, cells) === '').flatMap(({ fields }) => fields);
}
