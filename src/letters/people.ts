// Reads a list of people: whom each row is about, by an address and perhaps an id, and which rows
// are about one person. Must not know templates.

import { hash } from 'node:crypto';
import { cellText, formulaFault } from '../columns/cell.ts';
import { lettersOf } from '../columns/fold.ts';
import type { Mapping } from '../columns/mapping.ts';
import { isOwnOutput } from '../columns/own-output.ts';
import { type CellFault, readTable, type TableRow } from '../columns/read-table.ts';
import type { TableSpec } from '../columns/table-spec.ts';
import { isNamed } from '../columns/template.ts';
import { foldKey } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import type { InputFault } from '../errors.ts';
import type { Sheet } from '../files/table.ts';
import { mailAddressFault } from './mail-address.ts';
import type { LetterRow } from './template.ts';

const listFields = { email: { person: 'email', role: 'speaker', required: true } } as const;

/** A list of people, as far as it is the same for every template. */
export const listTable: TableSpec<typeof listFields> = { kind: 'speakers', fields: listFields };

export interface Addressee {
  readonly email: string;
  /** The speaker's id, if the list has it, and a hash of the address. The first one is used. */
  readonly keys: readonly string[];
  readonly hasId: boolean;
  readonly rows: readonly LetterRow[];
}

export interface PeopleList {
  readonly people: readonly Addressee[];
  /** Where the ids of speakers are, or would be. */
  readonly idColumn: string;
  readonly faults: readonly InputFault[];
}

/** @param mapping of the columns to the fields of `listTable` */
export function readPeopleList(sheet: Sheet, mapping: Mapping): PeopleList {
  const columns = columnsOf(sheet, mapping);
  const faults: InputFault[] = [];
  const people = new Map<string, Row[]>();
  const firstById = new Map<string, Row>();
  /** The first row of a person that has an id, by its key. */
  const firstWithId = new Map<string, Row>();
  for (const tableRow of readTable({ spec: listTable, mapping, sheet }).rows()) {
    const { line } = tableRow;
    const report = (fault: CellFault) => faults.push({ file: sheet.file, line, ...fault });
    for (const fault of tableRow.faults) report(fault);
    if (tableRow.faults.length > 0) continue;
    const row = readRow(tableRow, columns, report);
    const rows = people.get(row.key);
    if (rows === undefined) people.set(row.key, [row]);
    else rows.push(row);
    if (row.id === '') continue;
    const sameId = firstById.get(row.id) ?? row;
    firstById.set(row.id, sameId);
    const samePerson = firstWithId.get(row.key) ?? row;
    firstWithId.set(row.key, samePerson);
    if (sameId.key !== row.key) {
      const message = `line ${sameId.line} has another address for the same id`;
      report({ column: columns.address, code: 'other_address', message });
    } else if (samePerson.id !== row.id) {
      const message = `line ${samePerson.line} has another id for the same address`;
      report({ column: columns.id, code: 'other_id', message });
    }
  }
  return {
    people: Array.from(people.values(), addressee),
    idColumn: columns.id,
    faults,
  };
}

interface Row extends LetterRow {
  /** The same in each row of a person. */
  readonly key: string;
  /** Empty if the row has none that can be used: its other cells are checked as well. */
  readonly email: string;
  /** Empty if the list has none. */
  readonly id: string;
}

/**
 * The columns that say whom a row is about, by their names, and the names of all columns. `id` is
 * that of a speaker only beside `email`: in a list of submissions, each talk of a person has
 * another one.
 */
function columnsOf({ columns: names }: Sheet, { mapped }: Mapping) {
  const address = mapped.find(({ target }) => target === 'email')?.column ?? '';
  const speakerId = names.find((column) => lettersOf(column) === 'speakerid');
  const hasPlainId = address === 'email' && names.includes('id');
  return { names, address, id: speakerId ?? (hasPlainId ? 'id' : 'speaker_id') };
}

function readRow(
  tableRow: TableRow,
  { names, address, id }: ReturnType<typeof columnsOf>,
  report: (fault: CellFault) => void,
): Row {
  const { line, cells } = tableRow;
  const email = addressOf(tableRow, address, report);
  const key = email === '' ? `line ${line}` : foldKey(email);
  const ownId = idIn(cells[names.indexOf(id)] ?? '');
  return { line, key, email, id: ownId, valueOf: valuesOf(names, cells) };
}

function addressee(rows: readonly Row[]): Addressee {
  const [first] = rows;
  const id = rows.find((row) => row.id !== '')?.id;
  const addressHash = `sha256:${hash('sha256', first?.key ?? '')}`;
  const keys = id === undefined ? [addressHash] : [id, addressHash];
  return { email: first?.email ?? '', keys, hasId: id !== undefined, rows };
}

/** A name or an address is no id: it must not be in the ledger. */
function idIn(cell: string): string {
  const id = cell.trim();
  return /[\s@]/.test(id) ? '' : id;
}

/** The one address of a row; empty with a fault. */
function addressOf(
  { people }: TableRow,
  column: string,
  report: (fault: CellFault) => void,
): string {
  const fault = (code: string, message: string) => {
    report({ column, code, message });
    return '';
  };
  const { people: named = [], problems = [] } = people.speaker ?? {};
  const [email, another] = named.map((person) => person.email ?? '');
  const [problem] = problems;
  if (email === undefined || email === '') return fault('no_address', 'the address is missing');
  if (another !== undefined) return fault('several_addresses', 'several addresses in one cell');
  if (isMasked('email', email)) {
    return fault('masked_address', 'the address is masked, as for a token that may not see it');
  }
  if (problem !== undefined) return fault(problem.code, problem.message);
  const unsendable = mailAddressFault(email);
  return unsendable === undefined ? email : fault('unsendable_address', unsendable);
}

function valuesOf(columns: readonly string[], cells: readonly string[]): LetterRow['valueOf'] {
  const isGuarded = isOwnOutput(columns);
  return (name) => {
    const index = columns.findIndex((column) => isNamed(name, column));
    const value = cellText({ index, isGuarded }, cells);
    const fault = formulaFault(value);
    return fault === undefined ? { value } : { fault };
  };
}
