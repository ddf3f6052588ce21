// What of a text or a link of an event may be public.
import { describe, expect, it } from 'vitest';
import { publicValues } from './public-value.ts';

const speakers = [
  { email: 'ada@localhost', phone: '+49 30 1234567' },
  { email: 'bo@example.org', phone: '0170/7654321, +1 (555) 010-9999' },
  { email: null, phone: '12' },
  { email: null, phone: '+1 (415) 555-0132 ext. 7' },
  { email: null, phone: 'tel 0171-555 666 7 (office 9-17h)' },
  { email: null, phone: '+49 30 2345678 or 0171 8765432' },
  { email: null, phone: '(0172) 345 6789 (9-17), (0172) 345 6780 9-17 h' },
  { email: null, phone: '912‑345‑678' },
];
const values = publicValues(speakers, ['cy@office', undefined]);

describe('a text', () => {
  it.each([
    ['Write to bo@example.org.', 'Write to …@…'],
    ['Write to someone@else.example', 'Write to …@…'],
    ['Write to Ada@localhost, or cy@office.', 'Write to …@…, or …@…'],
    ['Ada@Home', 'Ada@Home'],
    ['four%40mail.example, four＠mail.example, ADA＠localhost', '…@…, …@…, …@…'],
    [
      'Write to bo @ example.org or Bo @example.org, or meet us @ example.org',
      'Write to …@… or …@…, or meet us @ example.org',
    ],
    ['Call +49 (30) 123-4567 now', 'Call … now'],
    ['Call 030/1234567 now', 'Call … now'],
    ['Call 0170 76 54 321 or 555.010.9999', 'Call … or …'],
    ['Call 415.555.0132 x7, or +1 415 555 0132', 'Call … x7, or …'],
    ['Call 0171 5556667, 030 2345678 or +49 171 8765432', 'Call …, … or …'],
    ['Call 0172/3456789 or 0172 345-6780', 'Call … or …'],
    ['912_345_678, 912·345·678, 912‑345‑678, 912\\_345\\_678', '…, …, …, …'],
    ['＋４９（３０）１２３４５６７, ٩١٢٣٤٥٦٧٨, 912\u200b345\u200b678', '…, …, …'],
    ['Call our desk at +49 30 2345000 or +1 415 555 9999', undefined],
    ['On 2027-05-20, 20.05.2027 or 05/20/2027, 9-17, for $1,234.50 or 912.345 €', undefined],
    ['ISBN 0-306-40615-2, 2019–2020–2021', undefined],
    ['Call extension 555-0132', 'Call extension …'],
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
