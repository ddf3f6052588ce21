// Where files are if the user's own folder is unknown: never in the working folder.
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { configDirectory, homeFolder, stateDirectory } from './paths.ts';

it.each([configDirectory, stateDirectory])(
  '%o needs a home folder, or one that is given',
  (directory) => {
    const home = { homedir: undefined, platform: 'linux' as const };
    expect(() => directory({ ...home, env: {} })).toThrow(
      'the home folder is unknown: HOME is not set',
    );
    expect(
      directory({ ...home, env: { PLENARY_CONFIG_DIR: '/own', PLENARY_STATE_DIR: '/own' } }),
    ).toBe('/own');
  },
);

it('takes the home folder from the password file if HOME is empty', () => {
  expect(homeFolder({ HOME: '' })).toBe(userInfo().homedir);
});

it.each([{}, { HOME: '' }])('knows none for %j if the password file has none either', (env) => {
  const fail = () => {
    throw new Error('ENOENT: no such file or directory, uv_os_homedir');
  };
  expect(homeFolder(env, { homedir: fail, userInfo: fail })).toBeUndefined();
});
