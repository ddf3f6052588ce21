// Separates the people in the cells of a row: by the structure of the file, or by what a comma means in their column. Pure.
import type { Row } from '../files/table.ts';
import { elementsCell, elementsIn } from './elements.ts';
import type { Mapping } from './mapping.ts';
import { withSemicolons } from './people-comma.ts';

/** The fields of people that a list may fill. */
const targets = new Set(['name', 'speakers', 'submitter_first_name', 'submitter_last_name']);

/** The row with the people of its file, as its structure or its column separates them. */
export function withPeople<Given extends Row>(row: Given, { mapped }: Mapping): Given {
  const lists = mapped.filter(({ target }) => targets.has(target));
  if (row.elements === undefined && lists.every(({ nameForm }) => nameForm?.comma !== 'people')) return row;
  const cells = [...row.cells];
  for (const { index, nameForm } of lists) {
    const [cell = '', own] = [cells[index], row.elements?.get(index)];
    if (own !== undefined) cells[index] = elementsCell(own);
    else if (nameForm?.comma === 'people' && elementsIn(cell) === undefined) cells[index] = withSemicolons(cell);
  }
  return { ...row, cells, elements: undefined };
}
