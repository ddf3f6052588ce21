// Checks a record of the file against the contract, and computes its key. Pure.
import type { Body, RowFault } from '../changes/change-set.ts';
import { type FieldReader, fieldReader, formulaFault } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import { peopleColumns, type RowPeople, readRowPeople } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Row } from '../files/table.ts';
import { type BodyFault, limitChecker, malformed, maskedFaults, type RowRules } from './row-rules.ts';
import type { FindSubmitter } from './submitters.ts';

export type CheckedRow =
  | {
      readonly kind: 'valid';
      readonly body: Body;
      /** What is doubtful in the names, or left out of them, although the row is imported. */
      readonly warnings: readonly RowFault[];
      /** The people whom it names beside a submitter that was found elsewhere; undefined if the row has an address. */
      readonly others: readonly string[] | undefined;
    }
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** Reads the fields of a row: its cells, with the status that a word means, and the submitter that is found elsewhere. */
export function bodyReader(mapping: Mapping, { statusOf }: RowRules, submitterOf?: FindSubmitter): FieldReader {
  const readCells = fieldReader(mapping);
  const read: FieldReader = (cells) => {
    const found = submitterOf?.(cells);
    if (found === undefined || 'fault' in found) return readCells(cells);
    const { submitter_first_name: _, submitter_last_name: __, ...others } = readCells(cells);
    return { ...others, ...found.fields };
  };
  if (statusOf === undefined) return read;
  return (cells) => {
    const body = read(cells);
    const { status } = body;
    // To a word of the user, `n/a`, the error `#N/A` is equal.
    const meant = status === undefined || formulaFault(status) !== undefined ? undefined : statusOf(status);
    return meant === undefined || meant === status ? body : { ...body, status: meant };
  };
}

/** What decides whether a row is valid. */
interface Checks {
  readonly mapping: Mapping;
  readonly endpoint: Endpoint;
  readonly rules: RowRules;
  /** Reads the fields of a row. */
  readonly readBody: FieldReader;
  readonly submitterOf?: FindSubmitter | undefined;
}

/** @returns a function that checks a row */
export function rowChecker({ mapping, endpoint, rules, readBody, submitterOf }: Checks): (row: Row) => CheckedRow {
  const columns = peopleColumns(mapping);
  const limitFaults = limitChecker(endpoint, rules);
  return ({ row, line, cells, fault }) => {
    if (cells.every(isBlank)) return { kind: 'blank' };
    if (fault !== undefined) {
      return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
    }
    const body = readBody(cells);
    const submitter = submitterOf?.(cells);
    const people = submitter === undefined ? readRowPeople(cells, body, columns, rules) : nobody;
    const faults = formulaFaults(body);
    // One fault of a cell is enough.
    const isNew = ({ field }: BodyFault) => faults.every((known) => known.field !== field);
    if (submitter !== undefined && 'fault' in submitter) faults.push(submitter.fault);
    faults.push(...limitFaults(body).filter(isNew));
    faults.push(...people.faults.filter(isNew), ...maskedFaults(endpoint, body));
    if (faults.length > 0) return { kind: 'invalid', faults: located(faults, { row, line }) };
    const others = submitter !== undefined && 'others' in submitter ? submitter.others : undefined;
    return { kind: 'valid', body, warnings: located(people.warnings, { row, line }), others };
  };

  function located(found: readonly BodyFault[], at: Pick<Row, 'row' | 'line'>): readonly RowFault[] {
    return found.map(({ field, ...rest }) => ({ ...at, ...locateField(mapping, field), ...rest }));
  }
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Names that are not imported cannot be wrong. */
const nobody: RowPeople = { faults: [], warnings: [] };

function formulaFaults(body: Body): BodyFault[] {
  const found: BodyFault[] = [];
  for (const field of Object.keys(body)) {
    const message = formulaFault(body[field] ?? '');
    if (message !== undefined) found.push({ field, code: 'formula_error', message });
  }
  return found;
}
