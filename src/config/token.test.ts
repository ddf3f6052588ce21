import { expect, it } from 'vitest';
import { resolveToken } from './token.ts';

const stored = { token: 'from-profile', origin: 'https://a.example' };
const options = { env: {}, profileName: 'work', stored, baseUrl: 'https://a.example/program/' };

it('gives the profile its token for the origin it was stored for, whatever the path', () => {
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
])('never hands it out for %s: %s', (baseUrl) => {
  expect(() => resolveToken({ ...options, baseUrl })).toThrow(
    expect.objectContaining({
      code: 'authentication',
      message: `the token of profile work belongs to https://a.example; it is not sent to ${baseUrl}`,
    }),
  );
});

it('says how to log in where there is none', () => {
  expect(() => resolveToken({ ...options, stored: undefined })).toThrow(
    expect.objectContaining({
      code: 'authentication',
      next: [{ command: 'plenary auth login --base-url https://a.example/program/' }],
    }),
  );
});
