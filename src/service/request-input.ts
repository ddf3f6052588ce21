// Turns what a request carries into what a handler is given, or into the list of its faults.
import type { Endpoint } from '../contract/endpoint.ts';
import { errorAt, faults, type ValidationError, validate } from '../contract/validation-error.ts';
import { outOfBounds } from './bounds.ts';
import { invalid } from './refusal.ts';
import { unstorable } from './storable.ts';

export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** The same, checked and with defaults filled in; what it holds is what the endpoint's own schemas say. */
export interface CheckedInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Checks a request against its row and against the service's own bounds.
 * @throws Refusal 422 with every fault
 */
export function readInput(endpoint: Endpoint, raw: RawInput): CheckedInput {
  const errors: ValidationError[] = [...unstorable(raw.path, 'path')];
  const query = read('query');
  const body = read('body');
  if (errors.length > 0) throw invalid(errors);
  return { path: raw.path, query, body };

  function read(place: 'query' | 'body'): Record<string, unknown> | undefined {
    const schema = endpoint[place];
    if (schema === undefined) return undefined;
    const value = raw[place];
    if (value === undefined || value === null) {
      errors.push(errorAt([place], faults.missing(), null));
      return undefined;
    }
    const result = validate(schema, value, place);
    errors.push(
      ...(result.ok ? unstorable(result.value, place) : result.errors),
      ...outOfBounds(endpoint, value, place),
    );
    return result.ok ? result.value : undefined;
  }
}
