// What of a text or a link of an event may be public.
import { describe, expect, it } from 'vitest';
import { publicValues } from './public-value.ts';

const speakers = [
  { email: 'ada@localhost', phone: '+49 30 1234567' },
  { email: 'bo@example.org', phone: '0170/7654321, +1 (555) 010-9999' },
  { email: null, phone: '12' },
];
const values = publicValues(speakers, ['cy@office', undefined]);

describe('a text', () => {
  it.each([
    ['Write to bo@example.org.', 'Write to …@…'],
    ['Write to someone@else.example', 'Write to …@…'],
    ['Write to Ada@localhost, or cy@office.', 'Write to …@…, or …@…'],
    ['Ada@Home', 'Ada@Home'],
    ['Call +49 (30) 123-4567 now', 'Call … now'],
    ['Call 030/1234567 now', 'Call … now'],
    ['Call 0170 76 54 321 or 555.010.9999', 'Call … or …'],
    ['From 2019 to 2027, 12 times, ISBN 978-3-16-148410-0', undefined],
    [' a\r\nb\u0000\u202e ', 'a\nb'],
  ])('%j', (text, expected = text) => {
    expect(values.text(text)).toBe(expected);
  });

  it('that is blank is none', () => {
    expect(values.optionalText(' ')).toBeNull();
    expect(values.text(null)).toBe('');
  });
});

describe('a link', () => {
  it.each([
    ['https://example.org/ada', 'https://example.org/ada'],
    ['HTTPS://Example.org', 'https://example.org/'],
    ['https://social.example/@ada', 'https://social.example/@ada'],
    ['@ada', null],
    ['javascript:alert(1)', null],
    ['mailto:bo@example.org', null],
    ['https://user:secret@example.org/', null],
    ['https://example.org/?mail=bo%40example.org', null],
    ['https://example.org/?mail=someone%40else.example', null],
    ['https://example.org/people/Bo@example.org/me', null],
    ['https://photos.example/ada@2x.png', 'https://photos.example/ada@2x.png'],
    ['https://social.example/@ada@other.example', 'https://social.example/@ada@other.example'],
    ['https://wa.example/491707654321', null],
  ])('%s', (text, expected) => {
    expect(values.link(text)).toBe(expected);
  });
});
