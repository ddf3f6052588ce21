// Separates the people in the cells of a row: by the structure of the file. Pure.
import type { Row } from '../files/table.ts';
import { elementsCell, elementsIn, plainCell } from './elements.ts';
import type { Mapping } from './mapping.ts';

/** The fields of people that a list may fill. */
const targets = new Set(['name', 'speakers', 'submitter_first_name', 'submitter_last_name']);

/** The row with the people of its file, as its structure separates them. */
export function withPeople<Given extends Row>(row: Given, { mapped }: Mapping): Given {
  const { elements } = row;
  if (elements === undefined) return row;
  const cells = [...row.cells];
  for (const { target, index } of mapped) {
    const own = elements.get(index);
    if (own !== undefined && targets.has(target)) cells[index] = elementsCell(own);
  }
  return { ...row, cells, elements: undefined };
}

/** The row as it was in its file, before `withPeople`: its cells as people read them, and the elements beside them. */
export function withoutMarks<Given extends Row>(row: Given): Given {
  const elements = new Map(row.elements);
  row.cells.forEach((cell, index) => {
    const own = elementsIn(cell);
    if (own !== undefined) elements.set(index, own);
  });
  return elements.size === 0 ? row : { ...row, cells: row.cells.map(plainCell), elements };
}
