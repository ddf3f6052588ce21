// When two values or keys are the same.
import { describe, expect, it } from 'vitest';
import { isSameKey, isSameValue } from './likeness.ts';

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
    ['room', 'main hall', 'Main Hall', true],
    ['track_id', 'WEB  dev', 'Web Dev', true],
    ['format_id', 'Talk', 'talk', true],
    ['format_id', 'Talk', 'Tutorial', false],
    ['about', 'Jose\u0301', 'Jos\u00e9', true],
    ['about', 'Jose', 'Jos\u00e9', false],
    ['about', 'A\r\nB\rC', 'A\nB\nC', true],
    ['email', ' Amina@Example.org', 'amina@example.org', true],
    ['email', 'a***@e***.org', 'amina@example.org', false],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', true],
    ['start', 'Thu, 20 May 2027 07:00:00 GMT', '2027-05-20T09:00:00+02:00', true],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00Z', false],
    // Without an offset, it is unknown which instant it is.
    ['start', '2027-05-20T09:00', '2027-05-20T09:00:00', false],
    ['title', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', false],
  ])('of %s, %j and %j: %s', (field, one, other, expected) => {
    expect([isSameValue(field, one, other), isSameValue(field, other, one)]).toEqual([
      expected,
      expected,
    ]);
  });
});

describe('a listed key', () => {
  it.each<[string, unknown, string, boolean]>([
    ['title', 'SELECT * @ scale', 'select * @ scale', true],
    ['title', 'Zoe\u0308 ', 'Zoë', true],
    ['title', 404, '404', true],
    ['title', 7, '70', false],
    ['title', '7', '007', false],
    ['title', 'Q&amp;A', 'q&a', true],
    ['title', '&bdquo;Q&amp;A', 'Q&A', false],
    ['title', 'T&auml;lk&nbsp;&#x2013; caf&#233;', 'Tälk – Café', true],
    ['title', 'Queues in…', 'queues in practice', false],
    ['title', 'Queues in…', 'Queues in…', true],
    ['title', null, 'Queues', false],
    ['email', ' Amina@Example.org ', 'amina@example.org', true],
    ['email', 'bo@example.org', 'amina@example.org', false],
    ['email', 'a***@e***.org', 'amina@example.org', false],
    ['email', 'a***@e***.org', 'a***@e***.org', false],
    ['email', 'Amina <amina@example.org>', 'amina@example.org', true],
    ['email', 'bo@example.org, amina@example.org', 'amina@example.org', true],
    ['email', undefined, 'amina@example.org', false],
  ])('of %s, %j is %j: %s', (field, listed, sent, expected) => {
    expect(isSameKey([field], { [field]: listed }, { [field]: sent })).toBe(expected);
  });
});
