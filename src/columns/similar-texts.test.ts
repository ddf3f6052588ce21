// Similar texts among many: the index finds what a comparison of each text finds.
import { expect, it } from 'vitest';
import { createSimilarityIndex } from './similar-texts.ts';
import { similarTo } from './similarity.ts';

it('finds what a comparison with each text finds', () => {
  const words = ['leading', 'lead', 'banana', 'Ünicode', 'data', 'pipelines', 'A', '2', '日本'];
  const texts = [
    '',
    '!',
    'A',
    ...words.flatMap((a) => words.map((b) => `${a} ${b}`)),
    ...words.map((a) => `${a}s talk`),
  ];
  const find = createSimilarityIndex(texts);
  for (const text of [...texts, 'a', 'banan', 'The data pipelines', 'Unicode talk', 'bananana']) {
    expect([text, find(text, 3)]).toEqual([text, similarTo(text, texts, 3)]);
  }
});

it('compares a bounded number of texts, however many there are', () => {
  const find = createSimilarityIndex(
    Array.from({ length: 1_000 }, (_, at) => `A talk about the number ${at}`),
    1_000_000,
  );
  const found = Array.from({ length: 100 }, (_, at) => find(`A talk on the number ${at}`, 3)?.length);
  expect([found[0], found[1], found.at(-1)]).toEqual([3, 3, undefined]);
});
