// Complete schedules of real conferences, without people, if they are available; the expected
// figures were counted by other means.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvText } from '../src/files/csv-write.ts';
import { none, planNone } from './support/import-stage.ts';
import type { CommandResult } from './support/program.ts';
import { report, scheduleStages, writes } from './support/schedule-stage.ts';

const data = fileURLToPath(new URL('../../shared/data/', import.meta.url));
const missing = !existsSync(data);
const notice = missing ? '../shared/data is missing: ' : '';

const { service, folder } = scheduleStages();

function run(...args: readonly string[]): Promise<CommandResult> {
  const env = { PLENARY_STATE_DIR: file('state'), PLENARY_TIMEZONE: 'Asia/Singapore' };
  return service().plenary(args, { env, cwd: folder() });
}

const file = (name: string) => join(folder(), name);

it.skipIf(missing)(
  `${notice}FOSSASIA 2016: every clash, and every session in its place`,
  async () => {
    const sheet: readonly (readonly string[])[] = parse(
      readFileSync(`${data}fossasia-2016-schedule.csv`, 'utf8'),
    );
    const [columns = [], ...rows] = sheet;
    // Unchanged, in an event with none of its sessions: a plan has the clashes of its breaks alone,
    // and a check of the file has all of them. The closing notes of one person are in ten rooms at
    // once, which is one session as long as it has no ids.
    copyFileSync(`${data}fossasia-2016-schedule.csv`, file('raw.csv'));
    const raw = await run('sessions', 'plan', 'raw.csv', '--json');
    expect([raw.exitCode, report(raw).counts, report(raw).clashes.length]).toEqual([
      3,
      { ...planNone, rows: 352, unknown: 333, skipped: 19, clashes: 3 },
      3,
    ]);
    const alone = await run('sessions', 'check', '--schedule', 'raw.csv', '--json');
    expect([alone.exitCode, report(alone).counts.clashes]).toEqual([6, 526]);

    // Titles repeat, and some are empty: each session gets its own submitter, and is identified by
    // its id.
    const talks = rows.map(([, title], at) => [title || 'Untitled', `row-${at}@example.org`]);
    writeFileSync(file('talks.csv'), csvText([['Title', 'Email'], ...talks]));
    expect(
      (await run('submissions', 'import', 'talks.csv', '--one-row-per', 'talk')).exitCode,
    ).toBe(0);
    const submissions: readonly Record<string, string>[] = report(
      await run('submissions', 'list', '--json'),
    );
    const idOf = new Map(submissions.map(({ submitter_email, id }) => [submitter_email, id]));
    const scheduled = rows.map((row, at) => [idOf.get(`row-${at}@example.org`) ?? '', ...row]);
    writeFileSync(file('fossasia.csv'), csvText([['submission_id', ...columns], ...scheduled]));

    const planned = await run('sessions', 'plan', 'fossasia.csv', '--json');
    const { counts, clashes, warnings } = report(planned);
    expect(counts).toEqual({ ...planNone, rows: 352, place: 350, skipped: 2, clashes: 571 });
    const codes = clashes.map(
      ({ code, byName }: { code: string; byName: boolean }) => `${code} ${byName}`,
    );
    expect(codes.filter((code: string) => code === 'room false')).toHaveLength(500);
    // 60 by equal names; 11 more are "Hong Phuc DANG" against "Hong Phuc Dang". Splitting cells
    // adds none.
    const people = clashes.filter(({ code }: { code: string }) => code === 'person');
    const inCapitals = people.filter(
      ({ what, sessions }: { what: string; sessions: readonly { line: number }[] }) => {
        const cells = new Set(sessions.map(({ line }) => sheet[line - 1]?.at(-1)));
        return what.toLowerCase() === 'hong phuc dang' && cells.size === 2;
      },
    );
    expect([people.length, inCapitals.length]).toEqual([71, 11]);
    expect(codes).toHaveLength(571);
    const unclear = warnings.filter(({ code }: { code: string }) => code === 'unclear_people');
    expect(
      unclear.map(({ message }: { message: string }) => message.split(' is taken')[0]),
    ).toEqual(['"Eileen/Kiruthika"', '"Science Hacks and Science Hackers"']);
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual([
      'no_start',
      'unclear_people',
      'unclear_people',
      'other_length',
    ]);
    expect(planned.exitCode).toBe(6);

    const applied = await run(
      'sessions',
      'apply',
      'fossasia.csv',
      '--fail-on',
      'never',
      '--json',
      '--debug',
    );
    expect([applied.exitCode, writes(applied), report(applied).counts.placed]).toEqual([
      0, 350, 350,
    ]);
    const again = await run(
      'sessions',
      'apply',
      'fossasia.csv',
      '--fail-on',
      'never',
      '--json',
      '--debug',
    );
    expect([again.exitCode, writes(again), report(again).counts.unchanged]).toEqual([0, 0, 350]);
  },
);

it.skipIf(missing)(`${notice}an export of Sessionize: no clash, and all are placed`, async () => {
  const event = ['--id', 'lagos', '--name', 'Lagos', '--timezone', 'Africa/Lagos'];
  await service().plenary(['service', 'event', 'add', '--data', service().data, ...event]);
  copyFileSync(`${data}sessionize-accepted-sessions.csv`, file('sessionize.csv'));
  expect((await run('submissions', 'import', 'sessionize.csv', '--event', 'lagos')).exitCode).toBe(
    0,
  );
  const flags = [
    'sessionize.csv',
    '--event',
    'lagos',
    '--timezone',
    'Africa/Lagos',
    '--json',
    '--debug',
  ];
  const applied = await run('sessions', 'apply', ...flags);
  expect(report(applied)).toMatchObject({
    counts: { ...none, rows: 49, placed: 49 },
    // The service has created their formats with 30 minutes.
    warnings: [
      { code: 'other_length', message: expect.stringMatching(/^49 sessions have another length/) },
    ],
  });
  expect([applied.exitCode, writes(applied)]).toEqual([0, 49]);
  expect(writes(await run('sessions', 'apply', ...flags))).toBe(0);
});
