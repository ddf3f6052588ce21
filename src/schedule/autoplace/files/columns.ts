// Finds the columns of the files that only autoplace reads, and the cells of its own columns. Must not know what cells mean.
import { formulaFault, readCell } from '../../../columns/cell.ts';
import type { MappedColumn, Mapping, MappingOptions } from '../../../columns/mapping.ts';
import { isOwnOutput } from '../../../columns/own-output.ts';
import { mostSimilar } from '../../../columns/similarity.ts';
import type { Meaning } from '../../../columns/vocabulary/terms.ts';
import { meaningOf } from '../../../columns/vocabulary.ts';
import { type InputFault, InvalidInputError } from '../../../errors.ts';
import type { Row } from '../../../sheets/table.ts';
import { type OwnColumn, ownColumnOf, similarOwnColumn } from './headers.ts';

/** What a file of autoplace may have, and must have. */
export interface FileColumns {
  /** By target, the meanings of headers that fill it, the most certain first. */
  readonly known: Readonly<Record<string, readonly Meaning[]>>;
  readonly own: readonly OwnColumn[];
  /** Of each of these, at least one. */
  readonly required: readonly (readonly string[])[];
  /** Its sheet of a workbook has at least one of these headers, and none of the `foreign` ones. */
  readonly marks: readonly (Meaning | OwnColumn)[];
  readonly foreign: readonly (Meaning | OwnColumn)[];
}

/** Headers of talks, which no other file of autoplace has. */
export const talkHeaders: readonly Meaning[] = ['title', 'talkTitle', 'talk', 'topic', 'abstract', 'submission'];

/** Whether a line of a workbook may be the header of such a file. */
export function isHeaderOfFile(cells: readonly string[], { known, required, marks, foreign }: FileColumns): boolean {
  const found = new Set<string>(cells.flatMap((cell) => [ownColumnOf(cell) ?? [], meaningOf(cell) ?? []].flat()));
  const fills = (target: string) => found.has(target) || known[target]?.some((meaning) => found.has(meaning)) === true;
  const isFound = (header: string) => found.has(header);
  return required.every((targets) => targets.some(fills)) && marks.some(isFound) && !foreign.some(isFound);
}

/** @throws {InvalidInputError} if a column is missing, or two are as likely */
export function findColumns(
  { file, columns, lines: [line = 1] = [] }: Pick<MappingOptions, 'file' | 'columns' | 'lines'>,
  { known, own, required }: FileColumns,
): Mapping {
  const candidates = columns.flatMap((header, index) => {
    const ownTarget = ownColumnOf(header);
    if (ownTarget !== undefined && own.includes(ownTarget)) return [{ target: ownTarget, index, rank: 0 }];
    const meaning = meaningOf(header);
    return Object.entries(known).flatMap(([target, meanings]) => {
      const rank = meaning === undefined ? -1 : meanings.indexOf(meaning);
      return rank < 0 ? [] : [{ target, index, rank }];
    });
  });
  const best = candidates.filter(({ target, rank }) =>
    candidates.every((other) => other.target !== target || other.rank >= rank),
  );
  refuseTwoColumns(
    best.map(({ target, index }) => ({ target, column: columns[index] ?? '' })),
    { file, line },
  );
  const missing = required.filter((targets) => !best.some(({ target }) => targets.includes(target)));
  if (missing.length > 0) {
    const names = missing.map((targets) => targets.join(' or '));
    throw new InvalidInputError(`${file} has no column for ${names.join(' and ')}`, {
      details: names.map((field) => ({ file, line, field, message: 'required, and no column matches it' })),
      advice: { kind: 'rename_columns', file, fields: missing.flatMap(([target = '']) => target) },
    });
  }
  const isGuarded = isOwnOutput(columns);
  const mapped = best
    .map(({ target, index }): MappedColumn => {
      return { column: columns[index] ?? '', index, target, fields: [target], isGuarded };
    })
    .sort((a, b) => a.index - b.index);
  const isFree = (target: string) => !mapped.some((one) => one.target === target);
  const others = { reason: undefined, refusedFor: undefined, updateOnly: undefined };
  const unmapped = columns.flatMap((column, index) => {
    if (column === '' || mapped.some((one) => one.index === index)) return [];
    const suggestion =
      similarOwnColumn(column, own.filter(isFree)) ?? mostSimilar(column, Object.keys(known).filter(isFree));
    return [{ column, index, suggestion, ...others }];
  });
  return { mapped, unmapped, absent: [] };
}

/** @throws {InvalidInputError} if two columns have one target */
export function refuseTwoColumns(
  mapped: readonly Pick<MappedColumn, 'target' | 'column'>[],
  place: { readonly file: string; readonly line: number },
): void {
  const known = new Map<string, string>();
  for (const { target, column } of mapped) {
    const first = known.get(target);
    known.set(target, column);
    if (first === undefined) continue;
    throw new InvalidInputError(`${place.file} has two columns for ${target}`, {
      details: [{ ...place, column, field: target, message: `means ${target}, like the column "${first}"` }],
      fix: 'rename or remove one of them',
    });
  }
}

/** The columns of a schedule file that only autoplace reads: its headers mean nothing else. */
export function ownColumnsOf({ unmapped }: Mapping, own: readonly OwnColumn[]): readonly MappedColumn[] {
  return unmapped.flatMap(({ column, index }) => {
    const target = ownColumnOf(column);
    if (target === undefined || !own.includes(target)) return [];
    return [{ column, index, target, fields: [target], isGuarded: false }];
  });
}

/** The columns that nothing is read from, with the columns of autoplace that they resemble and that the file lacks. */
export function resemblingOwn({ unmapped }: Mapping, own: readonly OwnColumn[]): readonly ResemblingColumn[] {
  const lacking = own.filter((column) => !unmapped.some((each) => ownColumnOf(each.column) === column));
  return unmapped.flatMap(({ column, index, suggestion }) => {
    const target = suggestion === undefined && ownColumnOf(column) === undefined && similarOwnColumn(column, lacking);
    return target ? [{ column, index, target }] : [];
  });
}

/** A column that is not used, and what its header resembles. */
export interface ResemblingColumn extends Pick<MappedColumn, 'column' | 'index'> {
  readonly target: string;
}

/** The cells of a row by their targets. */
export interface Cells {
  /** Empty if the row or the file has none. */
  text(target: string): string;
  fault(target: string, message: string, code?: string): void;
}

export function cellsOf(
  columns: readonly MappedColumn[],
  { cells }: Row,
  addFault: (fault: InputFault) => void,
): Cells {
  const columnOf = (target: string) => columns.find((column) => column.target === target);
  return {
    text(target) {
      const column = columnOf(target);
      const text = column === undefined ? '' : readCell(column, cells);
      return formulaFault(text) === undefined ? text : '';
    },
    fault(target, message, code) {
      const column = columnOf(target)?.column;
      const place = { field: target, ...(column !== undefined && { column }) };
      addFault({ ...place, ...(code !== undefined && { code }), message });
    },
  };
}
