// The OpenAPI document that the service serves: its examples, and typed records.
import { expect, it } from 'vitest';
import { checkResponse } from '../../test/support/response-schemas.ts';
import { speakerFields, specification } from '../../test/support/specification.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { description } from './description.ts';

const document: ReturnType<JSON['parse']> = openApiDocument(description);

it('has a schema for each kind of record, with all of its fields', () => {
  const { schemas } = document.components;
  expect(Object.keys(schemas).filter((name) => !name.endsWith('Page'))).toEqual([
    'Speaker',
    'Submission',
    'Contact',
    'Session',
    'ContentItem',
    'Error',
    'ValidationErrors',
  ]);
  const added = ['id', 'event_id', 'created_at', 'updated_at'];
  expect(schemas.Speaker.required.toSorted()).toEqual([...added, ...speakerFields.map(({ name }) => name)].toSorted());
  expect(schemas.Submission.properties).toMatchObject({
    title: { type: 'string' },
    track_id: { type: ['string', 'null'] },
    start: { type: ['string', 'null'], format: 'date-time' },
  });
  expect(schemas.Session.properties).toMatchObject({ room: { type: 'string' }, start: { type: 'string' } });
});

it('has the bounds that this service adds to the specification', () => {
  const search = document.paths['/v1/events/{event_id}/contacts/search'].post.requestBody;
  expect(search.content['application/json'].schema.properties).toMatchObject({
    page: { type: 'integer', minimum: 1, default: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  });
});

it('has examples of responses that fit their schemas', () => {
  let examples = 0;
  for (const [path, item] of Object.entries<Record<string, ReturnType<JSON['parse']>>>(document.paths)) {
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, { content }] of Object.entries<ReturnType<JSON['parse']>>(responses)) {
        if (content === undefined) continue;
        examples += 1;
        checkResponse(method, path, Number(status), content['application/json'].example);
      }
    }
  }
  expect(examples).toBe(specification.length);
  expect(() => checkResponse('GET', '/nowhere', 404, { error: 'no' })).toThrow("must have required property 'detail'");
});
