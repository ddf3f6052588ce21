// Owns the cells that hold people as a structured file has them: each element names one person, as
// it is. Must not know names.

/** Before each element. No text in a file has it. */
const mark = '\u001f';

/** A cell of people, each of whom is named by one text whatever it contains. */
export function elementsCell(elements: readonly string[]): string {
  return elements
    .map((element) => mark + element.replaceAll(mark, ' ').replace(/\s+/g, ' ').trim())
    .join('');
}

/** The elements of such a cell; undefined for any other cell. */
export function elementsIn(cell: string): readonly string[] | undefined {
  return cell.startsWith(mark) ? cell.slice(1).split(mark) : undefined;
}

/** A cell as people read it. */
export function plainCell(cell: string): string {
  return elementsIn(cell)?.join('; ') ?? cell;
}
