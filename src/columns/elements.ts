// Owns the cells that hold people as a structured file has them: each element names one person, as it is. Must not know names.
import type { Row } from '../files/table.ts';

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

/** Of a mapping. */
interface Mapped {
  readonly mapped: readonly { readonly target: string; readonly index: number }[];
}

/** The fields of people that a list may fill. */
const targets = new Set(['name', 'speakers', 'submitter_first_name', 'submitter_last_name']);

/** The row with the people of its file, as its structure separates them. */
export function withPeople<Given extends Row>(row: Given, { mapped }: Mapped): Given {
  const { elements } = row;
  if (elements === undefined) return row;
  const cells = [...row.cells];
  for (const { target, index } of mapped) {
    const own = elements.get(index);
    if (own !== undefined && targets.has(target)) cells[index] = elementsCell(own);
  }
  return { ...row, cells, elements: undefined };
}
