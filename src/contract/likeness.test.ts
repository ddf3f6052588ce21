// When two values or keys are the same, and what a mask may hide.
import { describe, expect, it } from 'vitest';
import { isSameKey, isSameValue, mayBeKey, mayHide } from './likeness.ts';

describe('isSameValue', () => {
  it.each([
    ['about', null, '', true],
    ['about', undefined, null, true],
    ['about', 404, '404', true],
    ['about', ' A\n', 'A', true],
    ['about', ' \t', null, true],
    ['about', 'A  B', 'A B', false],
    ['about', '<p>A</p>', 'A', false],
    ['about', { en: 'A' }, null, false],
    ['title', 'queues', 'Queues', false],
    ['status', 'Accepted', 'accepted', false],
    ['speaker_status', ' Confirmed', 'confirmed', true],
    ['speaker_status', 'declined', 'confirmed', false],
    ['room', 'main hall', 'Main Hall', false],
    ['email', ' Amina@Example.org', 'amina@example.org', true],
    ['email', 'a***@e***.org', 'amina@example.org', false],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', true],
    ['start', 'Thu, 20 May 2027 07:00:00 GMT', '2027-05-20T09:00:00+02:00', true],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00Z', false],
    // Without an offset, it is unknown which instant it is.
    ['start', '2027-05-20T09:00', '2027-05-20T09:00:00', false],
    ['title', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', false],
  ])('of %s, %j and %j: %s', (field, one, other, expected) => {
    expect([isSameValue(field, one, other), isSameValue(field, other, one)]).toEqual([expected, expected]);
  });
});

describe('a listed key', () => {
  it.each([
    ['SELECT * @ scale', 'select * @ scale', 'same'],
    ['Zoe\u0308 ', 'Zoë', 'same'],
    [404, '404', 'same'],
    [7, '70', 'other'],
    ['7', '007', 'other'],
    ['Q&amp;A', 'q&a', 'same'],
    ['&bdquo;Q&amp;A', 'Q&A', 'other'],
    ['T&auml;lk&nbsp;&#x2013; caf&#233;', 'Tälk – Café', 'same'],
    ['Queues in…', 'queues in practice', 'unclear'],
    ['Q&amp;A ab...', 'Q&A about queues', 'unclear'],
    ['Queues in…', 'Queues in…', 'same'],
    ['Queues in…', 'Queues', 'other'],
    ['Stacks…', 'Queues in practice', 'other'],
    ['Queues', 'Queues in practice', 'other'],
    [null, 'Queues', 'unclear'],
  ])('of %j is to %j: %s', (listed, sent, expected) => {
    expect(likenessOf('title', listed, sent)).toBe(expected);
  });

  it.each([
    [' Amina@Example.org ', 'same'],
    ['bo@example.org', 'other'],
    ['a***@e***.org', 'unclear'],
    ['b***@e***.org', 'other'],
    ['Amina <amina@example.org>', 'same'],
    ['bo@example.org, amina@example.org', 'same'],
    ['bo@example.org, chen@example.org', 'other'],
    ['amina@example…', 'other'],
    [undefined, 'unclear'],
  ])('of the address %j is %s', (listed, expected) => {
    expect(likenessOf('email', listed, 'amina@example.org')).toBe(expected);
  });

  function likenessOf(field: string, listed: unknown, sent: string): string {
    const [shown, wanted] = [{ [field]: listed }, { [field]: sent }];
    if (isSameKey([field], shown, wanted)) return 'same';
    return mayBeKey([field], shown, wanted) ? 'unclear' : 'other';
  }
});

it.each([
  ['email', 'a***@e***.org', 'amina@example.org', true],
  ['email', 'a***@e***.org', 'a***@e***.org', true],
  ['email', 'a***@e***.org', 'bo@example.org', false],
  ['email', 'a***@e***.org', null, false],
  ['email', 'amina@example.org', 'amina@example.org', false],
  ['about', 'a***@e***.org', 'amina@example.org', false],
])('of %s, %j may hide %j: %s', (field, shown, address, expected) => {
  expect(mayHide(field, shown, address)).toBe(expected);
});
