// Who lacks what, decided from the records of an event.
import { expect, it } from 'vitest';
import { findMissing } from './lacks.ts';

const complete = { about: 'A', photo_url: 'p' };
const talk = (submitter_email: string, status: string, more = {}) => ({
  status,
  submitter_email,
  ...more,
});

it.each([
  ['a word for none', { about: 'n/a', photo_url: null }, ['biography', 'photo']],
  ['spaces', { about: ' ', photo_url: 'p' }, ['biography']],
  ['nothing', complete, undefined],
  [
    'a speaker who is declined',
    { about: '', photo_url: 'p', speaker_status: 'Declined' },
    undefined,
  ],
])('%s', (_, fields, missing) => {
  const { records } = findMissing([{ email: 'a@x.org', ...fields }], []);
  expect(records.map((record) => record.missing)).toEqual(missing === undefined ? [] : [missing]);
});

it('shows the statuses of the talks, without speakers whose talks are called off', () => {
  const speakers = ['a', 'b'].map((id) => ({ id, email: `${id}@x.org`, about: '' }));
  const talks = [
    talk('A@x.org', 'declined'),
    talk('other@x.org', 'accepted', { speakers: [{ id: 'a' }] }),
    talk('b@x.org', 'withdrawn'),
  ];
  expect(findMissing(speakers, talks).records).toEqual([
    { ...speakers[0], missing: ['biography'], talkStatuses: ['declined', 'accepted'] },
  ]);
});

it('names each submitter of an accepted talk none of whose people is a speaker', () => {
  const talks = [
    talk('zoe@x.org', 'accepted', { submitter_first_name: 'Zoe' }),
    talk('ZOE@x.org', 'Confirmed', { submitter_first_name: 'Zoe' }),
    talk('no@x.org', 'declined'),
    talk('Ann@X.org', 'accepted'),
    talk('agent@x.org', 'accepted', { speakers: [{ id: 'p1' }] }),
  ];
  const ann = { id: 'p1', email: 'ann@x.org', ...complete };
  const missing = { missing: ['record'], talkStatuses: ['accepted', 'Confirmed'] };
  expect(findMissing([ann], talks).records).toMatchObject([
    { first_name: 'Zoe', last_name: '', ...missing },
  ]);
  // A masked address may be that of anyone.
  expect(findMissing([ann, { id: 'p2', email: 'z***@x.org', ...complete }], talks).records).toEqual(
    [],
  );
});

it.each([
  ['no fields', [{ email: 'a@x.org' }], [], ['biography', 'photo']],
  ['no speakers', [], [], []],
  ['a masked speaker', [{ email: 'z***@x.org', ...complete }], [], ['record']],
  [
    'a masked submitter',
    [{ email: 'a@x.org', ...complete }],
    [talk('z***@x.org', 'accepted')],
    ['record'],
  ],
])('claims nothing about what a service does not show: %s', (_, speakers, talks, unknown) => {
  expect(findMissing(speakers, talks)).toEqual({ records: [], unknown });
});
