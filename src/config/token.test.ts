// The token that is used for an address, and the errors if there is none.
import { expect, it } from 'vitest';
import { resolveToken } from './token.ts';

const stored = { token: 'from-profile', origin: 'https://a.example' };
const options = { env: {}, profileName: 'work', stored, baseUrl: 'https://a.example/program/' };

it('uses the token of the profile for its origin, whatever the path', () => {
  expect(resolveToken(options)).toEqual({ token: 'from-profile', source: 'profile' });
});

it('prefers PLENARY_TOKEN', () => {
  expect(resolveToken({ ...options, env: { PLENARY_TOKEN: 'from-env' } })).toEqual({
    token: 'from-env',
    source: 'environment',
  });
});

it.each([
  ['https://b.example', 'another host'],
  ['http://a.example', 'another scheme'],
  ['https://a.example:8443', 'another port'],
])('never uses it for %s: %s', (baseUrl) => {
  expect(() => resolveToken({ ...options, baseUrl })).toThrow(
    expect.objectContaining({
      code: 'authentication',
      message: `the token of profile work belongs to https://a.example; it is not sent to ${baseUrl}`,
    }),
  );
});

it('advises to log in if there is none', () => {
  expect(() => resolveToken({ ...options, stored: undefined })).toThrow(
    expect.objectContaining({
      code: 'authentication',
      advice: { kind: 'log_in', baseUrl: 'https://a.example/program/' },
    }),
  );
});
