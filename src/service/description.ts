// Describes what this service adds to the specification: bounds of fields, and the records that it returns, always with all
// of their fields.
import type { Endpoint, Resource } from '../contract/endpoint.ts';
import { type Bounds, exampleIds, type RecordSchema, type ServerDescription } from '../contract/openapi.ts';
import type { Contact, ContentItem } from './store/derived-records.ts';
import {
  blankSpeaker,
  blankSubmission,
  type PlacedSubmission,
  type Speaker,
  type Submission,
} from './store/record-fields.ts';

export const description: ServerDescription = { bounds: boundsOf, records: (resource) => schemas[resource] };

/** The bounds on an endpoint's fields whose bounds the specification does not define, by name. */
export function boundsOf({ returns, resource }: Endpoint): Readonly<Record<string, Bounds>> {
  if (returns === 'page') return { page: { minimum: 1, maximum: largestPage }, pageSize: { minimum: 1, maximum: 100 } };
  return resource === 'submissions' ? { status: { maxLength: 32 } } : {};
}

// JSON.parse would round much larger numbers, and the 32-bit integers of generated clients end here.
const largestPage = 2 ** 31 - 1;

type Schema = Readonly<Record<string, unknown>>;

/** The schema of each field; the type check fails while one is missing. */
type FieldSchemas<T> = { readonly [Name in keyof T]: Schema };

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };
const texts = { type: 'array', items: text };

const stamps = { created_at: time, updated_at: time };
const ids = { id: { ...text, description: 'Identifies the record' }, event_id: text };

const speaker: FieldSchemas<Speaker> = { ...ids, ...fields(blankSpeaker), ...stamps };
const submission: FieldSchemas<Submission> = { ...ids, ...fields(blankSubmission), start: timeOrNull, ...stamps };
const session: FieldSchemas<PlacedSubmission> = { ...submission, room: text, start: time };

const contact: FieldSchemas<Contact> = {
  ...ids,
  email: text,
  first_name: text,
  last_name: text,
  roles: { type: 'array', items: { type: 'string', enum: ['speaker', 'submitter'] } },
  speaker_id: textOrNull,
  speaker_status: textOrNull,
  submission_ids: texts,
  submission_statuses: texts,
  track_ids: texts,
};

const contentItem: FieldSchemas<ContentItem> = {
  ...ids,
  title: text,
  abstract: text,
  track_id: textOrNull,
  format_id: textOrNull,
  status: text,
  room: textOrNull,
  start: timeOrNull,
  speakers: {
    type: 'array',
    items: {
      type: 'object',
      required: ['first_name', 'last_name'],
      properties: { first_name: text, last_name: text },
      additionalProperties: true,
    },
  },
};

const at = '2026-03-01T09:30:00.000Z';
const { event_id = '', speaker_id = '', submission_id = '' } = exampleIds;
const stamped = { event_id, created_at: at, updated_at: at };

const person = { email: 'amina@example.org', first_name: 'Amina', last_name: 'Okoye' };
const placement = { room: 'Main Hall', start: '2027-05-20T09:00:00+02:00' };

const speakerExample: Speaker = { id: speaker_id, ...blankSpeaker, ...person, ...stamped };
const submissionExample: Submission = {
  id: submission_id,
  ...blankSubmission,
  title: 'Queues all the way down',
  submitter_email: person.email,
  track_id: 'backend',
  ...stamped,
};

const schemas: Readonly<Record<Resource, RecordSchema>> = {
  speakers: described('Speaker', speaker, speakerExample),
  submissions: described('Submission', submission, submissionExample),
  sessions: described('Session', session, { ...submissionExample, ...placement, status: 'accepted' }),
  contacts: described<Contact>('Contact', contact, {
    id: 'con_4f1c0a9b2d3e5f60718293a4b5',
    event_id,
    ...person,
    roles: ['speaker', 'submitter'],
    speaker_id,
    speaker_status: null,
    submission_ids: [submission_id],
    submission_statuses: ['accepted'],
    track_ids: ['backend'],
  }),
  'content-items': described<ContentItem>('ContentItem', contentItem, {
    id: submission_id,
    event_id,
    title: submissionExample.title,
    abstract: '',
    track_id: 'backend',
    format_id: null,
    status: 'accepted',
    ...placement,
    speakers: [{ first_name: person.first_name, last_name: person.last_name }],
  }),
};

function described<T extends object>(name: string, properties: FieldSchemas<T>, example: NoInfer<T>): RecordSchema {
  const schema = { type: 'object', required: Object.keys(properties), properties, additionalProperties: true };
  return { name, schema, example: Object.fromEntries(Object.entries(example)) };
}

/** The fields of a blank record: text, or null as well where the blank is null. */
function fields<T extends object>(blank: T): FieldSchemas<T> {
  const schemas = Object.entries(blank).map(([name, value]) => [name, value === null ? textOrNull : text]);
  return Object.fromEntries(schemas);
}
