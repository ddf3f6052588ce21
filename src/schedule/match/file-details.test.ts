// What a schedule file adds to a talk.
import { expect, it } from 'vitest';
import type { Person } from '../session.ts';
import { submissionOf } from '../submissions.ts';
import { enrich } from './file-details.ts';

const talk = submissionOf(
  {
    id: 't',
    title: 'Queues',
    submitter_email: 'Ada@example.org',
    submitter_first_name: 'Ada',
    submitter_last_name: 'Lovelace',
  },
  { timeZone: undefined },
);

it.each<readonly [string, readonly Person[], readonly Person[]]>([
  [
    'an address of the submitter',
    [{ name: '', email: 'ada@example.org' }],
    [{ name: 'Ada Lovelace', email: 'ada@example.org' }],
  ],
  [
    'a name, whose address is known',
    [{ name: 'Ada Lovelace' }],
    [{ name: 'Ada Lovelace', email: 'Ada@example.org' }],
  ],
  [
    'the address of somebody else',
    [{ name: '', email: 'bo@example.org' }],
    [{ name: '', email: 'bo@example.org' }],
  ],
])('knows who is on stage by %s', (_, people, expected) => {
  const details = {
    durationMs: undefined,
    people,
    track: undefined,
    format: undefined,
    room: '',
    startMs: undefined,
  };
  expect(enrich(talk, details).people).toEqual(expected);
});
