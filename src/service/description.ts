// Describes what this service adds to the specification: bounds, filters, and what it returns.
import type { Noun, Operation } from '../contract/endpoint.ts';
import type { Bounds, ServerDescription } from '../contract/openapi.ts';
import * as operations from '../contract/operations.ts';
import { statuses } from '../contract/statuses.ts';
import { contentMeta, strictRecords, usualRecords } from './record-schemas.ts';

/** @param isStrict whether it leaves away what the public server does not show */
export function describe({ isStrict = false }: { readonly isStrict?: boolean }): ServerDescription {
  const schemas = isStrict ? strictRecords : usualRecords;
  return {
    bounds: boundsOf,
    filters: filtersOf,
    records: (resource) => schemas[resource],
    besidePage: (resource) => (resource === 'content-items' ? { meta: contentMeta } : {}),
    operations,
    isKeyHonored: !isStrict,
  };
}

/** What this service adds to an endpoint's fields, by name. */
export function boundsOf({ returns, resource, verb }: Operation): Readonly<Record<string, Bounds>> {
  if (returns === 'page') return ignoredOf[resource] ?? page;
  return added[`${resource} ${verb}`] ?? {};
}

/**
 * Whether null for a field is no fault of its type, but has a meaning, or is refused with a
 * sentence.
 */
export function takesNull(endpoint: Operation, name: string): boolean {
  const { resource, verb } = endpoint;
  const isRefused = refusedNulls[`${resource} ${verb}`]?.includes(name) ?? false;
  return isRefused || boundsOf(endpoint)[name]?.isNullable === true;
}

const refusedNulls: Readonly<Record<string, readonly string[]>> = {
  'speakers update': ['email'],
  'submissions update': ['status', 'title'],
};

/** The filters of a list that the specification does not show, by name, with their descriptions. */
export function filtersOf({ resource, verb }: Operation): Readonly<Record<string, string>> {
  return filters[`${resource} ${verb}`] ?? {};
}

/** Of every list. */
export const pageBounds = {
  page: { minimum: 1, maximum: 999 },
  pageSize: { minimum: 1, maximum: 100 },
} as const;

const page = {
  ...pageBounds,
  status: { isNullable: true },
  track: { isNullable: true },
} as const;

const ignored = { isNullable: true, description: 'ignored' } as const;

const ignoredOf: Readonly<Partial<Record<Noun, Readonly<Record<string, Bounds>>>>> = {
  speakers: { ...page, track: ignored },
  contacts: { ...page, status: ignored, track: ignored },
  'content-items': { ...page, track: ignored },
};

const orNull = { isNullable: true } as const;

/** No other status is taken. */
const oneOf = (resource: 'speakers' | 'submissions') => ({
  description: `status: ${statuses[resource].recommended.join(', ')}`,
});

const added: Readonly<Record<string, Readonly<Record<string, Bounds>>>> = {
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
    abstract: { maxLength: 50_000, isNullable: true },
    feedback: { maxLength: 50_000, isNullable: true },
  },
  'sessions place': {
    room: { maxLength: 300 },
    start: { maxLength: 100 },
  },
};

const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'speakers list': {
    filter: 'only with this text in a name, the address, the company, the job title or the status',
  },
  'content-items list': {
    type: 'only of this type: bio or headshot',
  },
};
