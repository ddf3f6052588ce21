// Every error class has its exit code, and every status its class of error.
import { expect, it } from 'vitest';
import * as errors from './errors.ts';

const classes = Object.entries(errors).filter(
  (entry): entry is [string, typeof errors.PlenaryError] =>
    typeof entry[1] === 'function' && entry[1].prototype instanceof errors.PlenaryError,
);

// Written by hand from the design's table of exit codes.
const expected: Record<string, number> = {
  UsageError: 2,
  InvalidInputError: 3,
  AuthenticationError: 4,
  NetworkError: 7,
  MalformedResponseError: 1,
  NotFoundError: 5,
  BusyError: 7,
  ConflictError: 6,
  TooManyChangesError: 6,
  PartlyDoneError: 9,
  OutcomeUnknownError: 10,
  DatabaseError: 2,
  ChangesPendingError: 8,
  JournalError: 1,
  OutputError: 1,
  UnexpectedError: 1,
};

it.each(classes.filter(([name]) => name in expected))(
  '%s has its exit code',
  (name, ErrorClass) => {
    const error = Reflect.construct(ErrorClass, ['message']);
    expect(error).toMatchObject({ name, exitCode: expected[name], message: 'message' });
  },
);

it('lists every error class', () => {
  const ofOthers = ['ApiError', 'InterruptedError'];
  const listed = [...Object.keys(expected), ...ofOthers];
  expect(classes.map(([name]) => name).sort()).toEqual(listed.sort());
});

it.each([
  [400, 3, 'invalid_input', false],
  [401, 4, 'authentication', false],
  [404, 5, 'not_found', false],
  [408, 7, 'unavailable', true],
  [409, 6, 'conflict', false],
  [418, 1, 'unexpected_status', false],
  [422, 3, 'invalid_input', false],
  [429, 7, 'unavailable', true],
  [503, 7, 'unavailable', true],
])('a response with status %i has exit code %i', (status, exitCode, code, retryable) => {
  expect(new errors.ApiError('x', { status })).toMatchObject({ exitCode, code, retryable, status });
});

it('an interruption has the exit code of its signal', () => {
  expect(new errors.InterruptedError('SIGHUP')).toMatchObject({
    exitCode: 129,
    message: 'hung up',
  });
  expect(new errors.InterruptedError('SIGINT').exitCode).toBe(130);
  expect(new errors.InterruptedError('SIGTERM').exitCode).toBe(143);
});
