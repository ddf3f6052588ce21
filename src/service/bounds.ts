// Owns this service's own bounds, for fields whose bounds the specification does not define.
import type { Endpoint } from '../contract/endpoint.ts';
import type { Bounds } from '../contract/openapi.ts';
import { isLongerThan, readInteger } from '../contract/text.ts';
import { errorAt, type Fault, faults, type RequestPart, type ValidationError } from '../contract/validation-error.ts';

/** The bounds on an endpoint's fields, by name. */
export function boundsOf({ returns, resource }: Endpoint): Readonly<Record<string, Bounds>> {
  if (returns === 'page') return { page: { minimum: 1, maximum: largestPage }, pageSize: { minimum: 1, maximum: 100 } };
  return resource === 'submissions' ? { status: { maxLength: 32 } } : {};
}

// JSON.parse would round much larger numbers, and the 32-bit integers of generated clients end here.
const largestPage = 2 ** 31 - 1;

/** The fields of a body or query that exceed the bounds. `value` is what was sent, which may have other faults too. */
export function outOfBounds(endpoint: Endpoint, value: unknown, place: RequestPart): readonly ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  const values = value as Readonly<Record<string, unknown>>;
  return Object.entries(boundsOf(endpoint)).flatMap(([name, bounds]) => {
    const fault = faultOf(values[name], bounds);
    return fault === undefined ? [] : [errorAt([place, name], fault, values[name])];
  });
}

// A value that is no number has another fault already.
function faultOf(value: unknown, { minimum, maximum, maxLength }: Bounds): Fault | undefined {
  if (maxLength !== undefined) {
    return typeof value === 'string' && isLongerThan(value, maxLength) ? faults.tooLong(maxLength) : undefined;
  }
  const number = readInteger(value);
  if (typeof number !== 'number') return undefined;
  if (minimum !== undefined && number < minimum) return faults.atLeast(minimum);
  return maximum !== undefined && number > maximum ? faults.atMost(maximum) : undefined;
}
