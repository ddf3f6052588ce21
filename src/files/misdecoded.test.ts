// UTF-8 text in another encoding: it is found whatever its language, and no real text is taken for
// it.
import { describe, expect, it } from 'vitest';
import { findMisdecoded } from './misdecoded.ts';

const decoder = (label: string) => (text: string) =>
  new TextDecoder(label).decode(Buffer.from(text), { stream: true });
const asWindows = decoder('windows-1252');
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

it('has its first word, what is meant and the encoding', () => {
  expect(findMisdecoded('Ada, SofÃ­a GarcÃ­a')).toEqual({
    word: 'SofÃ­a',
    meant: 'Sofía',
    encoding: 'windows-1252',
  });
  expect(findMisdecoded('Donâ€™t panic')).toMatchObject({ word: 'Donâ€™t', meant: 'Don’t' });
  expect(findMisdecoded(asLatin1('Don’t panic'))).toMatchObject({ encoding: 'iso-8859-1' });
});

describe('text of any language', () => {
  it.each([
    'Müller',
    'José',
    'Émile',
    'Åse Öberg',
    'Özlem',
    'MÜLLER',
    'MUÑOZ',
    'GARCÍA',
    'voilà !',
    'Łukasz',
    'Željko',
    'Dvořák',
    'Şenol Güneş',
    'Ștefan Țăran',
    'Nguyễn',
    'Erdős',
    'Đỗ',
    'Иван Петров',
    'Αθήνα',
    'עברית',
    'مرحبا',
    '山田太郎',
    '김민준',
    'สวัสดี',
    'नमस्ते',
    '“Quoted” – dashed…',
    'Rust 🦀',
    '€5',
  ])('is found: %s', (text) => {
    expect(findMisdecoded(asWindows(text))).toMatchObject({ encoding: 'windows-1252' });
    expect(findMisdecoded(asLatin1(text))).toBeDefined();
    expect(findMisdecoded(text)).toBeUndefined();
  });
});

describe('real text', () => {
  it.each([
    'CAFÉ’S',
    'MARCHÉ\u00a0: l',
    'AMANHÃ…',
    'AMANHÃ™',
    'KESÄ…',
    'KESÄ–SYKSY',
    'KESÄ\u00a02027',
    'Úžitok',
    'ÚŽAS',
    'TOMÁŠ',
    'Å…',
    'PÅ®',
    'GÖ…',
    'Å’s',
    'FÃ’S',
    '24×36”',
    'São «João»',
    'Ã',
    'Â©',
  ])('is none: %j', (text) => {
    expect(findMisdecoded(text)).toBeUndefined();
  });

  it('is none in the names of languages of the world, in any case, before any sign', () => {
    const locales =
      'cs da de es et fi fr ga hu is it lt lv mt nb nl pl pt ro sk sl sq sv tr vi'.split(' ');
    const signs = ['', '’', '’s', '’S', '…', '”', '“', '»', '™', '®', '–', '\u00a0: x', ' –'];
    const alarms: string[] = [];
    for (const locale of locales) {
      const names = new Intl.DisplayNames([locale], { type: 'language' });
      for (const name of locales.flatMap((each) => names.of(each) ?? [])) {
        const forms = [name, name.toUpperCase(), name[0]?.toUpperCase() + name.slice(1)];
        const texts = forms.flatMap((form) => signs.map((sign) => form + sign));
        alarms.push(...texts.filter((text) => findMisdecoded(text) !== undefined));
      }
    }
    expect(alarms).toEqual([]);
  });
});
