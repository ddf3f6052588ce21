// What is suggested for columns that are not mapped, and what is asked.
import { expect, it } from 'vitest';
import { readMapping } from '../../test/support/columns.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { findMapping } from './mapping.ts';

const text =
  'She writes about the history of machines and of the people who built them, and has taught for many years.';

it('lists columns of names that are refused for their cells, unless others are used instead', () => {
  const { mapping } = readMapping('speakers', 'Name;Email\n12;a@x.org\n13;b@x.org');
  expect(mapping.unusedNames).toEqual([
    { column: 'Name', field: 'name', reason: 'its cells are numbers, so it is not name' },
  ]);
  const half = readMapping('speakers', 'First name;Last name;Email\nAnn;12;a@x.org\nBo;13;b@x.org').mapping;
  expect(half.unusedNames).toMatchObject([{ column: 'Last name', field: 'last_name' }]);
  const other = readMapping('speakers', 'Speaker;Name;Email\nhttps://x.org/1;Ann Muster;a@x.org').mapping;
  expect(other.unusedNames).toEqual([]);
});

it('asks for a declined field no more, and leaves its columns to other fields', () => {
  const options = { file: 'a.csv', columns: ['Mail', 'Wer', 'Und'], resource: 'speakers', map: [] } as const;
  const sample = [1, 2].map((row) => [`a${row}@x.org`, text, text]);
  const fields = fieldsOf(endpoints.createSpeaker.body);
  const likely = (...declined: readonly string[]) =>
    findMapping({ ...options, fields, sample, declined: new Set(declined) }).likely.map(({ field }) => field);
  expect(likely()).toEqual(['about', 'logistics_notes']);
  expect(likely('about')).toEqual(['logistics_notes']);
  expect(likely('about', 'logistics_notes')).toEqual([]);
});

it('suggests fields for many columns in little time', () => {
  const columns = ['Email', ...Array.from({ length: 240 }, (_, at) => `Frage nach Dingen Nummer ${at} und ${at}`)];
  const started = process.cpuUsage();
  readMapping('speakers', columns.join(';'));
  // Far less than this, unless each comparison of two words reads both again.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
});

it('offers a column that is suggested for another field last', () => {
  const { missing } = readMapping(
    'sessions',
    'Beginn;Ort;Wer;Was\n02.05.2026 09:00;Aula;Ann Muster;Wege\n02.05.2026 10:00;Lab;Bo Li;Typen',
  );
  expect(missing).toMatchObject([{ field: 'title', candidates: ['Was', 'Wer'] }]);
});
