// The vocabulary fits the contract, and no header means two things at once.
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

  it('names fields of the endpoint alone, or a name to be split', () => {
    const fields = fieldsOf(endpoint.body).map(({ name }) => name);
    expect(Object.keys(vocabulary).filter((target) => target !== 'name' && !fields.includes(target))).toEqual([]);
  });

  it('has each header once, however it is written', () => {
    const written = Object.values(vocabulary).map((groups) => new Set(groups.flat().map(normalizeHeader)));
    const all = written.flatMap((words) => [...words]);
    expect(all).toHaveLength(new Set(all).size);
  });

  it('knows the fields that only an update takes, and no header of theirs means anything else', () => {
    const created = fieldsOf(endpoint.body).map(({ name }) => name);
    const updated = fieldsOf(update.body).map(({ name }) => name);
    const later = updateOnlyOf(endpoint.resource);
    expect(Object.keys(later).sort()).toEqual(updated.filter((name) => !created.includes(name)).sort());
    const words = [...Object.keys(later), ...Object.values(later).flat()].map(normalizeHeader);
    expect(words).toHaveLength(new Set(words).size);
    expect(words.filter((word) => headers.map(normalizeHeader).includes(word))).toEqual([]);
  });

  it('lists as ambiguous only headers that it knows', () => {
    expect(Object.keys(ambiguitiesOf(endpoint.resource)).filter((header) => !headers.includes(header))).toEqual([]);
  });
});
