// What looks like an address in a text, and what messages show instead.
import { expect, it } from 'vitest';
import { addressesInText, holdsAddress, maskAddresses } from './address.ts';

it.each<[string, string]>([
  ['ada@example.org', '…@…'],
  ['Ada <ada@example.org>, (bo@example.org)', 'Ada <…@…>, (…@…)'],
  ['mailto:ada@example.org', 'mailto:…@…'],
  ['ada@@example.org', '…@…'],
  ['ada@example@org.com', '…@…'],
  ['Ada <ada@home>', 'Ada <…@…>'],
  ['Ada@Home, @ada', 'Ada@Home, @ada'],
  ['C@@', 'C@@'],
  ['ada%40mail.example, bo＠mail.example', '…@…, …@…'],
  ['cy﹫ｍａｉｌ．example', '…@…'],
  ['di&#64;mail.example fo&#X40;mail.example gu&commat;mail.example', '…@… …@… …@…'],
  ['＠ada, 10%402, a＠b', '＠ada, 10%402, a＠b'],
])('%s is shown as %s', (text, shown) => {
  expect(maskAddresses(text)).toBe(shown);
});

it('takes time in proportion to the text', () => {
  const long = 'a'.repeat(1_000_000);
  expect(maskAddresses(`${long} ada@example.org`)).toBe(`${long} …@…`);
  expect(addressesInText(`${long}@`)).toEqual([]);
  const encoded = 'a%40'.repeat(200_000);
  expect(maskAddresses(encoded)).toBe(encoded);
  const mistyped = 'a@'.repeat(1_000_000);
  expect(maskAddresses(mistyped)).toBe(mistyped);
});

it.each<[string, boolean]>([
  ['ada@example.org', true],
  ['Ada <ada@example.org>', true],
  ['write to ada@example.org', false],
  ['ada@localhost', false],
])('%s holds one address: %s', (text, expected) => {
  expect(holdsAddress(text)).toBe(expected);
});
