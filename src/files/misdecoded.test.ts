// UTF-8 text in another encoding: it is found whatever its language, and no real text is taken for
// it.
import { describe, expect, it } from 'vitest';
import { findMisdecoded } from './misdecoded.ts';
import { upperCharacters } from './text.ts';

const decoder = (label: string) => (text: string) =>
  new TextDecoder(label).decode(Buffer.from(text), { stream: true });
const asWindows = decoder('windows-1252');
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

it('has its first characters, what is meant and the encoding', () => {
  expect(findMisdecoded('Ada, SofÃ­a GarcÃ­a')).toEqual({
    given: 'Ã­',
    meant: 'í',
    encoding: 'windows-1252',
  });
  expect(findMisdecoded('Donâ€™t panic')).toMatchObject({ given: 'â€™', meant: '’' });
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

describe('text in another encoding', () => {
  const cp850 = (text: string) => decodedAs('cp850', text);
  const decodedAs = (encoding: string, text: string) => {
    const characters = upperCharacters(encoding);
    const bytes = Array.from(Buffer.from(text));
    return bytes
      .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : characters[byte - 0x80]))
      .join('');
  };

  it.each([
    ['macintosh', 'Sof√≠a', 'Sofía'],
    ['macintosh', 'M√ºller', 'Müller'],
    ['macintosh', 'Don‚Äôt', 'Don’t'],
    ['windows-1250', 'JiĹ™Ă­', 'Jiří'],
    ['windows-1250', 'SofĂ­a', 'Sofía'],
    ['windows-1250', 'MĂĽller', 'Müller'],
    ['cp850', 'M├ñki', 'Mäki'],
    ['cp850', 'Jos├®', 'José'],
    ['cp437', 'Jos├⌐', 'José'],
    ['windows-1251', 'РџРµС‚СЂРѕРІ', 'Петров'],
    ['windows-1251', 'SofГ­a', 'Sofía'],
  ])('is found: %s, %s', (encoding, word, meant) => {
    const found = findMisdecoded(`Ada ${word}, x`);
    expect(found?.encoding).toBe(encoding);
    expect(word).toContain(found?.given);
    expect(meant).toContain(found?.meant);
  });

  it.each(['macintosh', 'windows-1250', 'windows-1251', 'cp850', 'cp437'])(
    'is found in any language: %s',
    (encoding) => {
      const texts = [
        'Sofía García',
        'Émile',
        'Łukasz Nowak',
        'Dvořák',
        'Иван Петров',
        'Αθήνα',
        '山田太郎',
        'Nguyễn',
        'Rust 🦀',
        'dashed – text…',
      ];
      const found = texts.map((text) => findMisdecoded(decodedAs(encoding, text))?.encoding);
      expect(found).toEqual(texts.map(() => expect.any(String)));
      expect(texts.map(findMisdecoded)).toEqual(texts.map(() => undefined));
    },
  );

  it('has the encoding whose characters it has', () => {
    expect(findMisdecoded(cp850('Zoë'))).toEqual({ given: '├½', meant: 'ë', encoding: 'cp850' });
  });
});

describe('real text', () => {
  it.each([
    'Zażółć gęślą jaźń',
    'ZAŻÓŁĆ GĘŚLĄ JAŹŃ',
    'SPÓŁKA',
    'Łódź…',
    'Příliš žluťoučký kůň úpěl ďábelské ódy',
    'PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ',
    'ČŠ',
    'Съешь ещё этих мягких французских булок, да выпей чаю',
    '«Её»',
    'ЁЛКА',
    'Е – В',
    'СІРІ',
    'ХІРІ',
    'Хірі»…',
    'МІМІ',
    'ДІДІ',
    'МІСЦЯ ВІЛЬНІ',
    'ЊЕГОШ',
    'СЉ',
    'ĂŞTIA',
    'Ăştia',
    'RADIĆ\u00a0',
    'El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia',
    '¿Qué? «Ñandú»',
    'l’État, c’est moi…',
    '√2 ≈ 1.41',
    '√π',
    '├── src',
    '└─ é',
  ])('is none of another encoding: %j', (text) => {
    expect(findMisdecoded(text)).toBeUndefined();
  });

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
    const locales = [
      'cs da de es et fi fr ga hu is it lt lv mt nb nl pl pt ro sk sl sq sv tr vi',
      'hr be bg mk ru sr uk el he ar ja ko zh',
    ].flatMap((list) => list.split(' '));
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
