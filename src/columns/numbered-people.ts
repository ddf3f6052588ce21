// Finds the headers that number people: `Speaker 2`, `Author 1 First Name`, `2: Email`. Must not
// know the fields of files.

import { normalForm } from '../contract/normal-form.ts';
import { meaningOf } from './header-meaning.ts';
import { furtherRoles, type Meaning } from './vocabulary/terms.ts';

/** Whose column it is, of several people of one role, from 1, and the header without the number. */
export interface NumberedHeader {
  readonly person: number;
  readonly header: string;
}

/**
 * The numbered headers by their index. A number beside a role, as in `Speaker 2 Email`, is that of
 * a person. Before a header, or without a role, it may be that of a question, or of somebody's
 * second address: it is that of a person if this number has both a name and an address.
 */
export function numberedHeaders(headers: readonly string[]): ReadonlyMap<number, NumberedHeader> {
  const candidates = headers.flatMap((text, index) => candidateOf(text, index) ?? []);
  const alone = candidates.filter(({ hasRole }) => !hasRole);
  const peopleWith = (parts: ReadonlySet<string>) =>
    new Set(alone.flatMap(({ meaning, person }) => (parts.has(partOf(meaning)) ? [person] : [])));
  // `Author 1` beside `Email 1`
  const ofRoles = candidates.flatMap(({ hasRole, person }) => (hasRole ? [person] : []));
  const named = new Set([...peopleWith(names), ...ofRoles]);
  const addressed = peopleWith(addresses);
  const certain = candidates.filter(
    ({ hasRole, person }) => hasRole || (named.has(person) && addressed.has(person)),
  );
  return new Map(certain.map(({ index, person, header }) => [index, { person, header }]));
}

function candidateOf(text: string, index: number) {
  const plain = normalForm(text, 'NFKC');
  if (plain.length > longestNumbered) return undefined;
  const first = atStart.exec(plain)?.groups;
  const { number, before = '', after = '' } = first ?? inside.exec(plain)?.groups ?? {};
  if (number === undefined) return undefined;
  const header = `${before} ${after}`.trim();
  const meaning = meaningOf(header);
  if (meaning === undefined || !isOfPerson(meaning)) return undefined;
  // The header itself says whose column it is, and its number is not the first of it.
  const hasRole = first === undefined && roles.has(meaning.split(' ')[0]);
  return { index, person: Number(number), header, meaning, hasRole };
}

/** A longer text is a question. */
const longestNumbered = 60;

/** `1: First Name`, `(2) Email` */
const atStart = /^\s*[(#]?(?<number>[1-9]\d?)\s*[).:、-]\s*(?<after>\D+)$/u;

/** `Author 1 First Name`, `speaker2_email`, `First Name (1)`, `Email (speaker 2)`, `Speaker #2` */
const inside = /^(?<before>\D*\p{L})[\s_#(-]*(?<number>[1-9]\d?)(?!\d)[\s_):.-]*(?<after>\D*)$/u;

const roles: ReadonlySet<string | undefined> = new Set(['speaker', 'author', ...furtherRoles]);

/** What of a person a header means, whatever the role: of a role alone, the name. */
function partOf(meaning: Meaning): string {
  const [role, ...parts] = meaning.split(' ');
  if (!roles.has(role)) return meaning;
  return parts.length === 0 ? 'name' : parts.join(' ');
}

const names: ReadonlySet<string> = new Set(['name', 'fullName', 'firstName', 'lastName']);
const addresses: ReadonlySet<string> = new Set(['email']);

/** What a person has, in the columns of this person alone. */
const ofPerson: ReadonlySet<string> = new Set([
  ...names,
  ...addresses,
  'company',
  'workplace',
  'jobTitle',
  'role',
  'biography',
  'shortBiography',
  'pronouns',
  'phone',
  'photo',
  'linkedin',
  'twitter',
]);

function isOfPerson(meaning: Meaning): boolean {
  return ofPerson.has(meaning) || roles.has(meaning.split(' ')[0]);
}
