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

type Json = Readonly<Record<string, unknown>>;

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
export const exampleIds: Readonly<Record<string, string>> = {
  event_id: 'devconf-2027',
  speaker_id: 'spk_01m2q4z8w0001c9r4t6v8x0a2c4e6g',
  submission_id: 'sub_01m2q4z8w0002d0s5u7w9y1b3d5f7h',
};

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
        "Read and change the program of an organization's events: speakers, submissions and sessions.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: [{ name: 'v1-public', description: 'The public API, version 1' }],
    security: [{ token: [] }],
    paths,
    components: { ...components, schemas: { ...schemas, ...errorSchemas } },
  };
}

/** What a response that is not a success means, by its status. */
export const failures: Readonly<Record<string, string>> = {
  400: 'a value is not allowed, or a page is out of bounds',
  401: 'the token is missing, unknown or revoked',
  404: 'the event or record does not exist, or belongs to another organization',
  405: 'the path has no such method',
  409: 'the event already has a speaker with this e-mail address, or the room is taken then',
  413: 'the body is too large',
  422: 'the request is invalid',
  429: 'the rate limit of the organization is reached',
  500: 'the service has failed',
  503: 'the database cannot be used now; nothing was stored',
};

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
    example: exampleIds[name],
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

function property(field: Field, own: Bounds = {}): Json {
  const { type, nullable, minLength, maxLength, default: initial } = field;
  const { isNullable = nullable, description = field.description, ...bounds } = own;
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

function json(schema: Json, example: Json): Json {
  return { content: { 'application/json': { schema, example } } };
}

/** A reference to a component. */
function ref(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

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

/**
 * An object that may have additional properties.
 * @param optional properties that may each be missing
 */
function openObject(required: Json = {}, optional: Json = {}): Json {
  const properties = { ...required, ...optional };
  return {
    type: 'object',
    required: Object.keys(required),
    properties,
    additionalProperties: true,
  };
}

const headerNames = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const successHeaders = Object.fromEntries(headerNames.map((name) => [name, ref('headers', name)]));

const errorSchemas = {
  Error: openObject({ detail: text }),
  ValidationErrors: openObject({
    detail: {
      type: 'array',
      items: openObject(
        {
          loc: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description: 'The place of the fault',
          },
          msg: text,
          type: { ...text, description: 'The kind of the fault' },
        },
        {
          input: { description: 'The value that was sent' },
          ctx: {
            type: 'object',
            additionalProperties: true,
            description: 'Values that the message mentions',
          },
        },
      ),
    },
  }),
};

const components = {
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'x-access-token',
      description: "An API token of the organization; it gives access to that organization's data.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours get the first response again; ' +
        '`Idempotent-Replayed` is then `true`, else `false`',
      schema: { ...text, minLength: 1, maxLength: 255 },
      example: 'import-7-row-42',
    },
  },
  headers: {
    'X-Request-Id': {
      description:
        'Identifies the request in the log of the service; ' +
        'repeats the x-request-id of the request, if any',
      schema: text,
    },
    'RateLimit-Limit': {
      description: 'Requests in each window of time, if there is a limit',
      schema: count,
    },
    'RateLimit-Remaining': { description: 'Requests that are left in this window', schema: count },
    'RateLimit-Reset': { description: 'Seconds until the next window', schema: count },
    'Retry-After': {
      description: 'With 429 and 503: seconds to wait before a repetition',
      schema: count,
    },
  },
  responses: {
    Invalid: {
      description: 'The request is invalid',
      headers: successHeaders,
      ...json(ref('schemas', 'ValidationErrors'), {
        detail: [{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} }],
      }),
    },
    Failure: {
      description: Object.entries(failures)
        .map(([status, meaning]) => `${status}: ${meaning}.`)
        .join(' '),
      headers: { ...successHeaders, 'Retry-After': ref('headers', 'Retry-After') },
      ...json(ref('schemas', 'Error'), { detail: 'Event not found' }),
    },
  },
};
