// Turns a record of JSON into cells: the rule for values inside values. Must not know the systems
// that write JSON.
import { type Limits, tooLarge } from '../limits.ts';
import type { KeyedRecord } from '../record-table.ts';
import { maxColumns } from '../table.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from './parse.ts';

/**
 * One cell for each member. In order, the first rule that fits applies to a value:
 * - text, number, true, false: as in the file; null: empty
 * - an object with nothing but a `value`: that
 * - an object of translations: the English one, or else the first
 * - an object with a name, or with a first and a last one: the name, with an address as `Name
 *   <address>`; then `submitter.email` has the address
 * - another object: a cell for each of its members, `contact.email`
 * - an array without elements: no cell
 * - questions with answers, or categories with items: a cell for each, named like the question or
 *   the category
 * - other arrays: their elements; as JSON if one of them has neither text nor a name. If all are
 *   people with addresses, `speakers.email` has the addresses
 *
 * @throws {InvalidInputError} for a record that is too large to have a cell for each member
 */
export function cellsOf(record: JsonObject, limits: Limits): KeyedRecord['cells'] {
  const cells = new Map<string, string | readonly string[]>();
  /** How often columns of one name occur. */
  const numbers = new Map<string, number>();
  addMembers(record, '');
  return cells;

  function addMembers({ members }: JsonObject, prefix: string): void {
    limits.unpacked(prefix.length * members.size);
    for (const [name, value] of members) addValue(`${prefix}${name.trim()}`, value);
  }

  function addValue(column: string, wrapped: JsonValue): void {
    const value = unwrapped(wrapped);
    if (isArray(value)) addArray(column, value);
    else if (isObject(value)) {
      const text = textOf(value);
      if (text === undefined && value.members.size > 0) addMembers(value, `${column}.`);
      else {
        add(column, text === undefined ? '' : [text]);
        const email = addressOf(value);
        if (email !== undefined) add(`${column}.email`, email);
      }
    } else add(column, value ?? '');
  }

  function addArray(column: string, elements: readonly JsonValue[]): void {
    if (elements.length === 0) return;
    const values = elements.map(unwrapped);
    const answers = values.map(answerOf);
    if (answers.every((answer) => answer !== undefined)) {
      for (const { question, answer } of answers) addValue(question, answer);
    } else {
      add(column, elementsOf(values) ?? JSON.stringify(values.map(toPlain)));
      const emails = values.map(addressOf);
      if (emails.every((email) => email !== undefined)) add(`${column}.email`, emails.join('; '));
    }
  }

  /** Columns of one name may come from a member and from a question. */
  function add(column: string, text: string | readonly string[]): void {
    let number = numbers.get(column) ?? 1;
    let unique = number === 1 ? column : `${column} (${number})`;
    while (cells.has(unique)) unique = `${column} (${++number})`;
    numbers.set(column, number + 1);
    cells.set(unique, text);
    if (cells.size > maxColumns)
      throw tooLarge(limits.file, `a record has more than ${maxColumns} members`, record.line);
  }
}

/** What `{"value": …}` stands for. */
function unwrapped(value: JsonValue): JsonValue {
  const inner =
    isObject(value) && value.members.size === 1 ? value.members.get('value') : undefined;
  return inner === undefined ? value : unwrapped(inner);
}

/** The text of an object in one language, or its name. */
function textOf(value: JsonObject): string | undefined {
  return translationOf(value) ?? nameOf(value);
}

/** The texts or names of an array; undefined if one of its elements has neither. */
function elementsOf(values: readonly JsonValue[]): readonly string[] | undefined {
  const texts = values.map((value) => {
    if (isArray(value)) return undefined;
    return isObject(value) ? (textOf(value) ?? emailOf(value)) : (value ?? '');
  });
  return texts.includes(undefined) ? undefined : texts.flatMap((text) => text || []);
}

