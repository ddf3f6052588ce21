// The words of committees and of speakers in twelve languages, and what they do not mean.
import { describe, expect, it } from 'vitest';
import {
  type DecidedResource,
  isCalledOffStatus,
  readStatusMap,
  statusReader,
} from './status-words.ts';
import { decisionWords } from './vocabulary/decision-words.ts';
import { replyWords } from './vocabulary/reply-words.ts';

const readers = {
  submissions: statusReader('submissions'),
  speakers: statusReader('speakers'),
};

it.each<[DecidedResource, string, string]>([
  ['submissions', 'accepted', 'ACCEPTED | acceptée | si | ✓ | ✅ | 👍🏽 | ☑️ | TRUE | WAHR | Vrai'],
  ['submissions', 'declined', 'rejected. | not-accepted | refuse | отклонен | ✗ | ❌ | 👎'],
  ['submissions', 'declined', 'FALSE | falsch | Not selected | Not accepted'],
  ['submissions', 'accept_queue', 'accept_queue | Accept queue'],
  ['submissions', 'pending', 'pending'],
  ['submissions', 'draft', 'Draft'],
  [
    'speakers',
    'confirmed',
    'Ja | yes | oui | sí | sim | sì | tak | ano | はい | 是 | да | CONFIRMED | zugesagt | ✓',
  ],
  [
    'speakers',
    'declined',
    'nein | No | non | não | nee | nie | ne | いいえ | 否 | нет | Declined! | Absage | ❌',
  ],
  ['speakers', 'invited', 'eingeladen | Invited | invitée | convidado | приглашен'],
])('of %s, %s: %s', (resource, status, words) => {
  const list = words.split(' | ');
  expect(list.map(readers[resource])).toEqual(list.map(() => status));
});

it.each<[DecidedResource, string]>([
  [
    'submissions',
    'Maybe | waitlist | ? |  | x | accept if there is room | - | accept ? | accept ؟',
  ],
  ['submissions', 'Rejcet | confirmed | invited | coming'],
  [
    'submissions',
    'Accept- | Accept+ | ACCEPT - | Reject+ | accept-- | Angenommen− | Accept- (short)',
  ],
  ['speakers', 'jein | maybe | vielleicht | ? |  | x | true | - | yes? | pending'],
  // Of a talk: nobody replies so.
  ['speakers', 'accepted | angenommen | rejected | withdrawn | accept_queue'],
])('of %s, these words mean no status: %s', (resource, words) => {
  const list = words.split(' | ');
  expect(list.map(readers[resource])).toEqual(list.map(() => undefined));
});

it('prefers the words of the user, and knows the statuses that they name', () => {
  const own = statusReader('submissions', { Maybe: 'accept_queue', Yes: 'Shortlisted' });
  expect(['maybe', 'MAYBE!', 'yes', 'Shortlisted', 'no', 'perhaps'].map(own)).toEqual([
    'accept_queue',
    'accept_queue',
    'Shortlisted',
    'Shortlisted',
    'declined',
    undefined,
  ]);
  expect(statusReader('submissions', { 'no?': 'accept_queue' })('No ?')).toBe('accept_queue');
});

it.each([
  ['1', '-1', '+1', '1.5', '15', '1,5', '1/5', '0', '-0'],
  ['A', 'A+', 'A-', 'A--', 'A*', 'A**', 'B', '+', '-'],
  ['4', '4*', '4**', '*4', '3*'],
  ['Accept', 'Accept+', 'Accept-', 'Accept (oral)', 'Accept- (oral)'],
  ['2 (weak)', '-2 (weak)', '+2 (weak)', '12 (weak)'],
  ['>3', '<3', '3'],
])('distinguishes %s, %s, %s, …', (...words) => {
  const own = Object.fromEntries(words.map((word, at) => [word, `is ${at}`]));
  const statusOf = statusReader('submissions', own);
  expect(words.map(statusOf)).toEqual(words.map((_, at) => `is ${at}`));
});

it('reads a number or a grade in whatever form its sign has, without other punctuation', () => {
  const statusOf = statusReader('submissions', {
    '-1': 'declined',
    '1': 'accepted',
    'A−': 'accept_queue',
  });
  expect(['−1', '–1', '- 1', '(-1)', '－１'].map(statusOf)).toEqual(Array(5).fill('declined'));
  expect(['1.', '(1)', '#1', '１'].map(statusOf)).toEqual(Array(4).fill('accepted'));
  expect(['a-', 'A -', 'A–'].map(statusOf)).toEqual(Array(3).fill('accept_queue'));
  expect(['+1', '1-', 'A'].map(statusOf)).toEqual([undefined, undefined, undefined]);
});

it('reads a star beside a grade or a number in any form, and none after a word', () => {
  const statusOf = statusReader('submissions', { 'A*': 'accepted', '4 *': 'accept_queue' });
  expect(['a*', 'A *', 'A＊', '(A*)'].map(statusOf)).toEqual(Array(4).fill('accepted'));
  expect(['4*', '４*'].map(statusOf)).toEqual(Array(2).fill('accept_queue'));
  expect(['A', 'A**', 'B*', '4', '4.'].map(statusOf)).toEqual(Array(5).fill(undefined));
  expect(['accept*', '*Accept*', 'accept *'].map(statusOf)).toEqual(Array(3).fill('accepted'));
});

it('is refused if two words of the user are compared as one', () => {
  expect(
    readStatusMap([
      ['-1', 'declined'],
      ['1', 'accepted'],
    ]),
  ).toEqual({ '-1': 'declined', '1': 'accepted' });
  const twice = () =>
    readStatusMap([
      ['Maybe', 'accept_queue'],
      ['no', 'declined'],
      ['MAYBE!', 'declined'],
    ]);
  expect(twice).toThrow('--status-map "MAYBE!=declined": "Maybe" is the same word');
  expect(() =>
    readStatusMap([
      ['-1', 'declined'],
      ['-1', 'accepted'],
    ]),
  ).toThrow('--status-map "-1=accepted": the word is mapped twice');
});

describe.each([
  ['submissions', decisionWords],
  ['speakers', replyWords],
] as const)('the vocabulary of %s', (resource, vocabulary) => {
  it('gives no word two statuses, in whatever language', () => {
    for (const [language, words] of Object.entries(vocabulary)) {
      for (const [status, list] of Object.entries<string>(words)) {
        for (const word of list.split(/[|\n]/)) {
          expect([language, word, readers[resource](word)]).toEqual([language, word, status]);
        }
      }
    }
  });
});

it.each([
  'Cancelled',
  'CANCELED',
  'abgesagt',
  'annulé',
  'Annulee',
  'entfällt',
  '中止',
  'отменён',
  'withdrawn',
  'Declined',
  'rejected',
  'zurückgezogen',
  'no-show',
  'Cancelled by speaker',
  'cancelled (ill)',
  'Withdrawn - 3 May',
  'CANCELLED - replaced by Sails',
  '[Canceled] 3 May',
  'Fällt aus wegen Sturm',
  '中止（雨天）',
  'no show, no call',
  'Postponed',
  'dropped out (ill)',
  'CXL',
])('a session with the status %j does not take place', (word) => {
  expect(isCalledOffStatus(word)).toBe(true);
});

it.each([
  '',
  'Accepted',
  'confirmed',
  'Waitlisted',
  'pending',
  'cancelled?',
  'Cancelled? ask Ida',
  'Not cancelled',
  'Canceledish',
  'no idea',
  'moved',
  'draft',
])('a session with the status %j takes place', (word) => {
  expect(isCalledOffStatus(word)).toBe(false);
});
