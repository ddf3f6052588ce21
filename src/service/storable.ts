// Refuses text that cannot be stored as it was sent, rather than keep something else in silence.
import { errorAt, type Fault, type Place, type ValidationError } from '../contract/validation-error.ts';

/**
 * The faults of the strings among `values`: a NUL character, at which the database would cut the text off (PostgreSQL
 * takes none either), and half a surrogate pair, which has no place in UTF-8.
 */
export function unstorable(values: object, place: Place): readonly ValidationError[] {
  const errors: ValidationError[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' || !rare.test(value) || !suspect.test(value)) continue;
    errors.push(errorAt([place, name], value.includes('\0') ? nul : halfPair, value));
  }
  return errors;
}

// Without `u` a whole pair is found as well, but most texts are passed at once.
const rare = /[\0\ud800-\udfff]/;
const suspect = /[\0\p{Cs}]/u;

const error = 'NUL characters cannot be stored';
const nul: Fault = { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
const halfPair: Fault = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};
