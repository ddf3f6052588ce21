// The bounds that are this service's own, where the specification sets none.
import type { Endpoint } from '../contract/endpoint.ts';
import { codePointLength } from '../contract/text.ts';
import { errorAt, type Fault, faults, type Place, type ValidationError } from '../contract/validation-error.ts';

const maxPageSize = 100;
const maxStatusLength = 32;

type Values = Readonly<Record<string, unknown>>;

/** The faults of a body or query against our own bounds. `value` is what was sent; other faults are found elsewhere. */
export function outOfBounds(endpoint: Endpoint, value: unknown, place: Place): readonly ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  const values = value as Values;
  if (endpoint.returns === 'page') {
    return [...check('page', values, place, pageFault), ...check('pageSize', values, place, pageSizeFault)];
  }
  if (endpoint.resource === 'submissions') return check('status', values, place, statusFault);
  return [];
}

function check(
  name: string,
  values: Values,
  place: Place,
  faultOf: (value: unknown) => Fault | undefined,
): ValidationError[] {
  const fault = faultOf(values[name]);
  return fault === undefined ? [] : [errorAt([place, name], fault, values[name])];
}

function pageFault(value: unknown): Fault | undefined {
  return isNumeric(value) && Number(value) < 1 ? faults.atLeast(1) : undefined;
}

function pageSizeFault(value: unknown): Fault | undefined {
  return isNumeric(value) && Number(value) > maxPageSize ? faults.atMost(maxPageSize) : pageFault(value);
}

function statusFault(value: unknown): Fault | undefined {
  const isTooLong = typeof value === 'string' && codePointLength(value) > maxStatusLength;
  return isTooLong ? faults.tooLong(maxStatusLength) : undefined;
}

// What the contract takes for an integer; anything else has its own fault already.
function isNumeric(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'string' && /^\s*[+-]?\d+(\.0*)?\s*$/.test(value);
}
