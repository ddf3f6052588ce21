// Describes the table of endpoints as an OpenAPI 3.1.0 document. Must not know the bounds of any server.
import { type Endpoint, pathParameters, type Resource, successStatus } from './endpoint.ts';
import { type Field, fieldsOf, type ObjectSchema } from './fields.ts';
import { type EndpointName, endpointList } from './index.ts';

type Json = Readonly<Record<string, unknown>>;

/** A server's own constraints on an endpoint's fields: schema keywords by field name. */
export type Additions = (endpoint: Endpoint) => Readonly<Record<string, object>>;

/** The whole document, as `GET /openapi.json` serves it. */
export function openApiDocument(additions: Additions = () => ({})): Json {
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
    paths: paths(additions),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'x-access-token',
          description: "An API token of the organization; it gives access to that organization's data.",
        },
      },
      schemas: { Record: record, Page: page, Detail: detail, Conflict: conflict, ValidationErrors: validationErrors },
      responses: {
        Unauthorized: response('The token is missing, unknown or revoked', 'Detail'),
        NotFound: response('The event or record does not exist, or belongs to another organization', 'Detail'),
        Conflict: response('The event already has a speaker with this e-mail address', 'Conflict'),
        Invalid: response('The request is invalid', 'ValidationErrors'),
      },
    },
  };
}

const tag = 'v1-public';

function paths(additions: Additions): Json {
  const items: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of endpointList) {
    items[endpoint.path] = {
      ...items[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, additions(endpoint)),
    };
  }
  return items;
}

type FieldAdditions = ReturnType<Additions>;

function operation(name: EndpointName, endpoint: Endpoint, additions: FieldAdditions): Json {
  return {
    operationId: name,
    summary: endpoint.title,
    description: `${endpoint.summary}.`,
    tags: [tag],
    parameters: parameters(endpoint, additions),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, endpoint.example, additions) }),
    responses: {
      [successStatus(endpoint)]: success(endpoint),
      401: { $ref: '#/components/responses/Unauthorized' },
      404: { $ref: '#/components/responses/NotFound' },
      ...(mayConflict(endpoint) ? { 409: { $ref: '#/components/responses/Conflict' } } : {}),
      422: { $ref: '#/components/responses/Invalid' },
    },
  };
}

/** An e-mail address belongs to at most one speaker of an event. */
function mayConflict({ resource, body }: Endpoint): boolean {
  return resource === 'speakers' && fieldsOf(body).some(({ name }) => name === 'email');
}

function parameters({ path, query }: Endpoint, additions: FieldAdditions): readonly Json[] {
  const inPath = pathParameters(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery = fieldsOf(query).map((field) => {
    const { description, ...schema } = property(field, additions);
    return { name: field.name, in: 'query', required: field.required, description, schema };
  });
  return [...inPath, ...inQuery];
}

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

function success({ returns, resource }: Endpoint): Json {
  const { one, many } = nouns[resource];
  switch (returns) {
    case 'created':
      return response(`The new ${one}`, 'Record');
    case 'record':
      return response(`The ${one}`, 'Record');
    case 'page':
      return response(`One page of ${many}`, 'Page');
    case 'nothing':
      return { description: 'Success, without a body' };
  }
}

const nouns: Readonly<Record<Resource, { one: string; many: string }>> = {
  speakers: { one: 'speaker', many: 'speakers' },
  submissions: { one: 'submission', many: 'submissions' },
  sessions: { one: 'session', many: 'sessions' },
  contacts: { one: 'contact', many: 'contacts' },
  'content-items': { one: 'content item', many: 'content items' },
};

function response(description: string, schema: string): Json {
  return { description, content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } };
}

const record: Json = {
  type: 'object',
  properties: { id: { type: 'string' } },
  additionalProperties: true,
};

const count: Json = { type: 'integer', minimum: 0 };

const page: Json = {
  type: 'object',
  required: ['data', 'pagination'],
  properties: {
    data: { type: 'array', items: { $ref: '#/components/schemas/Record' } },
    pagination: {
      type: 'object',
      required: ['currentPage', 'pageSize', 'totalPages', 'totalResults'],
      properties: { currentPage: count, pageSize: count, totalPages: count, totalResults: count },
      additionalProperties: true,
    },
  },
  additionalProperties: true,
};

const detail: Json = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string' } },
  additionalProperties: true,
};

const conflict: Json = {
  ...detail,
  properties: { detail: { type: 'string' }, id: { type: 'string', description: 'The existing record' } },
};

const validationErrors: Json = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] }, description: 'The place of the fault' },
          msg: { type: 'string' },
          type: { type: 'string', description: 'The kind of the fault' },
          input: { description: 'The value that was sent' },
          ctx: { type: 'object', additionalProperties: true, description: 'Values that the message mentions' },
        },
        additionalProperties: true,
      },
    },
  },
  additionalProperties: true,
};
