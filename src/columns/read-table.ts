// Reads the rows of a table as its spec declares them: each cell once, as a value, a part of the
// row's slot, or one of its people. Must not know what rows are for.
import type { InputFault } from '../errors.ts';
import type { Row, Sheet } from '../files/table.ts';
import { sampleCells } from '../files/table-rows.ts';
import { cellText, formulaFault } from './cell.ts';
import type { TimeOptions } from './dates/time-reading.ts';
import type { Kind } from './kinds.ts';
import type { MappedColumn, Mapping, MappingOptions } from './mapping.ts';
import type { PersonCell, PersonCells } from './person-cell.ts';
import { mergePeople, type RowPeople, readRowPeople } from './row-people.ts';
import { type RowTime, type SlotFault, slotColumns } from './slot.ts';
import {
  type FieldSpec,
  type FieldSpecs,
  fieldsOfTable,
  type PersonPart,
  type Role,
  type SlotPart,
  type TableSpec,
  type ValuesOf,
} from './table-spec.ts';

/** What is wrong with a cell, or with a row. */
export type CellFault = Pick<InputFault, 'column' | 'field' | 'code' | 'message'>;

/** A row as it was read. */
export interface TableRow<Fields extends FieldSpecs = FieldSpecs> {
  /** The number of the record, from 1; the header is not counted. */
  readonly row: number;
  readonly line: number;
  /** As they are in the file. */
  readonly cells: readonly string[];
  readonly values: ValuesOf<Fields>;
  /** The values of columns that are about one of several numbered people: `Speaker 2 Company`. */
  readonly numbered?: ReadonlyMap<number, ValuesOf<Fields>> | undefined;
  readonly slot: RowTime;
  /** By their role; none whose cells the table does not have. */
  readonly people: Readonly<Partial<Record<Role, RowPeople>>>;
  readonly faults: readonly CellFault[];
}

/** A table whose columns are known. */
export interface MappedTable<Fields extends FieldSpecs = FieldSpecs> {
  readonly spec: TableSpec<Fields>;
  readonly mapping: Mapping;
  readonly sheet: Pick<Sheet, 'rows'>;
}

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

/** What the mapping of a sheet's columns starts from. */
export function mappingTerms(
  sheet: Sheet,
  spec: TableSpec,
): Omit<MappingOptions, 'map' | 'mustRename'> {
  const { file, columns, headerLine, rows, hasNamedCells } = sheet;
  const { kind, requirements } = spec;
  return {
    file,
    columns,
    headerLine,
    rows,
    hasNamedCells,
    sample: sampleCells(rows),
    kind,
    requirements,
    fields: fieldsOfTable(spec),
  };
}

export interface RowOptions {
  readonly time?: TimeOptions;
  /** Whether several people with addresses need names, because each becomes a record. */
  readonly needsNames?: boolean;
}

/** The rows of a table that are not blank, one by one, and what their times have in common. */
export function readTable<Fields extends FieldSpecs>(
  { spec, mapping, sheet }: MappedTable<Fields>,
  { time = noTime, needsNames = false }: RowOptions = {},
) {
  const columns = columnsOf(spec, mapping);
  const cellsOf = (column: MappedColumn) => sheet.rows.map(({ cells }) => cellText(column, cells));
  const slots = slotColumns(columns.slot, cellsOf, time);
  const read = (row: Row): TableRow<Fields> => {
    if (row.fault !== undefined) return malformedRow(row, row.fault);
    const faults: CellFault[] = [];
    const texts = new Map(mapping.mapped.map((column) => [column, textOf(column, row, faults)]));
    const slotText = (part: SlotPart) => lookUp(texts, columns.slot.get(part));
    const addSlotFault = ({ part, code, message }: SlotFault) => {
      faults.push({ ...nameOf(columns.slot.get(part), part), code, message });
    };
    const reading: ValueReading = { texts, time, faults };
    const values = readValues(columns.values, reading) as ValuesOf<Fields>;
    const read = {
      row: row.row,
      line: row.line,
      cells: row.cells,
      values,
      numbered: readNumbered<Fields>(columns.numbered, reading),
      slot: slots.read(slotText, addSlotFault),
      people: readPeopleOf(columns.people, { row, texts, needsNames }),
    };
    return { ...read, faults: spec.isUnused?.(values) ? [] : faults };
  };
  function* rows(): IterableIterator<TableRow<Fields>> {
    for (const row of sheet.rows) if (row.cells.some(isFilled)) yield read(row);
  }
  return { rows, isDateless: slots.isDateless };
}

const noTime: TimeOptions = { timeZone: undefined };

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

function malformedRow<Fields extends FieldSpecs>(
  { row, line, cells }: Row,
  message: string,
): TableRow<Fields> {
  return {
    row,
    line,
    cells,
    values: {} as ValuesOf<Fields>,
    slot: {},
    people: {},
    faults: [{ code: malformed, message }],
  };
}

/** The columns of a table by what their cells are. */
interface Columns {
  readonly values: readonly { readonly column: MappedColumn; readonly kind: Kind<unknown> }[];
  /** By the number of their person. */
  readonly numbered: ReadonlyMap<number, Columns['values']>;
  readonly slot: ReadonlyMap<SlotPart, MappedColumn>;
  readonly people: readonly PersonColumns[];
}

