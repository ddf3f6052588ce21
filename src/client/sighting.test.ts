// Which listed record is the one of a lost creation.
import { expect, it } from 'vitest';
import { createSpeaker, createSubmission } from '../contract/endpoints.ts';
import { sightingOf } from './creation.ts';

const talk = { title: 'Queues', submitter_email: 'amina@example.org', abstract: 'All the way down.' };

it.each([
  [talk, 'same'],
  [{ ...talk, title: 'QUEUES ', submitter_email: 'Amina <Amina@example.org>' }, 'same'],
  [{ ...talk, submitter_first_name: null, status: 'pending' }, 'same'],
  [{ ...talk, abstract: 'Last year.' }, 'unclear'],
  [{ ...talk, abstract: undefined }, 'unclear'],
  // It was not sent.
  [{ ...talk, submitter_first_name: 'Amina' }, 'unclear'],
  [{ ...talk, title: null }, 'unclear'],
  [{ ...talk, submitter_email: 'a***@e***.org' }, 'unclear'],
  [{ ...talk, submitter_email: undefined }, 'unclear'],
  [{ title: 'Stacks' }, 'other'],
  [{ ...talk, submitter_email: 'bo@example.org' }, 'other'],
])('%j is %s', (record, expected) => {
  expect(sightingOf(createSubmission, talk, { id: 'sub_1', ...record })).toBe(expected);
});

it('does not take two addresses with one mask for the same', () => {
  const masked = { email: 'a***@e***.org' };
  expect(sightingOf(createSpeaker, masked, masked)).toBe('unclear');
});
