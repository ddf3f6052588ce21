// Chooses a table of a file: the one that the user names, or the first that has cells and the contents that are wanted. Must not know what is in it.
import { InvalidInputError, UsageError } from '../errors.ts';
import type { Contents, OnNotice, Table } from './table.ts';

interface Choice {
  readonly file: string;
  /** The name or the number of a sheet; if undefined, the first visible one with cells. */
  readonly sheet: string | undefined;
  readonly contents: Contents | undefined;
  /** Whether the cells of a line may be the header of what is wanted; a sheet with such a line is preferred. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  readonly hasSheetFlag?: boolean | undefined;
  readonly onNotice: OnNotice;
}

/** @throws {UsageError} if there is no such sheet @throws {InvalidInputError} for a workbook without sheets */
export async function chooseTable(all: readonly Table[], choice: Choice): Promise<Table> {
  const { file, sheet, contents, isHeader, hasSheetFlag, onNotice } = choice;
  if (sheet !== undefined) return namedTable(all, sheet, file);
  const tables = meantFor(contents, all, file);
  const visible = tables.filter(({ isHidden }) => isHidden !== true);
  const [first = tables[0]] = visible;
  if (first === undefined) {
    throw new InvalidInputError(`${file} has no sheets`, {
      fix: 'open it in a spreadsheet program, and save it again',
    });
  }
  if (tables.length === 1) return first;
  const filled = tables.slice(0, examined).filter((table) => table.read().records.length > 0);
  const candidates = visible.filter((table) => filled.includes(table));
  // A workbook may begin with a cover.
  const withHeader = candidates.find((table) =>
    table.read().records.some(({ cells }, at) => at < examinedLines && isHeader?.(cells)),
  );
  const chosen = withHeader ?? candidates[0] ?? first;
  const others = filled.filter((table) => table !== chosen);
  if (others.length > 0) {
    const named = others.map(({ name = '', isHidden }) => `${JSON.stringify(name)}${isHidden ? ' (hidden)' : ''}`);
    const flag = hasSheetFlag ? ' (--sheet selects another)' : '';
    await onNotice(`Reading ${JSON.stringify(chosen.name ?? '')} of ${file}. Not read: ${named.join(', ')}${flag}.`);
  }
  return chosen;
}

/** How many sheets are looked at, and how many lines of each. */
const examined = 100;
const examinedLines = 20;

/** The tables that are meant for what is wanted; else those that may contain anything. @throws {InvalidInputError} if there are none */
export function meantFor(contents: Contents | undefined, tables: readonly Table[], file: string): readonly Table[] {
  const isFor = (each: Contents) => tables.filter(({ holds }) => holds?.includes(each));
  const meant = contents === undefined ? tables : isFor(contents);
  const found = meant.length > 0 ? meant : tables.filter(({ holds }) => holds === undefined);
  if (found.length > 0 || tables.length === 0) return found;
  throw new InvalidInputError(`${file} contains no ${contents}`, {
    details: [{ file, message: `contains ${tables.map(({ name = '' }) => name).join(', ')}` }],
    fix: `choose a file that contains ${contents}`,
  });
}

/** By name, or else by number, from 1. @throws {UsageError} */
export function namedTable(tables: readonly Table[], wanted: string, file: string): Table {
  const named = tables.filter(({ name }) => name !== undefined);
  const found =
    named.find(({ name }) => name === wanted) ??
    named.find(({ name }) => name?.trim().toLowerCase() === wanted.trim().toLowerCase()) ??
    (/^\d{1,4}$/.test(wanted) ? named[Number(wanted) - 1] : undefined);
  if (found !== undefined) return found;
  if (named.length === 0) throw new UsageError(`${file} has no sheets to choose from`, { fix: 'leave out the sheet' });
  throw new UsageError(`${file} has no sheet ${JSON.stringify(wanted)}`, {
    fix: `name one of its sheets: ${named
      .slice(0, examined)
      .map(({ name }) => JSON.stringify(name))
      .join(', ')}`,
  });
}
