// Describes what this service adds to the specification: bounds, filters, and what it returns.
import { optional } from 'zod/mini';
import type { Noun, Operation } from '../contract/endpoint.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import type { ServerDescription } from '../contract/openapi.ts';
import * as operations from '../contract/operations.ts';
import { statuses } from '../contract/statuses.ts';
import { contentMeta, strictRecords, usualRecords } from './record-schemas.ts';

/** @param isStrict whether it leaves away what the public server does not show */
export function describe({ isStrict = false }: { readonly isStrict?: boolean }): ServerDescription {
  const schemas = isStrict ? strictRecords : usualRecords;
  return {
    fields: fieldsIn,
    records: (resource) => schemas[resource],
    besidePage: (resource) => (resource === 'content-items' ? { meta: optional(contentMeta) } : {}),
    operations,
    isKeyHonored: !isStrict,
  };
}

/** What this service has of a field in place of what the specification shows. */
type OwnFields = Readonly<
  Record<
    string,
    Partial<Pick<Field, 'description' | 'nullable' | 'maximum' | 'minimum' | 'maxLength'>>
  >
>;

/** The fields of an operation's body or query, as this service takes them. */
export function fieldsIn(operation: Operation, place: 'body' | 'query'): readonly Field[] {
  const { returns, resource, verb } = operation;
  const kind = `${resource} ${verb}`;
  const own = returns === 'page' ? (ignoredOf[resource] ?? page) : (added[kind] ?? {});
  const fields = fieldsOf(operation[place]).map((field) => ({ ...field, ...own[field.name] }));
  return place === 'query' ? [...fields, ...(filters[kind] ?? [])] : fields;
}

/** Whether null for a field is no fault of its type, but is refused with a sentence. */
export function refusesNull({ resource, verb }: Operation, name: string): boolean {
  return refusedNulls[`${resource} ${verb}`]?.includes(name) ?? false;
}

const refusedNulls: Readonly<Record<string, readonly string[]>> = {
  'speakers update': ['email'],
  'submissions update': ['status', 'title'],
};

/** Of every list. */
export const pageBounds = {
  page: { minimum: 1, maximum: 999 },
  pageSize: { minimum: 1, maximum: 100 },
} as const;

const page: OwnFields = {
  ...pageBounds,
  status: { nullable: true },
  track: { nullable: true },
};

const ignored = { nullable: true, description: 'ignored' };

const ignoredOf: Readonly<Partial<Record<Noun, OwnFields>>> = {
  speakers: { ...page, track: ignored },
  contacts: { ...page, status: ignored, track: ignored },
  'content-items': { ...page, track: ignored },
};

const orNull = { nullable: true };

/** No other status is taken. */
const oneOf = (resource: 'speakers' | 'submissions') => ({
  description: `status: ${statuses[resource].recommended.join(', ')}`,
});

const added: Readonly<Record<string, OwnFields>> = {
  'speakers add': {
    speaker_status: oneOf('speakers'),
  },
  'speakers update': {
    photo_url: orNull,
    pronouns: orNull,
    linkedin_url: orNull,
    twitter_url: orNull,
    phone: orNull,
    speaker_status: oneOf('speakers'),
  },
  'submissions add': {
    track_id: orNull,
    format_id: orNull,
  },
  'submissions update': {
    status: oneOf('submissions'),
    title: { maxLength: 300 },
    abstract: { maxLength: 50_000, nullable: true },
    feedback: { maxLength: 50_000, nullable: true },
  },
  'sessions place': {
    room: { maxLength: 300 },
    start: { maxLength: 100 },
  },
};

function filter(name: string, description: string): Field {
  return { name, description, type: 'string', required: false, nullable: false };
}

/** Those that the specification does not show. */
const filters: Readonly<Record<string, readonly Field[]>> = {
  'speakers list': [
    filter(
      'filter',
      'only with this text in a name, the address, the company, the job title or the status',
    ),
  ],
  'content-items list': [filter('type', 'only of this type: bio or headshot')],
};