/** The columns that name the same people. */
interface PersonColumns {
  readonly role: Role;
  /** Which one, of several numbered people; the first, if undefined. */
  readonly number: number | undefined;
  readonly parts: Map<PersonPart, MappedColumn>;
}

function columnsOf({ fields }: TableSpec, { mapped }: Mapping): Columns {
  const values: Columns['values'][number][] = [];
  const numbered = new Map<number, typeof values>();
  const slot = new Map<SlotPart, MappedColumn>();
  const people: PersonColumns[] = [];
  for (const column of mapped) {
    const field = fields[column.target];
    if (field === undefined) continue;
    if ('kind' in field) {
      const { person } = column;
      const ofPerson = person === undefined ? values : (numbered.get(person) ?? []);
      ofPerson.push({ column, kind: field.kind });
      if (person !== undefined) numbered.set(person, ofPerson);
    } else if ('slot' in field) slot.set(field.slot, column);
    else addPersonColumn(people, field, column);
  }
  return { values, numbered, slot, people };
}

function lookUp(texts: Texts, column: MappedColumn | undefined): string {
  return (column && texts.get(column)) ?? '';
}

/** By column, the texts of a row; empty for the error of a formula, which is a fault. */
type Texts = ReadonlyMap<MappedColumn, string>;

function textOf(column: MappedColumn, { cells }: Row, faults: CellFault[]): string {
  const text = cellText(column, cells);
  const message = formulaFault(text);
  if (message === undefined) return text;
  faults.push({ ...nameOf(column, column.target), code: 'formula_error', message });
  return '';
}

function nameOf(
  column: MappedColumn | undefined,
  field: string,
): Pick<CellFault, 'column' | 'field'> {
  return column === undefined ? { field } : { column: column.column, field };
}

interface ValueReading {
  readonly texts: Texts;
  readonly time: TimeOptions;
  readonly faults: CellFault[];
}

function readNumbered<Fields extends FieldSpecs>(
  columns: Columns['numbered'],
  reading: ValueReading,
): TableRow<Fields>['numbered'] {
  if (columns.size === 0) return undefined;
  return new Map(
    Array.from(columns, ([person, ofPerson]) => [
      person,
      readValues(ofPerson, reading) as ValuesOf<Fields>,
    ]),
  );
}

function readValues(
  columns: Columns['values'],
  { texts, time, faults }: ValueReading,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { column, kind } of columns) {
    const text = lookUp(texts, column);
    if (text === '') continue;
    const { value, fault } = kind.read(text, time);
    if (value !== undefined) values[column.target] = value;
    if (fault !== undefined) faults.push({ ...nameOf(column, column.target), ...fault });
  }
  return values;
}

/**
 * Columns without a number are those of the first person. A second column of names is about other
 * people than the first one.
 */
function addPersonColumn(
  people: PersonColumns[],
  { role, person }: Extract<FieldSpec, { readonly person: PersonPart }>,
  column: MappedColumn,
): void {
  const part = column.part === undefined ? person : partOf[column.part];
  const { person: number } = column;
  const group = people.find((other) => {
    const isSame = other.role === role && (other.number ?? 1) === (number ?? 1);
    return isSame && !other.parts.has(part);
  });
  if (group !== undefined) group.parts.set(part, column);
  else people.push({ role, number, parts: new Map([[part, column]]) });
}

/** With the number of their columns, by which other columns are about them. */
function numberedPeople(read: RowPeople, number: number | undefined): RowPeople {
  if (number === undefined) return read;
  return { ...read, people: read.people.map((person) => ({ ...person, number })) };
}

const partOf = { first_name: 'first', last_name: 'last', email: 'email' } as const;

function readPeopleOf(
  groups: readonly PersonColumns[],
  {
    row,
    texts,
    needsNames,
  }: { readonly row: Row; readonly texts: Texts; readonly needsNames: boolean },
): TableRow['people'] {
  const people: Partial<Record<Role, RowPeople>> = {};
  for (const { role, number, parts } of groups) {
    const cells: Partial<Record<PersonPart, PersonCell>> = {};
    for (const [part, column] of parts) {
      const elements = row.elements?.get(column.index);
      cells[part] = { column, text: lookUp(texts, column), elements };
    }
    for (const cellsOfPeople of withOwnNames(cells)) {
      const read = numberedPeople(readRowPeople(cellsOfPeople, needsNames), number);
      const before = people[role];
      people[role] = before === undefined ? read : mergePeople(before, read, needsNames);
    }
  }
  return people;
}

/**
 * Beside a first and a last name, a whole name is that of other people: `Panelists`. The same name
 * is one person later.
 */
function withOwnNames({ name, ...parts }: PersonCells): readonly PersonCells[] {
  const { first, last } = parts;
  const hasParts = first !== undefined && last !== undefined && first.text + last.text !== '';
  if (name === undefined) return [parts];
  return hasParts && name.text !== '' ? [parts, { name }] : [{ name, ...parts }];
}
