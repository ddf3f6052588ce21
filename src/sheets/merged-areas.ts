// Finds the areas of merged cells that each line of a sheet is in. Must not know the values of cells.
import type { MergedArea } from './table.ts';
import { tooLarge } from './too-large.ts';

const maxAreas = 200_000;

/** @throws {InvalidInputError} for more areas than a sheet that people made can have */
export function addArea(areas: MergedArea[], area: MergedArea, file: string): void {
  if (areas.length === maxAreas)
    throw tooLarge(file, 'a spreadsheet', { message: 'it has more than 200,000 areas of merged cells' });
  areas.push(area);
}

/**
 * The areas of a line, from left to right; to be called with growing lines. Each area is looked at only near its lines.
 * Areas do not overlap; of those that do, the left one counts.
 * @param areas sorted by their first line; may grow meanwhile, by areas that begin in later lines
 */
export function areasByLine(areas: readonly MergedArea[]): (line: number) => readonly MergedArea[] {
  let next = 0;
  let open: readonly MergedArea[] = [];
  let firstEnd = Number.POSITIVE_INFINITY;
  return (line) => {
    const begun: MergedArea[] = [];
    for (let area = areas[next]; area !== undefined && area.lines[0] <= line; area = areas[++next]) begun.push(area);
    if (begun.length === 0 && line <= firstEnd) return open;
    const all = [...open, ...begun].filter(({ lines }) => lines[1] >= line);
    open = withoutOverlaps(all.sort((a, b) => a.cells[0] - b.cells[0] || a.lines[0] - b.lines[0]));
    firstEnd = open.reduce((least, { lines }) => Math.min(least, lines[1]), Number.POSITIVE_INFINITY);
    return open;
  };
}

/** @param areas from left to right */
function withoutOverlaps(areas: readonly MergedArea[]): readonly MergedArea[] {
  let end = -1;
  return areas.filter(({ cells: [first, last] }) => {
    if (first <= end) return false;
    end = last;
    return true;
  });
}
