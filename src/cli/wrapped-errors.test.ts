// What an error keeps of the one that it wraps.
import { expect, it } from 'vitest';
import { ApiError, NotFoundError } from '../errors.ts';
import { ExplainedError, ReportedError } from './wrapped-errors.ts';

it('what was reported already has the code of the worst', () => {
  const worst = new NotFoundError('no event');
  expect(new ReportedError(worst)).toMatchObject({
    name: 'ReportedError',
    exitCode: 5,
    message: 'no event',
  });
});

it('what is explained has the code of the error, and what is not replaced', () => {
  const error = new ApiError('no such record', {
    status: 404,
    requestId: 'r1',
    fix: 'check it',
    next: [{ command: 'plenary speakers list' }],
    cause: 'x',
  });
  const explained = new ExplainedError(error, { fix: 'look', summary: '## Plan' });
  expect(explained).toMatchObject({
    name: 'ExplainedError',
    code: 'not_found',
    exitCode: 5,
    message: 'no such record',
    status: 404,
    requestId: 'r1',
    retryable: false,
    details: [],
    fix: 'look',
    next: [{ command: 'plenary speakers list' }],
    summary: '## Plan',
    cause: 'x',
  });
  expect(error).toMatchObject({ fix: 'check it', summary: undefined });
});
