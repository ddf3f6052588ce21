// Which addresses are masks, and what a mask may hide.
import { describe, expect, it } from 'vitest';
import { couldBeMasked, isMasked } from './key.ts';

describe('isMasked', () => {
  it.each(['j***@a***.com', 'j***@example.com', '***@***', 'j*****n@e****.org', '***'])('recognizes %s', (address) => {
    expect(isMasked('submitter_email', address)).toBe(true);
  });

  it.each(['x*y@evil.example', '**@example.org', '*@*', 'ada@example.org', '', null])('takes %s as shown', (value) => {
    expect(isMasked('email', value)).toBe(false);
  });

  it('looks at addresses only', () => {
    expect(isMasked('title', '*** Keynote ***')).toBe(false);
  });
});

describe('couldBeMasked', () => {
  it.each([
    ['j***@a***.com', 'Jane@Acme.com', true],
    ['j***@a***.com', 'j@a.com', true],
    ['j***@a***.com', 'kim@acme.com', false],
    ['j***@a***.com', 'jane@zebra.com', false],
    ['j***@a***.com', 'jane@acme.org', false],
    ['j***n@a***.com', 'jan@acme.com', true],
    ['j***e@e***', 'je@', false],
    ['***', 'anybody@example.org', true],
    ['a***a', 'a', false],
    ['ab***bc***cd', 'abcd', false],
  ])('%s and %s: %s', (mask, address, expected) => {
    expect(couldBeMasked(mask, address)).toBe(expected);
  });
});
