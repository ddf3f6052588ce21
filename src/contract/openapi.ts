// Describes the table of endpoints as an OpenAPI 3.1.0 document. Must not know the bounds and the
// records of any server.
import {
  type Endpoint,
  isCreation,
  type Noun,
  type Operation,
  pathParameters,
  singularOf,
  successStatus,
} from './endpoint.ts';
import { type Field, fieldsOf } from './fields.ts';
import { endpointList } from './index.ts';
import {
  components,
  count,
  errorSchemas,
  type Json,
  json,
  openObject,
  ref,
  successHeaders,
  text,
} from './openapi-parts.ts';

/** Constraints on a field as in JSON Schema: numbers are inclusive, lengths count code points. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** Null has a meaning, where the specification does not mention it. */
  readonly isNullable?: boolean;
  /** What the field is, in place of the general description. */
  readonly description?: string;
}

/** The records that a server returns. */
export interface RecordSchema {
  /** In the singular, e.g. `Speaker`. */
  readonly name: string;
  readonly schema: Json;
  readonly example: Json;
}

/** What a server adds to the specification, which shows no field of any record. */
export interface ServerDescription {
  /** Its own constraints on an endpoint's fields, by name. */
  readonly bounds: (endpoint: Operation) => Readonly<Record<string, Bounds>>;
  /** Its own filters of a list, by name, with their descriptions. */
  readonly filters: (endpoint: Operation) => Readonly<Record<string, string>>;
  readonly records: (resource: Noun) => RecordSchema;
  /** The schemas of what a page of a resource has beside its records, by name. */
  readonly besidePage: (resource: Noun) => Json;
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
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of [...endpointList, ...Object.entries(server.operations)]) {
    const record = server.records(endpoint.resource);
    schemas[record.name] = record.schema;
    if (endpoint.returns === 'page') {
      schemas[`${record.name}Page`] = pageOf(record.name, server.besidePage(endpoint.resource));
    } else {
      schemas[`One${record.name}`] = openObject({ data: ref('schemas', record.name) });
    }
    const operation = operationOf(name, endpoint, server);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
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
    components: { ...components, schemas: { ...schemas, ...errorSchemas } },
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
  const bounds = server.bounds(endpoint);
  const propertyOf = (field: Field) => [field.name, property(field, bounds[field.name])] as const;
  const [required, optional] = [true, false].map((is) =>
    Object.fromEntries(
      fieldsOf(body).flatMap((field) => (field.required === is ? [propertyOf(field)] : [])),
    ),
  );
  const response = ref('schemas', isPage ? `${record.name}Page` : `One${record.name}`);
  return {
    operationId: name,
    summary: title,
    description: `${summary}.`,
    tags: ['v1-public'],
    parameters: parametersOf(endpoint, server),
    ...(body && {
      requestBody: { required: !isPage, ...json(openObject(required, optional), example) },
    }),
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
  const bounds = server.bounds(endpoint);
  const inPath = pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name.replace('_id', '')}`,
    schema: text,
    example: examples[name],
  }));
  const inQuery = fieldsOf(endpoint.query).map((field) => {
    const { description, ...schema } = property(field, bounds[field.name]);
    return { name: field.name, in: 'query', required: field.required, description, schema };
  });
  const filters = Object.entries(server.filters(endpoint)).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: text,
  }));
  const isKeyHonored = isCreation(endpoint) && server.isKeyHonored;
  const key = isKeyHonored ? [ref('parameters', 'IdempotencyKey')] : [];
  return [...inPath, ...inQuery, ...filters, ...key];
}

function property(field: Field, overrides: Bounds = {}): Json {
  const { type, nullable, minLength, maxLength, default: initial } = field;
  const { isNullable = nullable, description = field.description, ...bounds } = overrides;
  return {
    type: isNullable ? [type, 'null'] : type,
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(initial !== undefined && { default: initial }),
    ...bounds,
    description,
  };
}

/** The body of a success. */
export function exampleResponse({ returns, resource }: Operation, server: ServerDescription): Json {
  const { example } = server.records(resource);
  return returns === 'page'
    ? { data: [example], page: 1, pageSize: 25, total: 1 }
    : { data: example };
}

/** The schema of one page of records. */
function pageOf(record: string, beside: Json): Json {
  const page = {
    data: { type: 'array', items: ref('schemas', record) },
    page: count,
    pageSize: count,
    total: count,
  };
  return openObject(page, beside);
}
