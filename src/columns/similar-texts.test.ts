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
