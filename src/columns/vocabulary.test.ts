// The vocabulary agrees with the contract, and no language gives a header two meanings.

import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { lettersOf } from './fold.ts';
import { compounds } from './vocabulary/compounds.ts';
import { kinds } from './vocabulary/fields.ts';
import { languages } from './vocabulary/languages.ts';
import { placingWords } from './vocabulary/placing.ts';
import { type Language, type Meaning, terms } from './vocabulary/terms.ts';
import { fieldNames, isKnown, readHeaders } from './vocabulary.ts';

describe.each([
  ['speakers', endpoints.createSpeaker, endpoints.updateSpeaker],
  ['submissions', endpoints.createSubmission, endpoints.updateSubmission],
] as const)('the fields of %s', (kind, creation, update) => {
  const written = new Set([...fieldsOf(creation.body), ...fieldsOf(update.body)].map(({ name }) => name));
  const { fields = {} } = kinds[kind] ?? {};

  it('are those of the creation and the update, the id, and a name to split', () => {
    expect(Object.keys(fields).sort()).toEqual([...written, 'id', 'name'].sort());
  });

  it('have no meaning in common', () => {
    const meanings = Object.values(fields).flat(2);
    expect(meanings).toHaveLength(new Set(meanings).size);
  });
});

describe('a header', () => {
  const entries = Object.entries(languages).flatMap(([code, language]) =>
    terms.flatMap((term) =>
      language[term]
        .split(/[|\n]/)
        .map((header) => ({ language: code, term, header: lettersOf(header) }))
        .filter(({ header }) => header !== ''),
    ),
  );

  it('is listed once in a language', () => {
    const all = entries.map(({ language, header }) => `${language} ${header}`);
    expect(all.filter((entry, at) => all.indexOf(entry) !== at)).toEqual([]);
  });

  it('means the same in all languages that have it', () => {
    const meant = new Map(entries.map(({ header, term }) => [header, term]));
    expect(entries.filter(({ header, term }) => meant.get(header) !== term)).toEqual([]);
  });
});

/** The fields that almost every file has, with what their names mean in a file of this kind. */
const usual = {
  speakers: ['email', 'name', 'first_name', 'last_name', 'company_name', 'title', 'about'],
  submissions: [
    ...['submitter_email', 'name', 'submitter_first_name', 'submitter_last_name'],
    ...['title', 'abstract', 'track_id', 'format_id'],
  ],
  sessions: ['title', 'room', 'start', 'date', 'time', 'end', 'duration', 'speakers', 'track', 'format'],
} as const;

describe.each(Object.entries(languages))('the language %s', (_, language) => {
  const names = namesIn(language);
  it.each(Object.entries(usual).flatMap(([kind, fields]) => fields.map((field) => [kind, field] as const)))(
    'has at least 8 names in a file of %s for %s',
    (kind, field) => {
      const meanings = (kinds[kind]?.fields[field] ?? []).flat();
      expect(new Set(meanings.flatMap((meaning) => names.get(meaning) ?? [])).size).toBeGreaterThanOrEqual(8);
    },
  );
});

describe('a column that only autoplace reads', () => {
  const kindsOfPlacing = ['talks', 'rooms', 'people'] as const;
  const targetsOf = (header: string) =>
    kindsOfPlacing.flatMap((kind) => {
      const [known] = readHeaders([header], kind);
      return known === undefined || known === 'unclear' ? [] : `${kind} ${known.target}`;
    });

  it.each(Object.entries(placingWords))(
    '%s is found by each of its words, in the files that have it',
    (field, words) => {
      const kind = kindsOfPlacing.find((one) => fieldNames(one).includes(field));
      for (const word of words.split(/[|\n]/)) expect([word, targetsOf(word)]).toEqual([word, [`${kind} ${field}`]]);
    },
  );

  it.each([
    ['Equipment (optional)', ['rooms has']],
    ['Kapazität / Capacity', ['rooms capacity']],
    ['2. Room wish', ['talks room_wish']],
    ['时区', ['people time_zone']],
    ['時区', []],
    ['toString', []],
  ])('%s means %j', (header, targets) => {
    expect(targetsOf(header)).toEqual(targets);
  });

  it('is a word like any other in other files', () => {
    expect(isKnown('Participants', 'talks')).toBe(true);
    expect(isKnown('Participants', 'sessions')).toBe(false);
  });
});

/** By meaning, the headers of a language: those that are listed, and pairs of nouns. */
function namesIn(language: Language): ReadonlyMap<Meaning, readonly string[]> {
  const names = new Map<Meaning, string[]>();
  const add = (meaning: Meaning, header: string) => {
    const others = names.get(meaning);
    if (others === undefined) names.set(meaning, [header]);
    else others.push(header);
  };
  const listed = terms.map((term) => ({
    term,
    headers: language[term].split(/[|\n]/).map(lettersOf).filter(Boolean),
  }));
  for (const { term, headers } of listed) for (const header of headers) add(term, header);
  for (const noun of listed) {
    for (const other of listed) {
      const together = compounds[noun.term]?.[other.term];
      if (together === undefined) continue;
      for (const header of noun.headers) for (const had of other.headers) add(together, header + had);
    }
  }
  return names;
}
