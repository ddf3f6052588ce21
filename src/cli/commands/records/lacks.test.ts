// Who lacks what, decided from the records of an event and the people that a schedule file names.
import { expect, it } from 'vitest';
import type { RecordData } from '../../../client/client.ts';
import type { Person } from '../../../schedule/session.ts';
import { submissionOf } from '../../../schedule/submissions.ts';
import { findMissing } from './lacks.ts';

const complete = { about: 'A', photo_url: 'p', speaker_status: 'confirmed' };

let talksMade = 0;
function talk(submitter_email: string, status: string, more: RecordData = {}): RecordData {
  return { id: `t${++talksMade}`, title: 'T', status, submitter_email, ...more };
}

/** @param onStage the people whom a schedule file has, by the id of the talk */
function missingIn(
  speakers: readonly RecordData[],
  submissions: readonly RecordData[] = [],
  onStage: Readonly<Record<string, readonly Person[]>> = {},
) {
  const talks = submissions.map((record) => {
    const listed = submissionOf(record, { timeZone: undefined });
    const people = onStage[listed.id];
    return people === undefined ? listed : { ...listed, people, isSpeakerAssumed: false };
  });
  return findMissing({ speakers, submissions, talks, timeZone: 'Europe/Berlin' }, []);
}

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
  const { records } = missingIn([{ email: 'a@x.org', ...fields }]);
  expect(records.map((record) => record.missing)).toEqual(missing === undefined ? [] : [missing]);
});

it('shows the talks that take place, and leaves out speakers whose talks are all called off', () => {
  const speakers = ['a', 'b'].map((id) => ({ id, email: `${id}@x.org`, about: '' }));
  const place = { room: 'Hall', start: '2027-05-20T07:00:00+00:00' };
  const talks = [
    talk('A@x.org', 'declined', { title: 'Off' }),
    talk('other@x.org', 'Accepted', { title: 'On', speakers: [{ id: 'a' }], ...place }),
    talk('a@x.org', 'pending', { title: 'Undecided' }),
    talk('b@x.org', 'withdrawn'),
  ];
  expect(missingIn(speakers, talks).records).toEqual([
    {
      ...speakers[0],
      name: '',
      missing: ['biography'],
      deliverables: [],
      talks: ['On (Hall, 2027-05-20 09:00)'],
      talkStatuses: ['declined', 'pending', 'Accepted'],
    },
  ]);
});

it.each([
  ['accepted', null, true],
  ['accepted', 'invited', true],
  ['confirmed', '', true],
  ['accepted', 'Confirmed', false],
  ['accepted', 'declined', false],
  ['pending', 'invited', false],
])('a talk is %s, and its speaker %s: lacks a confirmation, %s', (status, reply, isMissing) => {
  const speaker = { ...complete, id: 'a', email: 'a@x.org', speaker_status: reply };
  const { records } = missingIn([speaker], [talk('a@x.org', status)]);
  expect(records.map(({ missing }) => missing)).toEqual(isMissing ? [['confirmation']] : []);
});

it('counts the people whom a schedule file names: by address, else by a name that one has', () => {
  const person = (id: string, first_name: string, email: string) => {
    return { ...complete, id, first_name, last_name: 'Lee', email, speaker_status: 'invited' };
  };
  const speakers = [
    person('1', 'Ann', 'ann@x.org'),
    person('2', 'Bo', 'bo@x.org'),
    person('3', 'Cy', 'cy@x.org'),
    person('4', 'Cy', 'cy@y.org'),
  ];
  const submission = { id: 't', title: 'T', status: 'accepted' };
  const people = [
    { name: 'A. Somebody', email: 'ANN@x.org' },
    { name: 'Bo Lee' },
    // Which of the two is unknown.
    { name: 'Cy Lee' },
    { name: 'Dee New' },
  ];
  const { records, unknown } = missingIn(speakers, [submission], { t: people });
  const found = records.map(({ id, name, missing }) => ({ id, name, missing }));
  expect(found).toEqual([
    { id: '1', name: 'Ann Lee', missing: ['confirmation'] },
    { id: '2', name: 'Bo Lee', missing: ['confirmation'] },
    { name: 'Dee New', missing: ['record'] },
  ]);
  expect(unknown).toEqual([]);
});

it('names each person of an accepted talk once who is no speaker', () => {
  const talks = [
    talk('zoe@x.org', 'accepted', { submitter_first_name: 'Zoe' }),
    talk('ZOE@x.org', 'Confirmed', { submitter_first_name: 'Zoe' }),
    talk('no@x.org', 'declined'),
    talk('Ann@X.org', 'accepted'),
    talk('agent@x.org', 'accepted', { speakers: [{ id: 'p1' }] }),
  ];
  const ann = { id: 'p1', email: 'ann@x.org', ...complete };
  const missing = { missing: ['record'], talkStatuses: ['accepted', 'Confirmed'] };
  expect(missingIn([ann], talks).records).toMatchObject([
    { first_name: 'Zoe', last_name: '', ...missing },
  ]);
  // A masked address may be that of anyone.
  expect(missingIn([ann, { id: 'p2', email: 'z***@x.org', ...complete }], talks).records).toEqual(
    [],
  );
});

it('lists what the service reports as missing, unless the record of the speaker shows the same', () => {
  const item = (type: string, title: string, status: string, contact_id: string) => {
    return { item_id: title, type, title, status, speaker: { contact_id, name: 'A', email: null } };
  };
  const speakers = [
    { id: 'a', ...complete, about: '' },
    { id: 'b', ...complete },
  ];
  const items = [
    item('slides', 'Slides', 'missing', 'a'),
    item('bio', 'Biography', 'missing', 'a'),
    item('headshot', 'Photo for print', 'missing', 'b'),
    item('slides', 'Slides', 'received', 'b'),
    item('slides', 'Slides', 'missing', 'nobody'),
  ];
  const lists = { speakers, submissions: [], talks: [], timeZone: undefined };
  const found = findMissing(lists, items).records.map(({ id, missing, deliverables }) => {
    return { id, missing, deliverables };
  });
  expect(found).toEqual([
    { id: 'a', missing: ['biography', 'deliverable'], deliverables: ['Slides'] },
    { id: 'b', missing: ['deliverable'], deliverables: ['Photo for print'] },
  ]);
});

it.each([
  ['no fields', [{ email: 'a@x.org' }], [], ['confirmation', 'biography', 'photo']],
  ['no speakers', [], [], []],
  ['a masked speaker', [{ email: 'z***@x.org', ...complete }], [], ['record']],
  [
    'a masked submitter',
    [{ email: 'a@x.org', ...complete }],
    [talk('z***@x.org', 'accepted')],
    ['record'],
  ],
])('claims nothing about what a service does not show: %s', (_, speakers, talks, unknown) => {
  const nobody = { declined: [], withoutPeople: [], isAnybodyKnown: true };
  expect(missingIn(speakers, talks)).toEqual({ records: [], unknown, ...nobody });
});
