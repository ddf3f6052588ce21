// How alike a value that a service shows is to the one that was sent, and what each question makes of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMasked } from './key.ts';
import { isSameOrAlike, isSameValue, likeness, likenessOfKey, mayHide, showsChange } from './likeness.ts';

describe('likeness', () => {
  it.each([
    ['about', 'A', 'A', 'same'],
    ['about', null, '', 'same'],
    ['about', undefined, null, 'same'],
    ['about', ' A\r\nB ', 'A B', 'alike'],
    ['about', 'Zoe\u0308', 'Zoë', 'alike'],
    ['about', 'Q&amp;A', 'Q&A', 'alike'],
    ['about', 404, '404', 'alike'],
    ['about', true, 'true', 'alike'],
    ['about', 'a', 'A', 'unclear'],
    ['about', '<p>ALL the way</p>', 'All the way down', 'unclear'],
    ['about', 'All the…', 'All the way down', 'unclear'],
    ['about', 'All the', 'All the way down', 'unclear'],
    ['about', null, 'A', 'unclear'],
    ['about', 'A', null, 'unclear'],
    ['about', { en: 'A' }, 'A', 'unclear'],
    ['about', true, 'A', 'unclear'],
    ['about', 'All the way down', 'All the', 'other'],
    ['about', 'a***@e***.org', 'amina@example.org', 'other'],
    ['email', ' Amina@Example.org ', 'amina@example.org', 'alike'],
    ['email', 'A***@e***.org', 'a***@e***.org', 'alike'],
    ['email', 'a***@e***.org', 'amina@example.org', 'unclear'],
    ['email', 'a***@e***.org', 'bo@example.org', 'other'],
    ['email', 'a***@e***.org', null, 'other'],
    ['email', 'Amina <amina@example.org>', 'amina@example.org', 'unclear'],
    ['email', 'Amina <bo@example.org>', 'amina@example.org', 'other'],
    ['email', 'amina.b@example.org', 'aminab@example.org', 'unclear'],
    ['room', 'MAIN  HALL', 'Main Hall', 'alike'],
    ['room', 'Aula', 'Main Hall', 'other'],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', 'alike'],
    ['start', 'Thu, 20 May 2027 07:00:00 GMT', '2027-05-20T09:00:00+02:00', 'alike'],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00Z', 'other'],
    // Without an offset, it is unknown which instant it is.
    ['start', '2027-05-20T09:00', '2027-05-20T09:00:00', 'unclear'],
    ['title', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', 'other'],
  ])('of %s, %j is to %j: %s', (field, shown, sent, expected) => {
    expect(likeness(field, shown, sent)).toBe(expected);
  });

  const field = fc.constantFrom('about', 'title', 'email', 'room', 'start');
  const start = fc
    .integer({ min: 0, max: 4e12 })
    .chain((ms) => fc.constantFrom(new Date(ms).toISOString(), new Date(ms).toUTCString()));
  const address = fc.constantFrom('amina@example.org', 'Amina@example.org', 'a***@example.org', 'Bo <bo@example.org>');
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), start, address);
  const value = fc.oneof(text, fc.double({ noNaN: true }), fc.boolean(), fc.constantFrom(null, undefined));

  it('every value is the same as itself', () => {
    fc.assert(
      fc.property(field, value, (name, one) => {
        expect(likeness(name, one, one)).toBe('same');
      }),
    );
  });

  it('what is shown in another form is alike, in either direction', () => {
    const forms: readonly ((text: string) => string)[] = [
      (one) => ` ${one}\n`,
      (one) => one.replaceAll(' ', ' \t'),
      (one) => one.normalize('NFD'),
    ];
    fc.assert(
      fc.property(field, text, fc.constantFrom(...forms), (name, one, form) => {
        fc.pre(one.trim() !== '');
        expect(isSameOrAlike(likeness(name, form(one), one))).toBe(true);
        expect(isSameOrAlike(likeness(name, one, form(one)))).toBe(true);
      }),
    );
  });

  it('what is the same or alike is so in either direction', () => {
    const pair = fc.oneof(fc.tuple(text, text), fc.tuple(address, address), fc.tuple(start, start));
    const plain = pair.filter((texts) => !texts.some((one) => one.includes('&')));
    fc.assert(
      fc.property(field, plain, (name, [one, other]) => {
        const [there, back] = [likeness(name, one, other), likeness(name, other, one)];
        expect(isSameOrAlike(there) ? there : 'different').toBe(isSameOrAlike(back) ? back : 'different');
      }),
    );
  });

  it('no beginning of a text is another text', () => {
    const cut = fc.tuple(fc.string(), fc.nat()).filter(([one]) => !/[<>&]/.test(one));
    fc.assert(
      fc.property(cut, ([one, at]) => {
        const shown = `${one.slice(0, at % (one.length + 1))}…`;
        expect(likeness('about', shown, one)).not.toBe('other');
      }),
    );
  });

  it('only equal values are no edit, except for the form of an address', () => {
    fc.assert(
      fc.property(field, value, value, (name, one, other) => {
        const found = likeness(name, one, other);
        const isSame = found === 'same' || (name === 'email' && found === 'alike');
        expect(isSameValue(name, one, other)).toBe(isSame);
        if (isSame) expect(mayHide(name, one, other)).toBe(isMasked(name, one));
      }),
    );
  });
});

