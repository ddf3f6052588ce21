// The vocabulary agrees with the contract, and no language gives a header two meanings.

import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { lettersOf } from './fold.ts';
import { fieldNames, readHeaders } from './header-fields.ts';
import { meaningOf } from './header-meaning.ts';
import { kinds } from './vocabulary/file-kinds.ts';
import { fieldsOfFurtherPeople } from './vocabulary/file-vocabulary.ts';
import { languages } from './vocabulary/languages.ts';
import { placingTerms, terms } from './vocabulary/terms.ts';

describe.each([
  ['speakers', endpoints.createSpeaker, endpoints.updateSpeaker],
  ['submissions', endpoints.createSubmission, endpoints.updateSubmission],
] as const)('the fields of %s', (kind, creation, update) => {
  const written = new Set(
    [...fieldsOf(creation.body), ...fieldsOf(update.body)].map(({ name }) => name),
  );
  const { fields } = kinds[kind];

  it('are those of creation and update, the id, a name to split, and further people', () => {
    const people = kind === 'submissions' ? fieldsOfFurtherPeople : [];
    expect(Object.keys(fields).sort()).toEqual([...written, ...people, 'id', 'name'].sort());
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

/** How forms and people write a word. */
const writings: readonly ((word: string) => string)[] = [
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  (word) => word.normalize('NFD').replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, ''),
  (word) => `${word} *`,
  (word) => `3. ${word}`,
  (word) => `#3 ${word}`,
  (word) => `${word} (max. 300 words)`,
  (word) => `${word} (required) *`,
  (word) => `  ${word}\u00a0`,
  (word) => word.replaceAll(' ', '_'),
];

describe.each(Object.entries(languages))('each word of the language %s', (_, language) => {
  const words = terms.flatMap((term) =>
    language[term]
      .split(/[|\n]/)
      .map((word) => ({ term, word: word.trim() }))
      .filter(({ word }) => word !== ''),
  );

  it('means the same in any case, without accents, with spaces, a number and marks', () => {
    // A number that is part of a word looks like one that a form adds.
    const usual = words.filter(({ word }) => !/^\d/.test(word));
    const written = usual.flatMap(({ term, word }) =>
      writings.map((write) => ({ term, header: write(word) })),
    );
    expect(written.filter(({ term, header }) => meaningOf(header) !== term)).toEqual([]);
  });
});

describe('a column that only autoplace reads', () => {
  const kindsOfPlacing = ['talks', 'rooms', 'people'] as const;
  const targetsOf = (header: string) =>
    kindsOfPlacing.flatMap((kind) => {
      const [known] = readHeaders([header], kind);
      return known === undefined || known === 'unclear' ? [] : `${kind} ${known.target}`;
    });

  it.each(placingTerms)(
    '%s is found by each of its words, which are English, in the files that have it',
    (field) => {
      const kind = kindsOfPlacing.find((one) => fieldNames(one).includes(field));
      for (const word of languages.en[field].split(/[|\n]/))
        expect(targetsOf(word)).toEqual([`${kind} ${field}`]);
    },
  );

  it.each(['Kapazität', 'participants', '座位', 'toString'])('is not found by %s', (header) => {
    expect(targetsOf(header)).toEqual([]);
  });
});
