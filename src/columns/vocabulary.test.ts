// The vocabulary agrees with the contract, and no header has two meanings.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { normalizeHeader } from './similarity.ts';
import { ambiguitiesOf, updateOnlyOf, vocabularyOf } from './vocabulary.ts';

describe.each([
  [endpoints.createSpeaker, endpoints.updateSpeaker],
  [endpoints.createSubmission, endpoints.updateSubmission],
] as const)('the vocabulary of $0.resource', (endpoint, update) => {
  const vocabulary = vocabularyOf(endpoint.resource);
  const headers = Object.values(vocabulary).flat(2);

  it('has only fields of the endpoint, and a name to split', () => {
    const fields = fieldsOf(endpoint.body).map(({ name }) => name);
    expect(Object.keys(vocabulary).filter((target) => target !== 'name' && !fields.includes(target))).toEqual([]);
  });

  it('has each header once, whatever its case and punctuation', () => {
    const written = Object.values(vocabulary).map((groups) => new Set(groups.flat().map(normalizeHeader)));
    const all = written.flatMap((words) => [...words]);
    expect(all).toHaveLength(new Set(all).size);
  });

  it('has the fields that only an update can set, and their headers have no other meaning', () => {
    const created = fieldsOf(endpoint.body).map(({ name }) => name);
    const updated = fieldsOf(update.body).map(({ name }) => name);
    const later = updateOnlyOf(endpoint.resource);
    expect(Object.keys(later).sort()).toEqual(updated.filter((name) => !created.includes(name)).sort());
    const words = [...Object.keys(later), ...Object.values(later).flat()].map(normalizeHeader);
    expect(words).toHaveLength(new Set(words).size);
    expect(words.filter((word) => headers.map(normalizeHeader).includes(word))).toEqual([]);
  });

  it('lists only its own headers as ambiguous', () => {
    expect(Object.keys(ambiguitiesOf(endpoint.resource)).filter((header) => !headers.includes(header))).toEqual([]);
  });
});
