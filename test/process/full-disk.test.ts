// Output that cannot be written, because the disk is full: an error of its own, which says what was
// done before.
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, launcher, runToEnd } from '../support/program.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = sharedFolder();

describe.runIf(existsSync('/dev/full'))('an output that cannot be written', () => {
  const full = () => openSync('/dev/full', 'w');
  const message =
    'Error: cannot write to standard output: the disk is full\n' +
    'Fix: free some space on the disk, or use another one\n';
  const start = (args: string[], stdio: (number | 'pipe' | 'ignore')[]) =>
    runToEnd([process.execPath, launcher, ...args], { env: service.env, stdio });

  it('ends a command with an error of its own', async () => {
    const [version, help, list, both, silent] = await Promise.all([
      start(['--version'], ['ignore', full(), 'pipe']),
      start(['--help'], ['ignore', full(), 'pipe']),
      start(['speakers', 'list', '--json'], ['ignore', full(), 'pipe']),
      start(['speakers', 'list', '--json'], ['ignore', full(), full()]),
      start(['speakers', 'nope'], ['ignore', 'ignore', full()]),
    ]);
    expect(version).toMatchObject({ exitCode: 1, stderr: message });
    expect(help).toMatchObject({ exitCode: 1, stderr: message });
    expect(list.exitCode).toBe(1);
    expect(JSON.parse(list.stderr).error).toMatchObject({
      code: 'output',
      message: 'cannot write to standard output: the disk is full',
    });
    expect(both.exitCode).toBe(1);
    expect(silent.exitCode).toBe(2);
  });

  it('after a write says what was written', async () => {
    const speakers = folder.file('speakers.csv');
    writeFileSync(speakers, 'Email\nfull-1@example.org\nx\n');
    const [added, imported] = await Promise.all([
      start(['speakers', 'add', '--email', 'full@example.org'], ['ignore', full(), 'pipe']),
      start(['speakers', 'import', speakers, '--skip-invalid'], ['ignore', full(), 'pipe']),
    ]);
    expect(added.exitCode).toBe(1);
    expect(added.stderr).toMatch(
      /standard output: .*\nFix: do not run the command again: spk_\w+ was saved by the service\n$/,
    );
    expect(imported.exitCode).toBe(9);
    expect(imported.stderr).toMatch(/\nThe report is missing: .*the disk is full\.\n/);
  });

  it('after an import or a schedule names the run that has the outcome', async () => {
    const file = folder.file('rows.csv');
    writeFileSync(file, 'Email\nrows@example.org\n');
    const schedule = folder.file('schedule.csv');
    const talk = ['--title', 'A talk', '--submitter-email', 'talk@example.org'];
    expect(await service.plenary(['submissions', 'add', ...talk])).toMatchObject({ exitCode: 0 });
    writeFileSync(schedule, 'title,room,start\nA talk,Hall,2027-05-20T09:00+02:00\n');
    const finished = async (args: string[]) => {
      const first = await start(args, ['ignore', full(), 'pipe']);
      expect(first.exitCode).toBe(1);
      const error = errorOf(first);
      expect(error).toMatchObject({
        code: 'output',
        fix: 'see the outcome in the saved run: 1 row was sent',
      });
      const [, ...shown] = error.next[0].command.split(' ');
      expect(JSON.parse((await service.plenary([...shown, '--json'])).stdout)).toMatchObject({
        state: 'finished',
      });
      const again = await start(args, ['ignore', full(), 'pipe']);
      expect(errorOf(again)).toMatchObject({
        fix: 'run the same command again: nothing was sent',
        next: [],
      });
    };
    await Promise.all([
      finished(['speakers', 'import', file, '--json']),
      finished(['sessions', 'apply', schedule, '--json']),
    ]);
  });
});

describe.runIf(existsSync('/bin/bash'))('a file that has room for a part of the output', () => {
  const kibibytes = 100;
  /** Files may not grow further than the limit, as on a disk that is full. */
  const shell = (line: string) =>
    runToEnd(['/bin/bash', '-c', `ulimit -f ${kibibytes}; ${line}`], {
      env: { ...service.env, PLENARY: `${process.execPath} ${launcher}` },
    });

  beforeAll(async () => {
    const file = folder.file('many.csv');
    const rows = Array.from(
      { length: 300 },
      (_, index) => `large-${index}@example.org,${'x'.repeat(1000)}\n`,
    );
    writeFileSync(file, `Email,About\n${rows.join('')}`);
    expect(await service.plenary(['speakers', 'import', file])).toMatchObject({ exitCode: 0 });
  });

  it.each(['csv', 'table --fields email,about', 'json', 'ndjson'])(
    'is filled, and -o %s reports what is missing',
    async (format) => {
      const file = folder.file('cut');
      const { exitCode, stderr } = await shell(
        `COLUMNS=1100 $PLENARY speakers list --page-size 100 -o ${format} > ${file}`,
      );
      expect(stderr).toContain('cannot write to standard output: the file is too large');
      expect(exitCode).toBe(1);
      expect(statSync(file).size).toBe(kibibytes * 1024);
    },
  );

  describe('keeps the old file', () => {
    const place = folder.file('outputs');
    const schedule = folder.file('long.csv');
    const speakers = folder.file('changed.csv');
    beforeAll(() => {
      mkdirSync(place);
      const rows = Array.from(
        { length: 300 },
        (_, at) => `${'x'.repeat(400)} ${at},Hall ${at},2027-05-20T09:00+02:00\n`,
      );
      writeFileSync(schedule, `title,room,start\n${rows.join('')}`);
      const people = Array.from(
        { length: 300 },
        (_, at) => `large-${at}@example.org,${'y'.repeat(1000)}\n`,
      );
      writeFileSync(speakers, `Email,About\n${people.join('')}`);
    });

    it.each([
      [
        'timetable export',
        (out: string) => `timetable export --schedule ${schedule} --format csv --out ${out}`,
      ],
      ['speakers plan', (out: string) => `speakers plan ${speakers} --event devconf --out ${out}`],
    ])('of %s', async (name, command) => {
      const out = resolve(
        place,
        `${name.replaceAll(' ', '-')}.${name === 'speakers plan' ? 'json' : 'csv'}`,
      );
      writeFileSync(out, 'the old text\n');
      const link = resolve(place, `link-to-${basename(out)}`);
      symlinkSync(out, link);
      const { exitCode, stderr } = await shell(`unset PLENARY_EVENT; $PLENARY ${command(link)}`);
      expect(stderr).toContain(`cannot write ${out}: the file is too large\n`);
      expect(exitCode).toBe(1);
      expect(readFileSync(out, 'utf8')).toBe('the old text\n');
      expect(readdirSync(place).filter((file) => file.startsWith('.'))).toEqual([]);
    });
  });
});
