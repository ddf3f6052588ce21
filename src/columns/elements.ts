// Owns the cells that hold people as a structured file has them: each element names one person, as it is. Must not know names.
import type { Row } from '../sheets/table.ts';
import type { Mapping } from './mapping.ts';

/** Before each element. No text in a file has it. */
const mark = '\u001f';

/** A cell of people, each of whom is named by one text whatever it contains. */
export function elementsCell(elements: readonly string[]): string {
  return elements.map((element) => mark + element.replaceAll(mark, ' ').replace(/\s+/g, ' ').trim()).join('');
}

/** The elements of such a cell; undefined for any other cell. */
export function elementsIn(cell: string): readonly string[] | undefined {
  return cell.startsWith(mark) ? cell.slice(1).split(mark) : undefined;
}

/** A cell as people read it. */
export function plainCell(cell: string): string {
  return elementsIn(cell)?.join('; ') ?? cell;
}

/** The row with the elements of its file in the columns of people. */
export function withElements<Given extends Row>(row: Given, { mapped }: Mapping): Given {
  const { elements } = row;
  if (elements === undefined) return row;
  const cells = [...row.cells];
  for (const { index, target } of mapped) {
    const own = target === 'name' || target === 'speakers' ? elements.get(index) : undefined;
    if (own !== undefined) cells[index] = elementsCell(own);
  }
  return { ...row, cells, elements: undefined };
}
