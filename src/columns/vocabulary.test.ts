// The vocabulary agrees with the contract, and no language gives a header two meanings.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { normalizeHeader } from './header.ts';
import { kinds } from './vocabulary/fields.ts';
import { languages } from './vocabulary/languages.ts';
import { terms } from './vocabulary/terms.ts';

describe.each([
  ['speakers', endpoints.createSpeaker, endpoints.updateSpeaker],
  ['submissions', endpoints.createSubmission, endpoints.updateSubmission],
] as const)('the fields of %s', (kind, creation, update) => {
  const created = fieldsOf(creation.body).map(({ name }) => name);
  const { fields = {}, updateOnly = {} } = kinds[kind] ?? {};

  it('are those of the endpoint, and a name to split', () => {
    expect(Object.keys(fields).filter((field) => field !== 'name' && !created.includes(field))).toEqual([]);
  });

  it('include those that only an update can set', () => {
    const updated = fieldsOf(update.body).map(({ name }) => name);
    expect(Object.keys(updateOnly).sort()).toEqual(updated.filter((name) => !created.includes(name)).sort());
  });

  it('have no meaning in common', () => {
    const meanings = [...Object.values(fields), ...Object.values(updateOnly)].flat(2);
    expect(meanings).toHaveLength(new Set(meanings).size);
  });
});

describe('a header', () => {
  const entries = Object.entries(languages).flatMap(([code, language]) =>
    terms.flatMap((term) =>
      language[term].split(/[|\n]/).map((header) => ({ language: code, term, header: normalizeHeader(header) })),
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