/** The name of a person or a thing; undefined if an object has none. */
export function nameOf(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  const whole = textAt(value, names);
  // Each of these words alone is no name.
  const hasPair = value.members.has('first') && value.members.has('last');
  const first = textAt(value, hasPair ? [...firstNames, 'first'] : firstNames);
  const last = textAt(value, hasPair ? [...lastNames, 'last'] : lastNames);
  const parts = [first, last].filter((part) => part !== undefined);
  const name = whole ?? (parts.length > 0 ? parts.join(' ') : undefined);
  const email = emailOf(value);
  if (name === undefined || email === undefined) return name;
  return `${name} <${email}>`;
}

const names = [
  'full_name',
  'fullName',
  'fullname',
  'full_public_name',
  'public_name',
  'publicName',
  'display_name',
  'displayName',
  'name',
  'title',
  'label',
];
const firstNames = ['first_name', 'firstName', 'firstname', 'given_name', 'givenName'];
const lastNames = ['last_name', 'lastName', 'lastname', 'family_name', 'familyName', 'surname'];

/** The address of a person who has a name. */
function addressOf(value: JsonValue): string | undefined {
  return isObject(value) && nameOf(value) !== undefined ? emailOf(value) : undefined;
}

function emailOf(value: JsonObject): string | undefined {
  return textAt(value, emails);
}

const emails = ['email', 'e-mail', 'mail', 'email_address', 'emailAddress'];

/** The first member of these that has text. */
export function textAt({ members }: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = unwrapped(members.get(key) ?? null);
    const text = isObject(value) ? textOf(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

/**
 * The English text of `{"en": "Security", "de": "Sicherheit"}`, or else the first one; undefined
 * for any other object.
 */
function translationOf({ members }: JsonObject): string | undefined {
  const texts = [...members];
  const isLanguage = ([key, text]: readonly [string, JsonValue]) =>
    /^[a-z]{2}([-_][a-z]{2,8})*$/i.test(key) && (typeof text === 'string' || text === null);
  if (
    !texts.every(isLanguage) ||
    !texts.some(([key]) => languageCodes.has(key.slice(0, 2).toLowerCase()))
  )
    return;
  const filled = texts.flatMap(([key, text]) =>
    typeof text === 'string' && text.trim() !== '' ? [{ key, text }] : [],
  );
  return (filled.find(({ key }) => /^en\b/i.test(key)) ?? filled[0])?.text ?? '';
}

// Without those that are also names of members, such as `id` and `to`.
const languageCodes = new Set([
  ...'en de fr es pt it nl pl cs ja zh ko ru uk sv da nb nn fi el tr ar'.split(' '),
  ...'he fa hu ro bg hr sr sk sl lt lv et ca eu gl vi th'.split(' '),
]);

/** A question or category with what was answered or chosen. */
function answerOf(
  value: JsonValue,
): { readonly question: string; readonly answer: JsonValue } | undefined {
  if (!isObject(value)) return undefined;
  const { members } = value;
  for (const [questionName, answerName] of answerForms) {
    if (!members.has(questionName) || !members.has(answerName)) continue;
    const about = members.get(questionName);
    const question = isObject(about)
      ? textAt(about, ['question', ...names])
      : textAt(value, [questionName]);
    if (question !== undefined) return { question, answer: members.get(answerName) ?? null };
  }
  return undefined;
}

const answerForms = [
  // `{"question": "Company", "answer": "ACME"}`
  ['question', 'answer'],
  ['question', 'answerValue'],
  // Of Sessionize: `{"name": "Track", "categoryItems": [{"name": "Data"}]}` and `{"linkType":
  // "LinkedIn", "url": "https://…"}`
  ['name', 'categoryItems'],
  ['linkType', 'url'],
] as const;

function toPlain(value: JsonValue): unknown {
  if (isArray(value)) return value.map(toPlain);
  return isObject(value)
    ? Object.fromEntries([...value.members].map(([name, member]) => [name, toPlain(member)]))
    : value;
}
