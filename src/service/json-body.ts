// Reads a request's body as JSON, or says where it is not.
import { isUtf8 } from 'node:buffer';
import { errorAt, faults } from '../contract/validation-error.ts';
import { jsonFault } from './json-fault.ts';
import { invalid } from './refusal.ts';

/**
 * The value of a body; undefined for an empty one.
 * @throws Refusal 422 `json_invalid`
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw jsonInvalid('invalid UTF-8', 0);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const { error, offset } = jsonFault(text) ?? { error: 'Expecting value', offset: 0 };
    throw jsonInvalid(error, offset);
  }
}

function jsonInvalid(error: string, offset: number) {
  return invalid([errorAt(['body', offset], faults.jsonInvalid(error), {})]);
}
