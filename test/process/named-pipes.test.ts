// Named pipes as files: one without another end is an error or ends with a signal.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdirSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSink } from '../../src/cli/user-files.ts';
import { startPlenary, testIo } from '../support/program.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = sharedFolder();

function pipe(name: string): string {
  const path = folder.file(name);
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

function speakers(name: string): string {
  const file = folder.file(`${name}.csv`);
  writeFileSync(file, `Email\n${name}@example.org\nx\n`);
  return file;
}

describe.runIf(process.platform === 'linux')('a pipe as input, without a writer', () => {
  it.concurrent.each([
    ['SIGINT', 130, ['speakers', 'import']],
    ['SIGTERM', 143, ['sessions', 'apply', '--timezone', 'Europe/Berlin']],
    ['SIGHUP', 129, ['speakers', 'add', '--input']],
    ['SIGTERM', 143, ['speakers', 'list', '--ca-cert']],
    ['SIGINT', 130, ['submissions', 'add', '--input']],
  ] as const)('%s ends the program with %i: %j', async (signal, code, args) => {
    const path = pipe(`${signal}-${args.join('').replace(/\W/g, '')}.json`);
    const child = startPlenary([...args, path], { env: service.env });
    const isOpen = () =>
      readdirSync(`/proc/${child.pid}/fd`).some((fd) => targetOf(`/proc/${child.pid}/fd/${fd}`) === path);
    await expect.poll(isOpen).toBe(true);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([code, null]);
  });
});

it.skipIf(process.platform === 'win32')('a pipe as the config file is refused without being read', async () => {
  mkdirSync(folder.file('config'), { mode: 0o700 });
  const path = pipe('config/config.json');
  const listed = await service.plenary(['config', 'list'], { env: { PLENARY_CONFIG_DIR: folder.file('config') } });
  expect(listed).toMatchObject({ exitCode: 2, stdout: '' });
  expect(listed.stderr).toContain(`Error: cannot read ${path}: it is not a regular file\n`);
});

/** Undefined if it was closed meanwhile. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

describe.skipIf(process.platform === 'win32')('a pipe as output', () => {
  const schedule = resolve('examples/schedule.csv');

  it.each([
    ['speakers', 'import', speakers('unread'), '--skip-invalid', '--rejects'],
    ['speakers', 'import', speakers('unread'), '--skip-invalid', '--results'],
    ['sessions', 'plan', schedule, '--timezone', 'UTC', '--out'],
    ['timetable', 'export', '--format', 'csv', '--out'],
  ])('without a reader ends the command before anything is sent: %s %s %s', async (...args) => {
    const server = await startScriptedServer([]);
    const path = pipe(`unread-${args.join('').replace(/\W/g, '')}.json`);
    const outcome = await service.plenary([...args, path], { env: { PLENARY_BASE_URL: server.url } });
    await server.close();
    expect(outcome).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `Error: cannot write ${path}: no process reads this pipe\nFix: start the process that reads it first\n`,
    });
    expect(server.requests).toEqual([]);
  });

  it('whose reader does not read gives up after a signal', async () => {
    const path = pipe('stuck');
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stopped = new AbortController();
    const sink = await openSink({ ...testIo(), stopped: stopped.signal }, path);
    await sink.write('a line\n');
    const written = sink.write('x'.repeat(1_000_000));
    stopped.abort('SIGTERM');
    await expect(written).rejects.toThrow(
      `cannot write ${path}: the process at the other end of this pipe does not read`,
    );
    await sink.close();
    closeSync(reader);
  });

  it('whose reader has ended is an error', async () => {
    const path = pipe('ended');
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const sink = await openSink(testIo(), path);
    closeSync(reader);
    await expect(sink.write('text')).rejects.toThrow('the process that read this pipe has closed it');
    await sink.close();
  });
});
