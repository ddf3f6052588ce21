// The OpenAPI document that the service serves: its examples, and typed records.
import { expect, it } from 'vitest';
import { responseCheck } from '../../test/support/response-schemas.ts';
import { specification } from '../../test/support/specification.ts';
import { openApiDocument } from '../contract/openapi.ts';
import * as operations from '../contract/operations.ts';
import { describe } from './description.ts';

const document: ReturnType<JSON['parse']> = openApiDocument(describe({}));

it('has a schema for each kind of record, with all of its members', () => {
  const { schemas } = document.components;
  const names = Object.keys(schemas).filter((name) => !/^One|Page$/.test(name));
  const kinds = ['Speaker', 'Submission', 'Contact', 'Session', 'ContentItem'];
  const optional = ['Event', 'Room', 'Track', 'Format'];
  expect(names).toEqual([...kinds, ...optional, 'Error', 'ValidationErrors']);
  expect(schemas.Speaker.required).toEqual(Object.keys(schemas.Speaker.properties));
  expect(schemas.Contact.required).toEqual(Object.keys(schemas.Contact.properties));
  expect(schemas.Submission.properties).toMatchObject({
    title: { type: 'string' },
    track: { type: ['object', 'null'] },
    starts_at: { type: ['string', 'null'], format: 'date-time' },
    submitter_email: { type: 'string' },
  });
  expect(schemas.Session).toEqual(schemas.Submission);
  expect(schemas.ContentItemPage.properties.meta).toMatchObject({ type: 'object' });
});

it('has nothing of the submitter, and no key, if the service is strict', () => {
  const strict: ReturnType<JSON['parse']> = openApiDocument(describe({ isStrict: true }));
  const { required } = strict.components.schemas.Submission;
  const added = ['submitter_email', 'submitter_first_name', 'submitter_last_name', 'feedback'];
  expect(required).toEqual(expect.not.arrayContaining(added));
  expect(document.components.schemas.Submission.required).toEqual(expect.arrayContaining(added));
  expect(JSON.stringify(strict.paths)).not.toContain('IdempotencyKey');
});

it('has the bounds that this service adds to the specification', () => {
  const search = document.paths['/v1/events/{event_id}/contacts/search'].post.requestBody;
  expect(search.content['application/json'].schema.properties).toMatchObject({
    page: { type: 'integer', minimum: 1, maximum: 999, default: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  });
});

it('has examples of responses that fit their schemas', () => {
  const check = responseCheck(false);
  let examples = 0;
  for (const [path, item] of Object.entries<Record<string, ReturnType<JSON['parse']>>>(
    document.paths,
  )) {
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, { content }] of Object.entries<ReturnType<JSON['parse']>>(responses)) {
        if (content === undefined) continue;
        examples += 1;
        const body = content['application/json'].example;
        check({ method, target: path, status: Number(status), body });
      }
    }
  }
  expect(examples).toBe(specification.length + Object.keys(operations).length);
  const unfit = { method: 'GET', target: '/nowhere', status: 404, body: { error: 'no' } };
  expect(() => check(unfit)).toThrow("must have required property 'detail'");
});
