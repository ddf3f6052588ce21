// The OpenAPI document against the specification.
import { expect, it } from 'vitest';
import { specification } from '../../test/support/specification.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const document: ReturnType<JSON['parse']> = openApiDocument({
  bounds: () => ({}),
  records: () => ({ name: 'Record', schema: { type: 'object' }, example: { id: '42' } }),
});

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
    Object.entries<Operation>(item as Record<string, never>).map(
      ([method, { operationId, summary, tags }]) =>
        `${method.toUpperCase()} ${path}: ${operationId}, ${summary}, ${tags}`,
    ),
  );
  const specified = specification.map(
    ({ method, path, name, title }) => `${method} ${path}: ${name}, ${title}, v1-public`,
  );
  expect(operations.sort()).toEqual(specified.sort());
});

it.each(specification)('describes the body and the response of $name', ({ method, path, body, response }) => {
  const operation: Operation = document.paths[path][method.toLowerCase()];
  expect(operation.requestBody !== undefined).toBe(body !== '');
  const [[status, success] = [], ...others] = Object.entries(operation.responses);
  expect(status).toBe(String(response.status));
  expect(success?.content !== undefined).toBe(response.json !== undefined);
  expect(others.map(([code]) => code)).toEqual(expect.arrayContaining(['401', '404', '422']));
});

it('describes bodies with their limits, defaults and nulls', () => {
  const speaker = bodyOf('/v1/events/{event_id}/speakers', 'post');
  expect(speaker.required).toEqual(['email']);
  expect(speaker.properties.email).toMatchObject({ type: 'string', minLength: 3, maxLength: 320 });
  expect(speaker.properties.first_name).toMatchObject({ type: 'string', maxLength: 200, default: '' });
  expect(speaker.properties.about).toMatchObject({ type: ['string', 'null'], maxLength: 50000 });
  expect(speaker.properties).not.toHaveProperty('phone');
  const update = bodyOf('/v1/speakers/{speaker_id}', 'patch');
  expect(update).not.toHaveProperty('required');
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

it('describes every status of a response', () => {
  const statusesOf = (path: string, method: string) => Object.keys(document.paths[path][method].responses).join(' ');
  const create = '201 401 404 409 413 415 422 429 503 default';
  expect(statusesOf('/v1/events/{event_id}/speakers', 'post')).toBe(create);
  expect(statusesOf('/v1/speakers/{speaker_id}', 'patch')).toBe(create.replace('201', '200'));
  expect(statusesOf('/v1/events/{event_id}/sessions', 'get')).toBe('200 401 404 422 429 503 default');
  const fault = document.components.schemas.ValidationErrors.properties.detail.items;
  expect(fault.required).toEqual(['loc', 'msg', 'type']);
  expect(Object.keys(fault.properties)).toEqual(['loc', 'msg', 'type', 'input', 'ctx']);
});

it('describes the headers of requests and responses', () => {
  const { parameters, responses } = document.paths['/v1/events/{event_id}/speakers'].post;
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  expect(Object.keys(responses[201].headers)).toEqual(['x-request-id', ...limits]);
  const { TooManyRequests, Unavailable, Failure } = document.components.responses;
  expect(Object.keys(TooManyRequests.headers)).toEqual(['x-request-id', ...limits, 'Retry-After']);
  expect(Object.keys(Unavailable.headers)).toEqual(['x-request-id', 'Retry-After']);
  expect(Object.keys(Failure.headers)).toEqual(['x-request-id']);
});

it('has an example for every parameter in a path, body and success', () => {
  for (const { path, method, body, response } of specification) {
    const operation = document.paths[path][method.toLowerCase()];
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path') expect(parameter.example).toEqual(expect.any(String));
    }
    if (body !== '') expect(operation.requestBody.content['application/json'].example).toBeDefined();
    const success = operation.responses[response.status];
    if (response.json !== undefined) expect(success.content['application/json'].example).toBeDefined();
  }
});
