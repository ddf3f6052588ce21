// What the body of a response in 2xx shows of a write: a record, an acknowledgement, a failure, or nothing certain.
import { describe, expect, it } from 'vitest';
import { endpoints } from '../contract/index.ts';
import { reportedFailure } from './api-error.ts';
import { readWritten } from './written.ts';

describe('reportedFailure', () => {
  it.each([
    [{ error: 'quota exceeded' }, 'quota exceeded'],
    [{ error: { message: 'quota exceeded', code: 7 } }, 'quota exceeded'],
    [{ errors: [{ title: 'bad' }] }, '{"errors":[{"title":"bad"}]}'],
    [{ data: null, errors: [{ message: 'bad' }] }, '{"data":null,"errors":[{"message":"bad"}]}'],
    [{ success: false, message: 'no' }, 'no'],
    [{ ok: 0 }, '{"ok":0}'],
    [{ status: 'error', message: 'no' }, 'no'],
    [{ result: 'error', message: 'no' }, 'no'],
    [{ data: { success: false } }, '{"success":false}'],
    [
      { detail: [{ loc: ['body', 'email'], msg: 'Field required' }] },
      '{"detail":[{"loc":["body","email"],"msg":"Field required"}]}',
    ],
    [false, 'false'],
  ])('%j: %s', (body, message) => {
    expect(reportedFailure(body)).toBe(message);
  });

  it.each([
    { id: 'spk_1', errors: [], error: null },
    { id: 'spk_1', error: '', errors: {} },
    { id: 'sub_1', status: 'error' },
    { error: 0, data: { id: 'spk_1' } },
    { success: true, message: 'saved' },
    { detail: 'saved' },
    {},
    [],
    null,
    undefined,
  ])('%j: none', (body) => {
    expect(reportedFailure(body)).toBeUndefined();
  });
});

const sent = { email: 'Amina@example.org', first_name: 'Amina' };
const record = { id: 'spk_1', email: 'amina@example.org' };
const talk = { title: 'Tea & milk', submitter_email: 'amina@example.org' };

describe('readWritten', () => {
  it.each([
    [201, record],
    [201, { id: 'spk_1' }],
    [201, [record]],
    [201, { data: [record] }],
    [200, { ...record, items: [record, record] }],
    [200, { success: true }],
    [204, undefined],
    [200, {}],
    [201, { email: 'amina@example.org' }],
    [202, { data: record }],
    [201, { id: 'spk_1', email: 'x***@y***.org' }],
    [201, { id: 'spk_1', email: 'amina@example.org, other@example.org' }],
  ])('a creation is done after %i with %j', (status, body) => {
    expect(read(status, body)).toMatchObject({ kind: 'done' });
  });

  it.each([
    [200, { error: 'no' }, 'reports a failure: no', false],
    [201, null, 'is not a record, but null', true],
    [200, { message: 'quota exceeded' }, 'is not a record, but an object with the field message', true],
    [201, [], 'is not a record, but an array', true],
    [201, { data: [record, { id: 'spk_2' }] }, 'is not a record, but an object with the field data', true],
    [201, { id: 'spk_9', email: 'bo@example.org' }, 'shows another record: email "bo@example.org"', true],
    [202, undefined, 'only accepts it for later (202)', true],
    [202, { id: 'job_1', status: 'queued' }, 'only accepts it for later (202)', true],
    [207, { id: 'job_1', results: [{ status: 422 }] }, 'contains several outcomes (207)', true],
    [202, { email: 'amina@example.org' }, 'only accepts it for later (202)', true],
  ])('a creation is not, after %i with %j', (status, body, fault, confirms) => {
    expect(read(status, body)).toEqual({ kind: 'unusable', fault, confirms });
  });

  it('a submission is the one sent if its title or its address is', () => {
    const changed = { id: 'sub_1', title: 'Tea with milk', submitter_email: 'amina@example.org' };
    expect(readWritten(response(201, changed), endpoints.createSubmission, talk)).toMatchObject({ kind: 'done' });
    const other = { ...changed, submitter_email: 'bo@example.org' };
    expect(readWritten(response(201, other), endpoints.createSubmission, talk)).toMatchObject({ kind: 'unusable' });
  });

  it.each([
    [200, { room: 'Hall' }, 'done'],
    [200, { data: { start: '2027-05-20T07:00:00Z' } }, 'done'],
    [200, { success: true, message: 'saved' }, 'done'],
    [200, { status: 'success', data: null }, 'done'],
    [200, {}, 'done'],
    [200, { message: 'Updated' }, 'unusable'],
    [200, { code: 4001, msg: 'quota exceeded', data: null }, 'unusable'],
    [200, { status: 403, message: 'forbidden' }, 'unusable'],
    [200, { fault: { faultstring: 'no' } }, 'unusable'],
    [200, { Error: 'no' }, 'unusable'],
    [200, { title: 'Forbidden', status: 403 }, 'unusable'],
    [200, { data: [{ id: 'a' }, { id: 'b' }] }, 'unusable'],
    [200, true, 'done'],
    [200, null, 'unusable'],
    [202, { id: 'sub_1', room: 'Hall', start: '2027-05-20T07:00:00Z' }, 'done'],
    [202, { id: 'job_1' }, 'unusable'],
    [202, undefined, 'unusable'],
  ] as const)('a placement, after %i with %j: %s', (status, body, kind) => {
    const place = { room: 'Hall', start: '2027-05-20T09:00:00+02:00' };
    expect(readWritten(response(status, body), endpoints.placeSession, place)).toMatchObject({ kind });
  });
});

function read(status: number, body: unknown) {
  return readWritten(response(status, body), endpoints.createSpeaker, sent);
}

function response(status: number, body: unknown) {
  return { status, body, headers: {}, requestId: undefined };
}
