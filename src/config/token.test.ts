// The token that is used for an address, and the errors if there is none.
import { expect, it } from 'vitest';
import { findToken } from './token.ts';

const stored = { token: 'from-profile', origin: 'https://a.example' };
const profile = async () => ({ name: 'work', stored });
const address = 'https://a.example/program/';

it('uses the token of the profile for its origin, whatever the path', async () => {
  expect(await findToken({}, address, profile)).toEqual({
    token: 'from-profile',
    source: 'profile',
  });
});

it('prefers PLENARY_TOKEN, and does not open the profile then', async () => {
  const unread = () => Promise.reject(new Error('the profile was read'));
  expect(await findToken({ PLENARY_TOKEN: 'from-env' }, address, unread)).toEqual({
    token: 'from-env',
    source: 'environment',
  });
});

it('trims PLENARY_TOKEN, and takes an empty one for none', async () => {
  expect(await findToken({ PLENARY_TOKEN: ' from-env\r\n' }, address, profile)).toMatchObject({
    token: 'from-env',
  });
  expect(await findToken({ PLENARY_TOKEN: ' ' }, address, profile)).toMatchObject({
    source: 'profile',
  });
});

it.each([
  ['https://b.example', 'another host'],
  ['http://a.example', 'another scheme'],
  ['https://a.example:8443', 'another port'],
])('never uses it for %s: %s', async (baseUrl) => {
  await expect(findToken({}, baseUrl, profile)).rejects.toMatchObject({
    code: 'authentication',
    message: `the token of profile work belongs to https://a.example; it is not sent to ${baseUrl}`,
  });
});

it('advises to log in if there is none', async () => {
  await expect(
    findToken({}, address, async () => ({ name: 'work', stored: undefined })),
  ).rejects.toMatchObject({
    code: 'authentication',
    next: [{ command: 'plenary auth login --base-url https://a.example/program/' }],
  });
});