describe('isSameValue', () => {
  it.each([
    ['about', null, '', true],
    ['about', 'A  B', 'A B', false],
    ['about', 404, '404', false],
    ['title', 'queues', 'Queues', false],
    ['room', 'main hall', 'Main Hall', false],
    ['email', 'Amina@Example.org', 'amina@example.org', true],
    ['email', 'a***@e***.org', 'amina@example.org', false],
  ])('of %s, %j and %j: %s', (field, one, other, expected) => {
    expect(isSameValue(field, one, other)).toBe(expected);
    expect(isSameValue(field, other, one)).toBe(expected);
  });
});

describe('showsChange', () => {
  it.each([
    ['about', 'A  B', 'A B', true],
    ['about', 'a b', 'A B', false],
    ['about', 'A', 'A B', false],
    ['about', null, null, true],
    // The list may leave the field out.
    ['about', undefined, null, false],
    ['start', '2027-05-20T07:00:00Z', '2027-05-20T09:00:00+02:00', true],
    ['email', 'amina@example.org', 'amina@example.org', true],
    // It may be the one before the change.
    ['email', 'amina@example.org', 'Amina@example.org', false],
    ['room', 'main hall', 'Main Hall', false],
    ['room', 'Main  Hall', 'Main Hall', true],
  ])('of %s, %j shows the change to %j: %s', (field, shown, sent, expected) => {
    expect(showsChange(field, shown, sent)).toBe(expected);
  });
});

describe('likenessOfKey', () => {
  it.each([
    [{ email: ' Amina@Example.org ' }, 'same'],
    [{ email: 'bo@example.org' }, 'other'],
    [{ email: 'a***@e***.org' }, 'unclear'],
    [{ email: 'b***@e***.org' }, 'other'],
    [{ email: null }, 'unclear'],
    [{ email: 'Amina <amina@example.org>' }, 'unclear'],
    [{ email: 'bo@example.org, amina@example.org' }, 'unclear'],
    [{ email: 'bo@example.org, chen@example.org' }, 'other'],
    [{ name: 'Amina' }, 'unclear'],
  ])('a speaker %j is %s', (record, expected) => {
    expect(likenessOfKey(['email'], record, { email: 'amina@example.org' })).toBe(expected);
  });

  it.each([
    [{ title: 'QUEUES', submitter_email: 'amina@example.org' }, 'same'],
    [{ title: 'Queues', submitter_email: 'a***@e***.org' }, 'unclear'],
    [{ title: 'Queues' }, 'unclear'],
    [{ title: { en: 'Queues' }, submitter_email: 'amina@example.org' }, 'unclear'],
    [{ title: 404, submitter_email: 'amina@example.org' }, 'other'],
    [{ title: 'Stacks' }, 'other'],
    [{ title: 'Stacks', submitter_email: 'a***@e***.org' }, 'other'],
  ])('a submission %j is %s', (record, expected) => {
    const sent = { title: 'Queues', submitter_email: 'amina@example.org' };
    expect(likenessOfKey(['title', 'submitter_email'], record, sent)).toBe(expected);
  });

  it.each([
    ['SELECT * @ scale', 'select * @ scale', 'same'],
    [404, '404', 'alike'],
    [7, '70', 'other'],
    ['7', '007', 'other'],
    ['Q&amp;A', 'q&a', 'alike'],
    ['&bdquo;Q&amp;A', 'Q&A', 'other'],
    ['T&auml;lk&nbsp;&#x2013; caf&#233;', 'Tälk – Café', 'alike'],
    ['Queues in…', 'queues in practice', 'unclear'],
    ['Q&amp;A ab...', 'Q&A about queues', 'unclear'],
    ['Queues in…', 'Queues in…', 'same'],
    ['Queues in…', 'Queues', 'other'],
    ['Stacks…', 'Queues in practice', 'other'],
    ['Queues', 'Queues in practice', 'other'],
  ])('compares the listed title %j with %j: %s', (listed, sent, expected) => {
    expect(likenessOfKey(['title'], { title: listed }, { title: sent })).toBe(expected);
  });

  it('does not take two addresses with one mask for the same', () => {
    expect(likenessOfKey(['email'], { email: 'a***@e***.org' }, { email: 'a***@e***.org' })).toBe('unclear');
  });

  it('decides nothing without a key', () => {
    expect(likenessOfKey([], { id: 'a' }, { id: 'a' })).toBe('unclear');
  });
});
