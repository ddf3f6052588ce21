// Owns the table of the API's endpoints by name, and what is looked up in it.
import { type Endpoint, isCreation, type Resource } from './endpoint.ts';
import * as endpoints from './endpoints.ts';
import { fieldNames, fieldsOf, isProse } from './fields.ts';

/** Every endpoint under the name of its export. */
export { endpoints };

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The rows with their names, in the specification's order. */
export const endpointList: readonly (readonly [EndpointName, Endpoint])[] = (
  Object.entries(endpoints) as [EndpointName, Endpoint][]
).sort(([, a], [, b]) => a.number - b.number);

/** The row that lists the records that `endpoint` creates. */
export function listOf(endpoint: Endpoint): Endpoint | undefined {
  return find(endpoint.resource, ({ verb }) => verb === 'list');
}

/** The row that lists the records that a path parameter identifies: speakers for `speaker_id`. */
export function listIdentifiedBy(parameter: string): Endpoint | undefined {
  return find(parameter.replace(/_id$/, 's'), ({ verb }) => verb === 'list');
}

/**
 * The row that creates records of a resource.
 * @throws {TypeError} for a resource whose records the API does not create
 */
export function creationOf(resource: string): Endpoint {
  const creation = find(resource, isCreation);
  if (creation === undefined) throw new TypeError(`nothing creates ${resource}`);
  return creation;
}

/** The row that updates a record that `endpoint` creates. */
export function updateOf(endpoint: Endpoint): Endpoint | undefined {
  return find(endpoint.resource, ({ verb }) => verb === 'update');
}

function find(resource: string, isIt: (row: Endpoint) => boolean): Endpoint | undefined {
  return endpointList.find(([, row]) => row.resource === resource && isIt(row))?.[1];
}

/** The fields that requests write to the records of a resource. */
export function writtenFields(resource: Resource): readonly string[] {
  return [...new Set(writingRows(resource).flatMap((row) => [...fieldNames(row.body)]))];
}

/** Those of them that are written in sentences. */
export function proseFields(resource: Resource): ReadonlySet<string> {
  const fields = writingRows(resource).flatMap((row) => fieldsOf(row.body));
  return new Set(fields.filter(isProse).map(({ name }) => name));
}

function writingRows(resource: Resource): readonly Endpoint[] {
  const rows = endpointList.map(([, row]) => row);
  return rows.filter((row) => row.resource === resource && row.returns !== 'page');
}
