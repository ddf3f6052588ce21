// Whether a listed record is the one that is looked for.
import { describe, expect, it } from 'vitest';
import { likeness } from './lookup.ts';

describe('likeness', () => {
  it.each([
    [{ email: ' Amina@Example.org ' }, 'same'],
    [{ email: 'bo@example.org' }, 'other'],
    [{ email: 'a***@e***.org' }, 'unclear'],
    [{ email: null }, 'unclear'],
    [{ name: 'Amina' }, 'unclear'],
  ])('a speaker %j is %s', (record, verdict) => {
    expect(likeness(record, { email: 'amina@example.org' }, ['email'])).toBe(verdict);
  });

  it.each([
    [{ title: 'QUEUES', submitter_email: 'amina@example.org' }, 'same'],
    [{ title: 'Queues', submitter_email: 'a***@e***.org' }, 'unclear'],
    [{ title: 'Queues' }, 'unclear'],
    [{ title: 'Stacks' }, 'other'],
    [{ title: 'Stacks', submitter_email: 'a***@e***.org' }, 'other'],
  ])('a submission %j is %s', (record, verdict) => {
    const wanted = { title: 'Queues', submitter_email: 'amina@example.org' };
    expect(likeness(record, wanted, ['title', 'submitter_email'])).toBe(verdict);
  });

  it('takes a star in a title for what it is', () => {
    expect(likeness({ title: 'SELECT * @ scale' }, { title: 'select * @ scale' }, ['title'])).toBe('same');
  });

  it('tells nothing without a key', () => {
    expect(likeness({ id: 'a' }, { id: 'a' }, [])).toBe('unclear');
  });
});
