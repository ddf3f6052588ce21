// Checks a record of the file against the contract, and computes its key. Pure.
import type { Body, RowFault } from '../changes/change-set.ts';
import { type FieldReader, fieldReader, formulaFault, hasGivenAddress } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import { type PeopleFault, peopleColumns, type RowPeople, readRowPeople } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Row } from '../files/table.ts';
import { type BodyFault, limitChecker, malformed, maskedFaults, type RowRules } from './row-rules.ts';

export type CheckedRow =
  | {
      readonly kind: 'valid';
      readonly body: Body;
      /** What is doubtful in the names, or left out of them, although the row is imported. */
      readonly warnings: readonly RowFault[];
    }
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** What was found in a row before its cells are checked. */
interface FoundFaults {
  readonly problems?: readonly PeopleFault[] | undefined;
  readonly warnings?: readonly PeopleFault[] | undefined;
}

/** Reads the fields of a row: its cells, with the status that a word means. */
export function bodyReader(mapping: Mapping, { statusOf }: RowRules): FieldReader {
  const read = fieldReader(mapping);
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
}

/** @returns a function that checks a row, with the faults that were found before it was read */
export function rowChecker({ mapping, endpoint, rules, readBody }: Checks): (row: Row & FoundFaults) => CheckedRow {
  const columns = peopleColumns(mapping);
  const limitFaults = limitChecker(endpoint, rules);
  return ({ row, line, cells, fault, problems = none, warnings: doubts = none }) => {
    if (cells.every(isBlank)) return { kind: 'blank' };
    if (fault !== undefined) {
      return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
    }
    const body = readBody(cells);
    const people = hasGivenAddress(cells, mapping) ? nobody : readRowPeople(cells, body, columns, rules);
    const faults = formulaFaults(body);
    faults.push(...(problems.length > 0 ? problems : limitFaults(body)));
    // One fault of a cell is enough.
    faults.push(...people.faults.filter(({ field }) => faults.every((known) => known.field !== field)));
    faults.push(...maskedFaults(endpoint, body));
    if (faults.length > 0) return { kind: 'invalid', faults: located(faults, { row, line }) };
    return { kind: 'valid', body, warnings: located([...doubts, ...people.warnings], { row, line }) };
  };

  function located(found: readonly BodyFault[], at: Pick<Row, 'row' | 'line'>): readonly RowFault[] {
    return found.map(({ field, ...rest }) => ({ ...at, ...locateField(mapping, field), ...rest }));
  }
}

const none: readonly never[] = [];

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
