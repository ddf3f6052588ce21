// The vocabulary agrees with the contract, and no language gives a header two meanings.

import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { lettersOf } from './fold.ts';
import { type FileKind, kinds } from './vocabulary/fields.ts';
import { languages } from './vocabulary/languages.ts';
import { placingWords } from './vocabulary/placing.ts';
import { type Term, terms } from './vocabulary/terms.ts';
import { fieldNames, isKnown, meaningOf, readHeaders } from './vocabulary.ts';

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

/** By kind of file, the field that a word alone means. */
const alone: Readonly<Partial<Record<Term, Partial<Record<FileKind, string>>>>> = {
  firstName: { speakers: 'first_name', submissions: 'submitter_first_name', sessions: 'speaker_first_name' },
  lastName: { speakers: 'last_name', submissions: 'submitter_last_name', sessions: 'speaker_last_name' },
  name: { speakers: 'name', submissions: 'name' },
  fullName: { speakers: 'name', submissions: 'name', sessions: 'speakers' },
  speaker: { speakers: 'name', submissions: 'name', sessions: 'speakers' },
  email: { speakers: 'email', submissions: 'submitter_email', sessions: 'speaker_email' },
  company: { speakers: 'company_name' },
  jobTitle: { speakers: 'title' },
  biography: { speakers: 'about' },
  talkTitle: { submissions: 'title', sessions: 'title' },
  title: { submissions: 'title', sessions: 'title' },
  abstract: { submissions: 'abstract', sessions: 'abstract' },
  summary: { submissions: 'abstract' },
  track: { submissions: 'track_id', sessions: 'track' },
  format: { submissions: 'format_id', sessions: 'format' },
  room: { sessions: 'room' },
  start: { sessions: 'start' },
  startTime: { sessions: 'start' },
  date: { sessions: 'date' },
  end: { sessions: 'end' },
  duration: { sessions: 'duration' },
};

/** How forms and people write a word. */
const writings: readonly ((word: string) => string)[] = [
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  (word) => word.normalize('NFD').replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, ''),
  (word) => `${word} *`,
  (word) => `${word} (optional)`,
  (word) => `3. ${word}`,
  (word) => `Q3: ${word}`,
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

  it('means the same in whatever case, without accents, with white space, a number and the marks of forms', () => {
    // A number or a remark that is part of a word looks like one that a form adds.
    const usual = words.filter(({ word }) => !/^\d|（/.test(word));
    const written = usual.flatMap(({ term, word }) => writings.map((write) => ({ term, header: write(word) })));
    expect(written.filter(({ term, header }) => meaningOf(header) !== term)).toEqual([]);
  });

  it('is read as its field', () => {
    const mapped = words.flatMap(({ term, word }) =>
      Object.entries(alone[term] ?? {}).map(([kind, field]) => ({ kind: kind as FileKind, word, field })),
    );
    const isOther = (found: ReturnType<typeof readHeaders>[number], field: string) =>
      found === undefined || found === 'unclear' || found.target !== field;
    expect(mapped.filter(({ kind, word, field }) => isOther(readHeaders([word], kind)[0], field))).toEqual([]);
  });
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
