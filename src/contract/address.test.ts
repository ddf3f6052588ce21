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
])('%s is shown as %s', (text, shown) => {
  expect(maskAddresses(text)).toBe(shown);
});

it('takes time in proportion to the text', () => {
  const long = 'a'.repeat(1_000_000);
  expect(maskAddresses(`${long} ada@example.org`)).toBe(`${long} …@…`);
  expect(addressesInText(`${long}@`)).toEqual([]);
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
