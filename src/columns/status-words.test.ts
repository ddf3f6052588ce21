// The words of committees in twelve languages, and what they do not mean.
import { describe, expect, it } from 'vitest';
import { decisionWords, statusReader } from './status-words.ts';

const statusOf = statusReader();

it.each([
  ['accepted', 'ACCEPTED | acceptée | si | ✓ | ✅ | 👍🏽 | ☑️'],
  ['declined', 'rejected. | not-accepted | refuse | отклонен | ✗ | ❌ | 👎'],
  ['accept_queue', 'accept_queue | Accept queue'],
  ['pending', 'pending'],
])('%s: %s', (status, words) => {
  expect(words.split(' | ').map(statusOf)).toEqual(words.split(' | ').map(() => status));
});

it.each(['Maybe', 'waitlist', '?', '', 'x', 'accept if there is room', '-', 'accept ?', 'accept ؟', 'Rejcet'])(
  '%j means no status',
  (word) => {
    expect(statusOf(word)).toBeUndefined();
  },
);

it('prefers the words of the user, and knows the statuses that they name', () => {
  const own = statusReader({ Maybe: 'accept_queue', Yes: 'Shortlisted' });
  expect(['maybe', 'MAYBE!', 'yes', 'Shortlisted', 'no', 'perhaps'].map(own)).toEqual([
    ...['accept_queue', 'accept_queue', 'Shortlisted', 'Shortlisted', 'declined'],
    undefined,
  ]);
  expect(statusReader({ 'no?': 'accept_queue' })('No ?')).toBe('accept_queue');
});

describe('the vocabulary', () => {
  it('gives no word two statuses, in whatever language', () => {
    for (const [language, words] of Object.entries(decisionWords)) {
      for (const [status, list] of Object.entries(words)) {
        for (const word of list.split('|')) expect([language, word, statusOf(word)]).toEqual([language, word, status]);
      }
    }
  });
});
