// Decides what commas mean between the names of a cell, and of a column. Must not know rows. Pure.
import { unescapeHtml } from '../contract/escape.ts';
import { elementsIn } from './elements.ts';
import { isEastAsian } from './name.ts';
import { longestCell, namesIn, type Segment, type Side, segmentsIn } from './piece.ts';

/**
 * - `people`: `Ann Muster, Bo Beispiel`
 * - `parts`: `Muster, Ann`
 * - `affiliation`: `Ann Muster, ACME`; only `--names` says so
 * - `unclear`: the cells of the column do not agree
 */
export type Comma = 'people' | 'parts' | 'affiliation' | 'unclear';

/** How the names of a column are written. */
export interface NameForm {
  /** Decided by the cell alone, if undefined. */
  readonly comma?: Comma | undefined;
  /** The column is decided by most of its cells: one that shows another meaning is a doubt. */
  readonly hasOddCells?: boolean | undefined;
  /** Of names without a comma; they begin with the given name, if undefined. */
  readonly order?: 'family_first' | undefined;
}

/**
 * One meaning is that of the column if this many cells show it for each cell that shows another.
 */
const clearMajority = 10;

/** What commas mean in the cells of a column; undefined if nothing has two words or a comma. */
export function commaIn(cells: readonly string[]): NameForm {
  const counts = { people: 0, parts: 0, first: 0, second: 0, within: 0, unclear: 0 };
  let total = 0;
  for (const cell of cells) {
    const shown = shownIn(cell);
    if (shown === undefined) continue;
    counts[shown]++;
    total++;
  }
  if (total === 0) return { comma: undefined };
  const { people, parts, first, second, within } = counts;
  const agreeing = {
    // Where semicolons separate people, commas do not.
    people: within > 0 ? 0 : people,
    parts: parts + first + (parts > 0 ? second : 0),
  };
  for (const comma of ['people', 'parts'] as const) {
    const others = total - agreeing[comma];
    if (others === 0) return { comma };
    if (agreeing[comma] >= clearMajority * others) return { comma, hasOddCells: true };
  }
  return { comma: 'unclear' };
}

/** What commas mean in a cell alone. */
export function ownComma(segments: readonly Segment[]): Comma | undefined {
  const shown = shownBy(segments);
  return shown && meaningOf[shown];
}

/** Whether a cell shows another meaning than its column. */
export function isOddCell(segments: readonly Segment[], comma: Comma | undefined): boolean {
  const shown = shownBy(segments);
  if (shown === undefined) return false;
  return comma === 'parts' ? ['people', 'within', 'unclear'].includes(shown) : shown !== 'people';
}

/** Whether semicolons separate the people of a cell, and each of them has one comma. */
export function isWithinPeople(cell: string): boolean {
  return shownIn(cell) === 'within';
}

/**
 * What the commas of a cell show:
 * - `people`: each name has two or more words, or there is no comma
 * - `parts`: one word on both sides of a comma
 * - `first` and `second`: only that side is a single word. `Felix, Gia Lund` may be `Last, First`;
 *   `Ann Muster, Bo` only beside `Muster, Ann`
 * - `within`: semicolons separate people, so that the comma of each person does not
 */
type Shown = 'people' | 'parts' | 'first' | 'second' | 'within' | 'unclear';

/** Of a cell alone. */
const meaningOf: Readonly<Record<Shown, Comma>> = {
  people: 'people',
  parts: 'parts',
  first: 'parts',
  second: 'unclear',
  within: 'unclear',
  unclear: 'unclear',
};

function shownIn(cell: string): Shown | undefined {
  if (cell.length > longestCell || elementsIn(cell) !== undefined) return undefined;
  return shownBy(segmentsIn(unescapeHtml(cell), false));
}

function shownBy(segments: readonly Segment[]): Shown | undefined {
  const sides = segments.flatMap((segment) => segment.sides);
  const shown = new Set(sides.map(shownInSide));
  const has = (...all: readonly Shown[]) => all.some((part) => shown.has(part));
  const mayBeOther = has('people') || sides.some(hasOtherText);
  if (mayBeOther && segments.length > 1 && segments.every(hasOneComma)) return 'within';
  if (has('unclear') || (has('people') && has('parts', 'first', 'second'))) return 'unclear';
  return (['parts', 'second', 'first', 'people'] as const).find((part) => has(part));
}

function hasOneComma({ role, sides }: Segment): boolean {
  const [side = [], other] = sides;
  return role === undefined && other === undefined && namesIn(side).length === 2;
}

/** `Ida Moen, Uni North` */
function hasOtherText(side: Side): boolean {
  const named = namesIn(side);
  return named.length > 1 && named.some(({ isOther }) => isOther);
}

function shownInSide(side: Side): Shown | undefined {
  const named = namesIn(side);
  const [first, second] = named;
  if (first === undefined || hasOtherText(side)) return undefined;
  if (named.every(({ size }) => size > 1)) return 'people';
  if (second === undefined) return undefined;
  if (named.length > 2) return 'unclear';
  const [word = ''] = first.words;
  if (isEastAsian([word])) return word.length === 1 ? 'parts' : 'unclear';
  if (first.size > 1) return 'second';
  return second.size > 1 ? 'first' : 'parts';
}
