// Describes the table of endpoints as an OpenAPI 3.1.0 document. Must not know the bounds and the
// records of any server.
import { array, looseObject, registry, string } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { count } from './document.ts';
import {
  type Endpoint,
  isCreation,
  type Noun,
  type Operation,
  pathParameters,
  singularOf,
  successStatus,
} from './endpoint.ts';
import { type Field, schemaOf } from './fields.ts';
import { endpointList } from './index.ts';
import { jsonSchemaOf, type NamedSchemas, namedSchemasOf } from './json-schema.ts';
import { components, type Json, json, ref, successHeaders, text } from './openapi-parts.ts';
import { validationError } from './validation-error.ts';

/** The records that a server returns. */
export interface RecordSchema {
  /** In the singular, e.g. `Speaker`. */
  readonly name: string;
  readonly schema: $ZodType;
  readonly example: Json;
}

/** What a server adds to the specification, which shows no field of any record. */
export interface ServerDescription {
  /** The fields of an operation's body or query, as the server takes them. */
  readonly fields: (operation: Operation, place: 'body' | 'query') => readonly Field[];
  readonly records: (resource: Noun) => RecordSchema;
  /** The schemas of what a page of a resource has beside its records, by name. */
  readonly besidePage: (resource: Noun) => Readonly<Record<string, $ZodType>>;
  /** Those of the optional operations that it has, by name. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Whether the header `Idempotency-Key` has an effect. */
  readonly isKeyHonored: boolean;
}

/** The ids that examples use, by path parameter. */
export const exampleIds = {
  event_id: 'devconf-2027',
  speaker_id: 'spk_01m2q4z8w0001c9r4t6v8x0a2c4e6g',
  submission_id: 'sub_01m2q4z8w0002d0s5u7w9y1b3d5f7h',
};

const examples: Readonly<Record<string, string>> = exampleIds;

/** The whole document, as `GET /openapi.json` serves it. */
export function openApiDocument(server: ServerDescription): Json {
  const schemas: NamedSchemas = registry();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of [...endpointList, ...Object.entries(server.operations)]) {
    const { resource, returns } = endpoint;
    const { schema, name: kind } = server.records(resource);
    schemas.add(schema, { id: kind });
    if (returns === 'page') {
      schemas.add(pageOf(schema, server.besidePage(resource)), { id: `${kind}Page` });
    } else {
      schemas.add(looseObject({ data: schema }), { id: `One${kind}` });
    }
    const operation = operationOf(name, endpoint, server);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  schemas.add(looseObject({ detail: string() }), { id: 'Error' });
  schemas.add(looseObject({ detail: array(validationError) }), { id: 'ValidationErrors' });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conference Program REST API',
      version: '1.0.1',
      description:
        "Read and change the program of an organization's events: speakers, submissions and " +
        'sessions.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: [{ name: 'v1-public', description: 'The public API, version 1' }],
    security: [{ token: [] }],
    paths,
    components: { ...components, schemas: namedSchemasOf(schemas) },
  };
}

function operationOf(
  name: string,
  endpoint: Endpoint | Operation,
  server: ServerDescription,
): Json {
  const { summary, body, returns, resource } = endpoint;
  // An optional operation has no title of the specification, and no body.
  const { title, example } = 'title' in endpoint ? endpoint : { title: summary, example: {} };
  const record = server.records(resource);
  const isPage = returns === 'page';
  const which = returns === 'created' ? 'The new' : 'The';
  const schema = jsonSchemaOf(schemaOf(server.fields(endpoint, 'body')));
  const response = ref('schemas', isPage ? `${record.name}Page` : `One${record.name}`);
  return {
    operationId: name,
    summary: title,
    description: `${summary}.`,
    tags: ['v1-public'],
    parameters: parametersOf(endpoint, server),
    ...(body && { requestBody: { required: !isPage, ...json(schema, example) } }),
    responses: {
      [successStatus(endpoint)]: {
        description: isPage
          ? `One page of ${resource.replace('-', ' ')}`
          : `${which} ${singularOf(resource)}`,
        headers: successHeaders,
        ...json(response, exampleResponse(endpoint, server)),
      },
      422: ref('responses', 'Invalid'),
      default: ref('responses', 'Failure'),
    },
  };
}

function parametersOf(endpoint: Operation, server: ServerDescription): readonly Json[] {
  const inPath = pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name.replace('_id', '')}`,
    schema: text,
    example: examples[name],
  }));
  const fields = server.fields(endpoint, 'query');
  const { properties = {} } = jsonSchemaOf(schemaOf(fields));
  const inQuery = fields.map(({ name, required, description }) => {
    const { description: _, ...schema } = Object(properties[name]);
    return { name, in: 'query', required, description, schema };
  });
  const isKeyHonored = isCreation(endpoint) && server.isKeyHonored;
  const key = isKeyHonored ? [ref('parameters', 'IdempotencyKey')] : [];
  return [...inPath, ...inQuery, ...key];
}

/** The body of a success. */
export function exampleResponse({ returns, resource }: Operation, server: ServerDescription): Json {
  const { example } = server.records(resource);
  return returns === 'page'
    ? { data: [example], page: 1, pageSize: 25, total: 1 }
    : { data: example };
}

/** The schema of one page of records. */
function pageOf(record: $ZodType, beside: Readonly<Record<string, $ZodType>>): $ZodType {
  return looseObject({
    data: array(record),
    page: count,
    pageSize: count,
    total: count,
    ...beside,
  });
}
