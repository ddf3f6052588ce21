// What an e-mail address is, and which names can be those of one person.
import { describe, expect, it } from 'vitest';
import { canBeSamePerson } from '../columns/record-name.ts';
import { addressFault, isAddress, withoutStar } from './address.ts';

it.each([
  'ada@example.org',
  "O'Brien+talks@mail.example.co.uk",
  'ada@localhost',
  'ädä@bücher.example',
  '太郎@例え.jp',
  '"ada lovelace"@example.org',
  'ada.@docomo.example.jp',
  'ada@[192.0.2.1]',
])('%s is an address', (text) => {
  expect(isAddress(text)).toBe(true);
});

it.each([
  '',
  'tom(at)acme.com',
  '@example.org',
  'ada@example',
  'ada @example.org',
  'ada@example..org',
  'ada@-example.org',
  'ada@example.org; bo@example.org',
  'Ada <ada@example.org>',
  'ada\u200b@example.org',
  'ada＠example.org',
  'https://example.org/@ada',
  `ada@${'a.'.repeat(600)}org`,
])('%j is not an address', (text) => {
  expect(isAddress(text)).toBe(false);
});

it.each([
  ['tom(at)acme.com', 'it has no "@"'],
  ['ada@@example.org', 'it has 2 "@"'],
  ['@example.org', 'nothing is before "@"'],
  ['ada lovelace@example.org', 'it has a space'],
  ['ada@example', 'what follows "@" is no domain'],
  ['ada\u200b@example.org', 'it has the invisible character U+200B'],
])('says what is wrong with %j without repeating it: %s', (text, reason) => {
  expect(addressFault(text)).toBe(`not an e-mail address: ${reason}`);
});

it('takes a star off an address only', () => {
  const texts = ['ada@example.org*', '*ada@example.org', '* ada@example.org', 'ada@example.org *'];
  expect(texts.map(withoutStar)).toEqual(texts.map(() => 'ada@example.org'));
  const plain = ['a***@e***', 'Ada*', '*Ada', '*d*@example.org', '***@example.org'];
  expect(plain.map(withoutStar)).toEqual(plain);
});

describe('one person', () => {
  it.each([
    ['Ann Muster', 'Muster, Ann'],
    ['Ann B. Muster', 'Ann Muster'],
    ['Ann Bea Muster', 'A. B. Muster'],
    ["D'Angelo", 'DAngelo'],
    ['Ann', 'Ann Muster'],
  ])('can be named %s and %s', (one, other) => {
    expect([canBeSamePerson(one, other), canBeSamePerson(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Ann Muster', 'Bo Muster'],
    ['Ann Muster', 'Ann Beispiel'],
    ['A. Muster', 'Bo Muster'],
    ['Mueller', 'Muller'],
  ])('is not named %s and %s', (one, other) => {
    expect([canBeSamePerson(one, other), canBeSamePerson(other, one)]).toEqual([false, false]);
  });
});
