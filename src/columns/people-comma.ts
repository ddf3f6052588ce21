// Decides what a comma means in a column of people: it separates people, or the last name from the first. Must not know files. Pure.
import { elementsIn } from './elements.ts';
import { divide, isOtherText, isPair, mergeSuffixes, type Piece, segmentsOf, sizeOf } from './people-list.ts';
import { tokenize } from './people-tokens.ts';

/** `people`: `Ann Muster, Bo Beispiel`; `parts`: `Muster, Ann` */
export type Comma = 'people' | 'parts';

/** Cells that have both meanings. */
export interface CommaDoubt {
  /** The place of the first one among the cells. */
  readonly at: number;
  readonly count: number;
  /** The names that it has if the comma separates people, and if it separates the parts of a name. */
  readonly readings: Readonly<Record<Comma, string>>;
}

/** What the cells that have only one meaning show, unless none or some of both do; the doubt is about those that have two. */
export function commaIn(cells: readonly string[]): { readonly comma?: Comma; readonly doubt?: CommaDoubt } {
  const shown = cells.map(commaShown);
  const [isOfPeople, isOfParts] = [shown.includes('people'), shown.includes('parts')];
  const decided = isOfPeople !== isOfParts && { comma: isOfPeople ? ('people' as const) : ('parts' as const) };
  const at = shown.indexOf('either');
  if (at < 0) return { ...decided };
  const cell = cells[at] ?? '';
  const readings = { people: listOf(piecesOf(cell).flat(), cell), parts: partsIn(cell) };
  return { ...decided, doubt: { at, count: shown.filter((each) => each === 'either').length, readings } };
}

/** What a cell shows by itself; undefined if it has no comma between names, or other separators as well. Elements are no text to divide. */
export function commaShown(cell: string): Comma | 'either' | undefined {
  if (!/[,，،;；|\n]/.test(cell) || elementsIn(cell) !== undefined) return undefined;
  const lists = piecesOf(cell);
  const pieces = lists.flat();
  const isOther = (piece: Piece) =>
    piece.some(({ kind }) => kind === 'and' || kind === 'mark' || kind === 'address') || isOtherText(piece);
  if (pieces.length < 2 || pieces.some(isOther)) return undefined;
  const areWhole = pieces.every((piece) => sizeOf(piece) > 1);
  if (lists.every((list) => list.length === 1)) return areWhole ? 'people' : undefined;
  if (lists.length > 1 && lists.every((list) => list.length === 2)) return 'parts';
  if (lists.every((list) => list.length === 2 && isPair(list[0] ?? [], list[1] ?? []))) return 'parts';
  return areWhole || lists.some((list) => list.length > 1 && list.length % 2 === 1) ? 'people' : 'either';
}

/** A cell with semicolons instead of the commas, in a column where these separate people. */
export function withSemicolons(cell: string): string {
  return ['either', 'people'].includes(commaShown(cell) ?? '') ? listOf(piecesOf(cell).flat(), cell) : cell;
}

/** By semicolon or line, the pieces between commas, each with the degrees after it. */
function piecesOf(cell: string): readonly (readonly Piece[])[] {
  return segmentsOf(tokenize(cell))
    .flatMap((segment) => divide(segment, 'line'))
    .map((list) => mergeSuffixes(divide(list, 'comma')).filter((piece) => sizeOf(piece) > 0))
    .filter(({ length }) => length > 0);
}

function listOf(pieces: readonly Piece[], cell: string): string {
  return pieces.map((piece) => cell.slice(piece[0]?.from, piece.at(-1)?.to).trim()).join('; ');
}

function partsIn(cell: string): string {
  const names = piecesOf(cell).map((list) => {
    const [last = '', ...first] = list.map((piece) => listOf([piece], cell));
    return [...first, last].join(' ');
  });
  return names.join('; ');
}
