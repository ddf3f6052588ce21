// Owns the error for a grid in a form that is not read, with the form that is.
import { type FilePlace, filePlaceOf } from '../../changes/file-place.ts';
import { InvalidInputError } from '../../errors.ts';

/** The error for a grid in another form. */
export function formError(file: string, message: string, place?: FilePlace): InvalidInputError {
  return new InvalidInputError(`${file} is a grid that cannot be read`, {
    details: [{ file, ...(place && filePlaceOf(place)), message }],
    fix: [
      'write it in the form of these lines: "2026-05-02,Hall 1,Hall 2"',
      '"9:00-9:45,Rust (Ada Lovelace),Go"',
      '"10:00-10:45,,Zig"; each further day below a line with its date, or in a sheet of that name',
    ].join(' and '),
  });
}
