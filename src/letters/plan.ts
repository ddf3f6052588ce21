// Decides which letters are written: whom a list names, what each letter says, and who has it
// already. Pure.
import { isNamed } from '../columns/template.ts';
import { quoted } from '../contract/amount.ts';
import type { InputFault } from '../errors.ts';
import { entriesOf, isHash, type Ledger } from './ledger.ts';
import { type Letter, letterFile, textHash } from './letter.ts';
import type { Addressee, PeopleList } from './people.ts';
import { fillLetter, type LetterTemplate } from './template.ts';

export interface LetterPlan {
  /** Those to write. */
  readonly letters: readonly Letter[];
  /** How many people the list has. */
  readonly people: number;
  /** How many have this letter already. */
  readonly unchanged: number;
  /** How many have it with another text, and get no other one. */
  readonly different: number;
  /** If there are any, nothing is written. */
  readonly faults: readonly InputFault[];
}

export interface PlanTerms {
  readonly template: LetterTemplate;
  /** The name of the template in the ledger. */
  readonly name: string;
  readonly list: PeopleList;
  readonly sheet: { readonly file: string; readonly columns: readonly string[] };
  readonly ledger: Ledger;
  /** Whether a letter with another text is written again. */
  readonly writesChanged: boolean;
}

export function planLetters(terms: PlanTerms): LetterPlan {
  const { template, name, list, sheet, ledger, writesChanged } = terms;
  const entries = entriesOf(ledger, name);
  const knowsIds = [...entries.keys()].some((person) => !isHash(person));
  const faults = [...list.faults];
  const letters: Letter[] = [];
  const counts = { unchanged: 0, different: 0 };
  for (const addressee of list.people) {
    const { subject, text, unfilled } = fillLetter(template, addressee.rows);
    for (const { name: placeholder, row, code, message } of unfilled) {
      const column = sheet.columns.find((header) => isNamed(placeholder, header)) ?? placeholder;
      faults.push({ file: sheet.file, line: row, column, code, message });
    }
    const hash = textHash(subject, text);
    const known = addressee.keys.find((key) => entries.has(key));
    if (known === undefined && knowsIds && !addressee.hasId)
      faults.push(unknownId(addressee, terms));
    const isUnchanged = known !== undefined && entries.get(known)?.text === hash;
    if (isUnchanged) counts.unchanged++;
    else if (known !== undefined && !writesChanged) counts.different++;
    else {
      const person = known ?? addressee.keys[0] ?? '';
      const file = letterFile(name, person);
      const isChanged = known !== undefined;
      letters.push({ file, person, email: addressee.email, subject, text, hash, isChanged });
    }
  }
  const byLine = faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return { letters, people: list.people.length, ...counts, faults: byLine };
}

/** The ledger may know the person by an id, which only the list could show. */
function unknownId({ rows }: Addressee, { sheet, list, name }: PlanTerms): InputFault {
  const message = `no id of a speaker, and the ledger knows by ids who has ${quoted(name)}`;
  const line = rows[0]?.line ?? 0;
  return { file: sheet.file, line, column: list.idColumn, code: 'no_id', message };
}
