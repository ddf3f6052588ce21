// What holds for each field beside its limits, written by hand, so that it is decided for a new one.
import { expect, it } from 'vitest';
import type { RecordResource } from '../src/contract/endpoint.ts';
import { proseFields, writtenFields } from '../src/contract/index.ts';
import { isPrivateField } from '../src/contract/private-fields.ts';
import { speakerChanges, submissionChanges } from '../src/service/values.ts';

/**
 * private: what is printed hides it. prose: a cell about several people is not divided among them.
 * trimmed: without the white space around it in an update.
 */
type Trait = 'private' | 'prose' | 'trimmed';

const traits: Readonly<Record<RecordResource, Readonly<Record<string, readonly Trait[]>>>> = {
  speakers: {
    email: ['private', 'trimmed'],
    first_name: ['trimmed'],
    last_name: ['trimmed'],
    company_name: ['trimmed'],
    title: ['trimmed'],
    about: ['prose', 'trimmed'],
    photo_url: [],
    pronouns: [],
    linkedin_url: [],
    twitter_url: [],
    phone: ['private'],
    speaker_status: ['trimmed'],
    logistics_notes: ['private', 'prose', 'trimmed'],
  },
  submissions: {
    title: ['trimmed'],
    submitter_email: ['private'],
    abstract: ['prose', 'trimmed'],
    submitter_first_name: [],
    submitter_last_name: [],
    track_id: [],
    format_id: [],
    status: [],
    feedback: ['private', 'trimmed'],
  },
};

const values: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  speaker_status: 'confirmed',
};
const changesOf = { speakers: speakerChanges, submissions: submissionChanges };

function isTrimmed(resource: RecordResource, field: string): boolean {
  const { [field]: value = 'text' } = values;
  // A status of a submission is refused unless it is written exactly.
  if (resource === 'submissions' && field === 'status') return false;
  return Object.values(changesOf[resource]({ [field]: ` ${value} ` })).includes(value);
}

it.each(['speakers', 'submissions'] as const)('every field of %s is decided', (resource) => {
  const shown = writtenFields(resource).map((field): [string, readonly Trait[]] => [
    field,
    [
      ...(isPrivateField(field) ? (['private'] as const) : []),
      ...(proseFields(resource).has(field) ? (['prose'] as const) : []),
      ...(isTrimmed(resource, field) ? (['trimmed'] as const) : []),
    ],
  ]);
  expect(Object.fromEntries(shown)).toEqual(traits[resource]);
});
