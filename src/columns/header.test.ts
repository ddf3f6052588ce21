// What of a header carries meaning: letters and digits, and no case, accents, numbering or remarks.

import { describe, expect, it } from 'vitest';
import { lettersOf } from './fold.ts';
import { readingsOf } from './header.ts';
import { lesserWords } from './vocabulary/word-index.ts';

describe('headers that differ only in writing are the same', () => {
  it.each([
    ['E-Mail', 'e_mail', 'E MAIL', 'email'],
    ['Prénom', 'PRENOM', 'Pre\u0301nom', 'prénom '],
    ['Größe', 'GRÖSSE', 'grosse'],
    ['Учётная', 'учетная'],
    ['メール', 'ﾒｰﾙ'],
    ['Ｎａｍｅ', 'name'],
    ['✉️ Email', 'email'],
    ['İnfo', 'info'],
  ])('%s', (...headers) => {
    expect(new Set(headers.map(lettersOf)).size).toBe(1);
  });
});

it.each([
  ['か', 'が'],
  ['ハ', 'パ'],
  ['мой', 'мои'],
  ['कि', 'क'],
  ['Speaker 1', 'Speaker 2'],
  ['名', '姓'],
])('%s and %s differ', (one, other) => {
  expect(lettersOf(one)).not.toBe(lettersOf(other));
});

it.each([
  ['What is the title of your talk?', 'titletalk'],
  ['3. Name', 'name'],
  ['Q3: Name', 'name'],
  ['Question 4 - Name', 'name'],
  ['質問1：名前', '名前'],
  ['Speaker 1: Name', 'speaker1name'],
  ['2nd speaker', '2ndspeaker'],
  ['Name *', 'name'],
  ['Name (required)', 'name'],
  ['お名前（必須）', '名前'],
  ['Name (as it should appear in the program)', 'name'],
  ['Abstract (max. 300 words)', 'abstract'],
  ['Abstract – at most 300 words', 'abstract'],
  ['Abstract: please keep it below one page', 'abstract'],
  ['Abstract\nIt will be printed in the program.', 'abstract'],
  ['Email (of the co-speaker, if there is one)', 'emailcospeaker'],
  ['¿Cuál es tu correo electrónico?', 'correoelectronico'],
  ['De', 'de'],
])('of %j, %s is read', (header, core) => {
  expect(readingsOf(header, lesserWords()).at(-1)).toBe(core);
});
