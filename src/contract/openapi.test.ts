// The OpenAPI document against the specification.
import { expect, it } from 'vitest';
import { looseObject, string } from 'zod/mini';
import { specification } from '../../test/support/specification.ts';
import type { Operation } from './endpoint.ts';
import { type Field, fieldsOf } from './fields.ts';
import { openApiDocument } from './openapi.ts';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const schema = looseObject({ id: string() });
const server = {
  fields: (operation: Operation, place: 'body' | 'query') => fieldsOf(operation[place]),
  records: () => ({ name: 'Record', schema, example: { id: '42' } }),
  besidePage: () => ({}),
  operations: {},
  isKeyHonored: true,
};

const document: ReturnType<JSON['parse']> = openApiDocument(server);

function bodyOf(path: string, method: string) {
  return document.paths[path][method].requestBody.content['application/json'].schema;
}

it('is OpenAPI 3.1.0 at version 1.0.1, with the token in a header', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.1']);
  expect(Object.values(document.components.securitySchemes)).toEqual([
    { type: 'apiKey', in: 'header', name: 'x-access-token', description: expect.any(String) },
  ]);
});

it('has the operations of the specification', () => {
  const operations = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.entries<Described>(item as Record<string, never>).map(
      ([method, { operationId, summary, tags }]) =>
        `${method.toUpperCase()} ${path}: ${operationId}, ${summary}, ${tags}`,
    ),
  );
  const specified = specification.map(
    ({ method, path, name, title }) => `${method} ${path}: ${name}, ${title}, v1-public`,
  );
  expect(operations.sort()).toEqual(specified.sort());
});

it.each(specification)(
  'describes the body and the response of $name',
  ({ method, path, body, response }) => {
    const operation: Described = document.paths[path][method.toLowerCase()];
    expect(operation.requestBody !== undefined).toBe(body !== '');
    const [[status, success] = [], ...others] = Object.entries(operation.responses);
    expect(status).toBe(String(response.status));
    expect(success?.content !== undefined).toBe(response.json !== undefined);
    expect(others.map(([code]) => code)).toEqual(['422', 'default']);
  },
);

it('describes bodies with their limits, defaults and nulls', () => {
  const speaker = bodyOf('/v1/events/{event_id}/speakers', 'post');
  expect(speaker.required).toEqual(['email']);
  expect(speaker.properties.email).toMatchObject({ type: 'string', minLength: 3, maxLength: 320 });
  expect(speaker.properties.first_name).toMatchObject({
    type: 'string',
    maxLength: 200,
    default: '',
  });
  expect(speaker.properties.about).toMatchObject({ type: ['string', 'null'], maxLength: 50000 });
  expect(speaker.properties).not.toHaveProperty('phone');
  const update = bodyOf('/v1/speakers/{speaker_id}', 'patch');
  expect(update.required).toBeUndefined();
  expect(update.properties.phone).toMatchObject({ type: 'string', maxLength: 100 });
});

it('describes parameters of path and query', () => {
  const { parameters } = document.paths['/v1/events/{event_id}/sessions'].get;
  expect(parameters).toMatchObject([
    { name: 'event_id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'status', in: 'query', required: false, schema: { type: 'string' } },
    { name: 'track', in: 'query', required: false },
    { name: 'page', in: 'query', required: false, schema: { type: 'integer', default: 1 } },
    { name: 'pageSize', in: 'query', required: false, schema: { type: 'integer', default: 25 } },
  ]);
});

it('describes what a server adds: nulls, filters, and that it ignores keys', () => {
  const own: Readonly<Record<string, object>> = {
    track_id: { nullable: true },
    track: { description: 'ignored' },
  };
  const filter: Field = {
    name: 'filter',
    description: 'only with this text',
    type: 'string',
    required: false,
    nullable: false,
  };
  const ownDocument: ReturnType<JSON['parse']> = openApiDocument({
    ...server,
    fields: (operation, place) => {
      const fields = server.fields(operation, place);
      const described = fields.map((field) => ({ ...field, ...own[field.name] }));
      return place === 'query' ? [...described, filter] : described;
    },
    isKeyHonored: false,
  });
  const { get, post } = ownDocument.paths['/v1/events/{event_id}/submissions'];
  const { properties } = post.requestBody.content['application/json'].schema;
  expect(properties.track_id).toMatchObject({ type: ['string', 'null'], maxLength: 64 });
  expect(get.parameters).toContainEqual(
    expect.objectContaining({ name: 'track', description: 'ignored' }),
  );
  const parameter = {
    name: 'filter',
    in: 'query',
    required: false,
    description: 'only with this text',
    schema: { type: 'string' },
  };
  expect(get.parameters.at(-1)).toEqual(parameter);
  expect(post.parameters).toEqual([expect.objectContaining({ name: 'event_id' }), parameter]);
});

it('describes a record and a page as they are served', () => {
  const { schemas } = document.components;
  expect(schemas.OneRecord.properties).toEqual({ data: { $ref: '#/components/schemas/Record' } });
  expect(Object.keys(schemas.RecordPage.properties)).toEqual(['data', 'page', 'pageSize', 'total']);
});

it('describes the headers of requests and responses', () => {
  const { parameters, responses } = document.paths['/v1/events/{event_id}/speakers'].post;
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  const headers = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  expect(Object.keys(responses[201].headers)).toEqual(headers);
  expect(Object.keys(document.components.responses.Failure.headers)).toEqual([
    ...headers,
    'Retry-After',
  ]);
});
