// What identifies a record after its response was lost.
import { describe, expect, it } from 'vitest';
import { compareKey } from './recognition.ts';

describe('compareKey', () => {
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
  ])('a speaker %j is %s', (record, match) => {
    expect(compareKey(record, { email: 'amina@example.org' }, ['email'])).toBe(match);
  });

  it.each([
    [{ title: 'QUEUES', submitter_email: 'amina@example.org' }, 'same'],
    [{ title: 'Queues', submitter_email: 'a***@e***.org' }, 'unclear'],
    [{ title: 'Queues' }, 'unclear'],
    [{ title: { en: 'Queues' }, submitter_email: 'amina@example.org' }, 'unclear'],
    [{ title: 404, submitter_email: 'amina@example.org' }, 'other'],
    [{ title: 'Stacks' }, 'other'],
    [{ title: 'Stacks', submitter_email: 'a***@e***.org' }, 'other'],
  ])('a submission %j is %s', (record, match) => {
    const wanted = { title: 'Queues', submitter_email: 'amina@example.org' };
    expect(compareKey(record, wanted, ['title', 'submitter_email'])).toBe(match);
  });

  it('does not treat an asterisk in a title as a mask', () => {
    expect(compareKey({ title: 'SELECT * @ scale' }, { title: 'select * @ scale' }, ['title'])).toBe('same');
  });

  it.each([
    [404, '404', 'same'],
    [7, '007', 'same'],
    [2, '2.0', 'same'],
    [1.1, '1.10', 'same'],
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
  ])('compares the listed title %j with %j: %s', (listed, sent, match) => {
    expect(compareKey({ title: listed }, { title: sent }, ['title'])).toBe(match);
  });

  it('decides nothing without a key', () => {
    expect(compareKey({ id: 'a' }, { id: 'a' }, [])).toBe('unclear');
  });
});
