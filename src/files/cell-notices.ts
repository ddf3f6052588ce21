// Words the notices about cells of a table whose text is doubtful: how many there are, and where
// the first one is, without its text, which may be private. Must not know what cells mean. Pure.
import { amount, plural, quoted } from '../contract/amount.ts';
import { withoutEntities } from './entities.ts';
import { findMisdecoded, isSuspicious, type Misdecoded } from './misdecoded.ts';
import type { RawRecord } from './table.ts';
import type { DecodeOptions } from './text.ts';

/** A cell and where it is. */
export interface PlacedText {
  readonly text: string;
  readonly line: number;
  readonly sheet?: string | undefined;
  readonly column?: string | undefined;
}

/**
 * @param columns the headers; none in a grid
 * @param sheet its name, if several are read
 */
export function* placedTexts(
  records: Iterable<RawRecord>,
  columns: readonly string[] = [],
  sheet?: string,
): Iterable<PlacedText> {
  for (const { line, cells } of records) {
    for (const [index, text] of cells.entries()) {
      yield { text, line, sheet, column: columns[index] || undefined };
    }
  }
}

/** About cells whose text seems to have been damaged before it was saved in the file. */
export function damagedNotices(
  cells: () => Iterable<PlacedText>,
  options: DecodeOptions,
): readonly string[] {
  const notices = [misdecodedNotice(cells(), options), replacedNotice(cells(), options.file)];
  return notices.filter((notice) => notice !== undefined);
}

/** About cells with the character that a program writes for what it could not decode. */
function replacedNotice(cells: Iterable<PlacedText>, file: string): string | undefined {
  let first: PlacedText | undefined;
  let count = 0;
  for (const cell of cells) {
    if (!cell.text.includes('\ufffd')) continue;
    count++;
    first ??= cell;
  }
  if (first === undefined) return undefined;
  const have = `${amount(count, 'cell')} of ${file} ${plural(count, 'has', 'have')}`;
  const fix = 'export it again from the original, or correct the cells';
  return [
    `Warning: ${have} the character \ufffd (U+FFFD) instead of another, used as in the file.`,
    `The first is in ${placeOf(first)}.`,
    `The file was saved after a wrong decoding: ${fix}.`,
  ].join(' ');
}

/** About cells that have UTF-8 text in another encoding; undefined if there are none. */
function misdecodedNotice(
  cells: Iterable<PlacedText>,
  { file, encoding }: DecodeOptions,
): string | undefined {
  let first: (PlacedText & Misdecoded) | undefined;
  let count = 0;
  let examined = 0;
  for (const cell of cells) {
    if (!isSuspicious(cell.text)) continue;
    examined += cell.text.length;
    if (examined > examinedCharacters) break;
    const misdecoded = findMisdecoded(cell.text);
    if (misdecoded === undefined) continue;
    count++;
    first ??= { ...cell, ...misdecoded };
  }
  if (first === undefined) return undefined;
  const seem = `${amount(count, 'cell')} of ${file} ${plural(count, 'seems', 'seem')}`;
  const fix =
    encoding === undefined
      ? 'Export the file again as UTF-8, or correct the cells'
      : `If the file is UTF-8, remove --encoding ${encoding}`;
  return [
    `Warning: ${seem} to be UTF-8 text that was decoded as ${first.encoding}, used as in the file.`,
    `The first is in ${placeOf(first)}: ${quoted(first.given)} is ${quoted(first.meant)} in UTF-8.`,
    `${fix}.`,
  ].join(' ');
}

/** Of the texts that may be such ones. */
const examinedCharacters = 2_000_000;

/**
 * About cells whose entities are replaced; undefined if there are none.
 * @param read replaces the entities of a cell
 */
export function entitiesNotice(
  cells: Iterable<PlacedText>,
  file: string,
  read = withoutEntities,
): string | undefined {
  let first: PlacedText | undefined;
  let count = 0;
  for (const cell of cells) {
    if (read(cell.text) === cell.text) continue;
    count++;
    first ??= cell;
  }
  if (first === undefined) return undefined;
  const entities = first.text.match(/&#?\w+;/g) ?? [];
  const text = entities.find((entity) => read(entity) !== entity) ?? '';
  const which = `${amount(count, 'cell')} of ${file} ${plural(count, 'has', 'have')} HTML entities`;
  const change = `${quoted(text)} is read as ${quoted(read(text))}`;
  return `Note: ${which}. The first is in ${placeOf(first)}: ${change}.`;
}

/** `sheet "Friday", line 2, column "Name"` */
function placeOf({ sheet, line, column }: PlacedText): string {
  const parts = [
    sheet === undefined ? '' : `sheet ${JSON.stringify(sheet)}`,
    `line ${line}`,
    column === undefined ? '' : `column ${JSON.stringify(column)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
