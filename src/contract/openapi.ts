// Describes the table of endpoints as an OpenAPI 3.1.0 document. Must not know the bounds and the records of any server.
import { type Endpoint, isCreation, pathParameters, type Resource, singularOf, successStatus } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { type Field, fieldsOf, type ObjectSchema } from './fields.ts';
import { type EndpointName, endpointList } from './index.ts';
import {
  components,
  type FailureName,
  failure,
  type Json,
  limitHeaders,
  pageOf,
  ref,
  requestIdHeader,
} from './openapi-components.ts';

/** Constraints on a field as in JSON Schema: numbers are inclusive, lengths count code points. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** A server's own constraints on an endpoint's fields, by name. */
type Additions = (endpoint: Endpoint) => Readonly<Record<string, Bounds>>;

/** The records that a server returns. */
export interface RecordSchema {
  /** In the singular, e.g. `Speaker`. */
  readonly name: string;
  readonly schema: Json;
  readonly example: Json;
}

/** What a server adds to the specification, which shows no field of any record. */
export interface ServerDescription {
  readonly bounds: Additions;
  readonly records: (resource: Resource) => RecordSchema;
}

/** The whole document, as `GET /openapi.json` serves it. */
export function openApiDocument({ bounds, records }: ServerDescription): Json {
  const schemas = Object.fromEntries(
    endpointList.flatMap(([, { resource }]) => {
      const { name, schema } = records(resource);
      return [[name, schema] as const, [pageName(name), pageOf(name)] as const];
    }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conference Program REST API',
      version: '1.0.1',
      description: "Read and change the program of an organization's events: speakers, submissions and sessions.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: [{ name: tag, description: 'The public API, version 1' }],
    security: [{ token: [] }],
    paths: paths(bounds, records),
    components: components(schemas),
  };
}

const tag = 'v1-public';

function pageName(record: string): string {
  return `${record}Page`;
}

function paths(additions: Additions, records: (resource: Resource) => RecordSchema): Json {
  const items: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of endpointList) {
    items[endpoint.path] = {
      ...items[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, additions(endpoint), records(endpoint.resource)),
    };
  }
  return items;
}

type FieldAdditions = ReturnType<Additions>;

function operation(name: EndpointName, endpoint: Endpoint, additions: FieldAdditions, record: RecordSchema): Json {
  const { body, example } = endpoint;
  return {
    operationId: name,
    summary: endpoint.title,
    description: `${endpoint.summary}.`,
    tags: [tag],
    parameters: parameters(endpoint, additions),
    ...(body === undefined ? {} : { requestBody: requestBody(body, example, additions) }),
    responses: {
      [successStatus(endpoint)]: success(endpoint, record),
      ...Object.fromEntries(failuresOf(endpoint).map(([status, name]) => [status, failure(name)])),
    },
  };
}

/** How a request may fail, by status; `default` is any other. */
export function failuresOf(endpoint: Endpoint): readonly (readonly [status: number | 'default', name: FailureName])[] {
  const hasBody = endpoint.body !== undefined;
  return [
    [401, 'Unauthorized'],
    [404, 'NotFound'],
    ...(mayConflict(endpoint) ? [[409, 'Conflict'] as const] : []),
    ...(hasBody ? [[413, 'TooLarge'] as const, [415, 'UnsupportedType'] as const] : []),
    [422, 'Invalid'],
    [429, 'TooManyRequests'],
    [503, 'Unavailable'],
    ['default', 'Failure'],
  ];
}

/** An e-mail address belongs to at most one speaker of an event. */
function mayConflict({ resource, body }: Endpoint): boolean {
  return resource === 'speakers' && fieldsOf(body).some(({ name }) => name === 'email');
}

function parameters(endpoint: Endpoint, additions: FieldAdditions): readonly Json[] {
  const inPath = pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name.replace('_id', '')}`,
    schema: { type: 'string' },
    example: exampleIds[name] ?? '42',
  }));
  const inQuery = fieldsOf(endpoint.query).map((field) => {
    const { description, ...schema } = property(field, additions);
    const example = endpoint.example[field.name] ?? field.default ?? queryExamples[field.name];
    return {
      name: field.name,
      in: 'query',
      required: field.required,
      description,
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
  return [...inPath, ...inQuery, ...(isCreation(endpoint) ? [ref('parameters', 'IdempotencyKey')] : [])];
}

const queryExamples: Readonly<Record<string, string>> = { status: 'accepted', track: 'backend' };

function requestBody(body: ObjectSchema, example: Endpoint['example'], additions: FieldAdditions): Json {
  const fields = fieldsOf(body);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field, additions)])),
    ...(required.length === 0 ? {} : { required }),
  };
  return { required: true, content: { 'application/json': { schema, example } } };
}

function property(field: Field, additions: FieldAdditions): Json {
  return {
    type: field.nullable ? [field.type, 'null'] : field.type,
    ...(field.minLength === undefined ? {} : { minLength: field.minLength }),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...additions[field.name],
    description: field.description,
  };
}

function success(endpoint: Endpoint, record: RecordSchema): Json {
  const { returns, resource } = endpoint;
  const which = returns === 'created' ? 'The new' : 'The';
  const isPage = returns === 'page';
  return {
    description: isPage ? `One page of ${resource.replace('-', ' ')}` : `${which} ${singularOf(resource)}`,
    headers: { 'x-request-id': requestIdHeader, ...limitHeaders },
    content: {
      'application/json': {
        schema: ref('schemas', isPage ? pageName(record.name) : record.name),
        example: exampleResponse(endpoint, record),
      },
    },
  };
}

/** The body of a success. */
export function exampleResponse({ returns, example }: Endpoint, record: RecordSchema): Json {
  if (returns !== 'page') return { ...record.example, ...example };
  return { data: [record.example], pagination: { currentPage: 1, pageSize: 25, totalPages: 1, totalResults: 1 } };
}
