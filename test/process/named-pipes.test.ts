// Named pipes as files to read: one without a writer ends with a signal.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startPlenary } from '../support/program.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = sharedFolder();

function pipe(name: string): string {
  const path = folder.file(name);
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

describe.runIf(process.platform === 'linux')('a pipe as input, without a writer', () => {
  it.concurrent.each([
    ['SIGINT', 130, ['speakers', 'import']],
    ['SIGTERM', 143, ['sessions', 'apply', '--timezone', 'Europe/Berlin']],
    ['SIGHUP', 129, ['speakers', 'add', '--input']],
  ] as const)('%s ends the program with %i: %j', async (signal, code, args) => {
    const path = pipe(`${signal}-${args.join('').replace(/\W/g, '')}.json`);
    const child = startPlenary([...args, path], { env: service.env });
    const isOpen = () =>
      readdirSync(`/proc/${child.pid}/fd`).some(
        (fd) => targetOf(`/proc/${child.pid}/fd/${fd}`) === path,
      );
    await expect.poll(isOpen).toBe(true);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([code, null]);
  });
});

it.skipIf(process.platform === 'win32')(
  'a pipe as the config file is refused without being read',
  async () => {
    mkdirSync(folder.file('config'), { mode: 0o700 });
    const path = pipe('config/config.json');
    const listed = await service.plenary(['config', 'list'], {
      env: { PLENARY_CONFIG_DIR: folder.file('config') },
    });
    expect(listed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(listed.stderr).toContain(`Error: cannot read ${path}: it is not a regular file\n`);
  },
);

/** Undefined if it was closed meanwhile. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
