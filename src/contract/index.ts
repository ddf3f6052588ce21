// Owns the one table of the API's endpoints, from which every other part of the program follows.
import * as contacts from './contacts.ts';
import * as contentItems from './content-items.ts';
import { type Endpoint, isCreation, type Resource } from './endpoint.ts';
import { fieldsOf } from './fields.ts';
import * as sessions from './sessions.ts';
import * as speakers from './speakers.ts';
import * as submissions from './submissions.ts';

/** Every endpoint under the name of its export. */
export const endpoints = { ...speakers, ...submissions, ...sessions, ...contacts, ...contentItems } as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The rows with their names, in the specification's order. */
export const endpointList: readonly (readonly [EndpointName, Endpoint])[] = (
  Object.entries(endpoints) as [EndpointName, Endpoint][]
).sort(([, a], [, b]) => a.number - b.number);

/** The row that lists the records that `endpoint` creates. */
export function listOf(endpoint: Endpoint): Endpoint | undefined {
  return endpointList.find(([, row]) => row.resource === endpoint.resource && row.verb === 'list')?.[1];
}

/** The row that lists the records that a path parameter identifies: speakers for `speaker_id`. */
export function listIdentifiedBy(parameter: string): Endpoint | undefined {
  const resource = parameter.replace(/_id$/, 's');
  return endpointList.find(([, row]) => row.resource === resource && row.verb === 'list')?.[1];
}

/** The row that creates records of a resource. @throws {TypeError} for a resource whose records the API does not create */
export function creationOf(resource: string): Endpoint {
  const found = endpointList.find(([, row]) => row.resource === resource && isCreation(row));
  if (found === undefined) throw new TypeError(`nothing creates ${resource}`);
  return found[1];
}

/** The row that updates a record that `endpoint` creates. */
export function updateOf(endpoint: Endpoint): Endpoint | undefined {
  return endpointList.find(([, row]) => row.resource === endpoint.resource && row.verb === 'update')?.[1];
}

/** The fields that requests write to the records of a resource. */
export function writtenFields(resource: Resource): readonly string[] {
  const rows = endpointList.filter(([, row]) => row.resource === resource && row.returns !== 'page');
  return [...new Set(rows.flatMap(([, row]) => fieldsOf(row.body).map(({ name }) => name)))];
}
