// Recognizes letters that a program has saved as "?", because the encoding of the file lacks them
// (`Y?lmaz`). It never changes a text. Pure.
import type { Body } from '../changes/change.ts';
import { quoteCell } from '../columns/quote.ts';
import type { Fault } from './record-faults.ts';

/** A title may have a question mark at the end of a word: `What? A talk`. */
const inName = /[\p{L}\p{M}]\?|\?\p{L}/u;
const inTitle = /[\p{L}\p{M}]\?\p{L}/u;

const nameFields = /(^|_)(first|last)_name$/;

/** A warning for the name of the person of a record, and for its title. */
export function lostLetters(body: Body): readonly Fault[] {
  const fields = Object.keys(body);
  const ofName = fields.filter((field) => nameFields.test(field));
  const name = ofName.map((field) => body[field]).join(' ');
  const warnings: Fault[] = [];
  if (inName.test(name)) {
    const field = ofName.find((part) => inName.test(body[part] ?? '')) ?? ofName[0];
    warnings.push(lostLetter(field, name));
  }
  if (inTitle.test(body.title ?? '')) warnings.push(lostLetter('title', body.title ?? ''));
  return warnings;
}

function lostLetter(field: string | undefined, text: string): Fault {
  const message =
    `${quoteCell(text)} seems to have "?" for a letter that was lost when the file was saved, ` +
    'and is used as it is; save the file again with all letters, or correct the cell';
  return { field, code: 'lost_letter', message };
}
