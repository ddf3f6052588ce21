// What of a header carries meaning: letters and digits, and no case, accents, numbering or articles.

import { describe, expect, it } from 'vitest';
import { lettersOf } from './fold.ts';
import { meaningOf } from './vocabulary.ts';

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
  ['3. Name', 'name'],
  ['2.1) Name', 'name'],
  ['Speaker 1: Name', undefined],
  ['2nd speaker', undefined],
  ['Email (speaker 2)', undefined],
  ['Abstract (max. 300 words)', 'abstract'],
  ['発表概要（400字以内）', 'summary'],
  ['Start (2027)', undefined],
  ['Title of your talk', 'talkTitle'],
  ['Apellidos del ponente', 'speaker lastName'],
  ['講演タイトル', 'talkTitle'],
  ['讲者邮箱', 'speaker email'],
  ['Name of the track', 'track'],
  ['Event start time', 'startTime'],
  ['Session A', undefined],
  ['Room A', undefined],
])('%j means %s', (header, meaning) => {
  expect(meaningOf(header)).toBe(meaning);
});
