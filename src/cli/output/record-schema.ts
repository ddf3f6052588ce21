// Describes the records of a service, which may have any fields with any values. Loaded only for JSON Schemas.
import { array, describe, exactOptional, looseObject, unknown } from 'zod/mini';
import type { Resource } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { endpointList } from '../../contract/index.ts';
import { knownFields } from './default-fields.ts';

/** One record, with the fields that the specification names. */
export function recordOf(resource: Resource) {
  const described = endpointList
    .filter(([, row]) => row.resource === resource)
    .flatMap(([, { body }]) => fieldsOf(body))
    .map(({ name, description }) => [name, description] as const);
  const descriptions = new Map(described);
  const fields = knownFields(resource).map((name) => {
    return [name, exactOptional(unknown().check(describe(descriptions.get(name) ?? name)))] as const;
  });
  return looseObject(Object.fromEntries(fields));
}

export function recordsOf(resource: Resource) {
  return array(recordOf(resource));
}
