// People are found by their names; those with similar names are candidates, however many there are.
import { expect, it } from 'vitest';
import { createNameIndex } from './name-index.ts';

function indexOf(...names: readonly string[]) {
  const index = createNameIndex<string>();
  for (const name of names) index.add(name, name);
  return index;
}

it('finds a name in any case, without accents, and with umlauts in either spelling, but in its order', () => {
  const index = indexOf('Jörg Müller', 'Ann Muster', 'José Ñandú');
  expect(index.find('ANN MUSTER')).toEqual(['Ann Muster']);
  expect(index.find('Muster Ann')).toEqual([]);
  expect(index.similar('Muster Ann', 5)).toEqual(['Ann Muster']);
  expect(index.find('Joerg Mueller')).toEqual(['Jörg Müller']);
  expect(index.find('Jorg Muller')).toEqual(['Jörg Müller']);
  expect(index.find('Jose Nandu')).toEqual(['José Ñandú']);
  expect(index.find('A. Muster')).toEqual([]);
});

it('finds an East Asian name with and without a space', () => {
  const index = indexOf('王 小明', '山田太郎');
  expect([index.find('王小明'), index.find('山田 太郎')]).toEqual([['王 小明'], ['山田太郎']]);
});

it('prefers the name as it is written', () => {
  const index = indexOf('Jana Müller', 'Jana Muller', 'Jana Mueller');
  expect(index.find('Jana Muller')).toEqual(['Jana Muller']);
  expect(index.find('Jana Müller')).toEqual(['Jana Müller']);
});

it('has candidates for initials and misspelled words, and not for other first names', () => {
  const index = indexOf('Bo Beispiel', 'Michal Novak', 'Anna Novak');
  expect(index.similar('B. Beispiel', 5)).toEqual(['Bo Beispiel']);
  expect(index.similar('Michael Novák', 5)).toEqual(['Michal Novak']);
  expect(index.similar('Cy Beispiel', 5)).toEqual([]);
});

it('compares names until it has compared 100,000, so that the file of another event takes little time', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `Li Xu Yang Z${at}`);
  const index = indexOf(...names, 'Ann Muster');
  expect(index.similar('Muster Ann', 5)).toEqual(['Ann Muster']);
  for (let at = 0; at < 100; at++) expect(index.similar('Li Otto', 5)).toEqual([]);
  expect(index.similar('Muster Ann', 5)).toEqual([]);
});
