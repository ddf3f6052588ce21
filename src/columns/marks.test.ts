// Cells that say yes or no.
import { expect, it } from 'vitest';
import { isNo, isYes } from './marks.ts';

it.each(['Yes', ' y ', 'TRUE', 'x', 'X', '1', '✓', 'Ja', 'OUI', 'sí', 'да', '是', 'はい', 'WAHR'])(
  '%j is yes, and not no',
  (text) => {
    expect([isYes(text), isNo(text)]).toEqual([true, false]);
  },
);

it.each(['No', 'n', 'FALSE', '0', '-', '–', 'Nein', 'non', 'não', 'нет', '否', 'いいえ'])(
  '%j is no, and not yes',
  (text) => {
    expect([isYes(text), isNo(text)]).toEqual([false, true]);
  },
);

it.each(['', 'Ida Moen', 'Malcolm X', 'maybe', '2'])('%j is neither', (text) => {
  expect([isYes(text), isNo(text)]).toEqual([false, false]);
});
