// A conference program from an empty event to a schedule: every command, as users type it, against
// the real service.
import { describe, expect, it } from 'vitest';
import { sharedService } from './support/stage.ts';

const service = sharedService();

/** The record or report that a successful command printed. */
async function json(...args: string[]) {
  const { exitCode, stdout, stderr } = await service.plenary([...args, '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('speakers', () => {
  it('are added with the specified fields, and defaults for the others', async () => {
    const fields = { email: 'zoe@example.org', first_name: 'Zoë', title: 'CTO' };
    const flags = [
      '--email',
      fields.email,
      '--first-name',
      fields.first_name,
      '--title',
      fields.title,
    ];
    const defaults = { id: expect.stringMatching(/^spk_/), last_name: '', company_name: null };
    expect(await json('speakers', 'add', ...flags)).toMatchObject({ ...fields, ...defaults });
  });

  it('are read from a JSON object too, which flags override', async () => {
    const { exitCode, stdout } = await service.plenary(
      ['speakers', 'add', '--input', '-', '--title', 'Poet', '--json'],
      {
        stdin:
          '\uFEFF{"email": "omar@example.org", "title": "Engineer", ' +
          '"about": "line one\\nline two"}',
      },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      email: 'omar@example.org',
      title: 'Poet',
      about: 'line one\nline two',
    });
  });

  it('are updated field by field, and cleared', async () => {
    const { id } = await json(
      'speakers',
      'add',
      '--email',
      'lin@example.org',
      '--title',
      'CTO',
      '--last-name',
      'Lin',
    );
    const flags = ['--pronouns', 'they/them', '--clear', 'title', '--clear', 'last-name'];
    expect(await json('speakers', 'update', id, ...flags)).toMatchObject({
      id,
      title: null,
      last_name: '',
      pronouns: 'they/them',
      email: 'lin@example.org',
    });
  });

  it('are refused with the address of an existing one', async () => {
    await json('speakers', 'add', '--email', 'twice@example.org');
    const again = await service.plenary([
      'speakers',
      'add',
      '--email',
      'TWICE@example.org',
      '--json',
    ]);
    expect(again.exitCode).toBe(6);
    expect(again.stdout).toBe('');
    expect(JSON.parse(again.stderr).error).toMatchObject({
      code: 'conflict',
      exitCode: 6,
      status: 409,
    });
  });

  it('are listed page by page, up to a limit, or all', async () => {
    const all = await json('speakers', 'list', '--page-size', '2');
    expect(all.map(({ email }: { email: string }) => email)).toEqual([
      'lin@example.org',
      'omar@example.org',
      'twice@example.org',
      'zoe@example.org',
    ]);
    expect(await json('speakers', 'list', '--page', '2', '--page-size', '3', '--quiet')).toEqual(
      all.slice(3),
    );
    expect(await json('speakers', 'list', '--limit', '3', '--page-size', '2')).toEqual(
      all.slice(0, 3),
    );
  });
});

describe('a list in each format', () => {
  const list = ['speakers', 'list', '--page', '1', '--page-size', '2'];

  const records = [
    { email: 'lin@example.org', first_name: '', title: null },
    { email: 'omar@example.org', first_name: '', title: 'Poet' },
  ];

  it.each([
    [
      'table',
      'EMAIL             FIRST NAME  TITLE\nlin@example.org\nomar@example.org              Poet\n',
    ],
    ['csv', 'email,first_name,title\nlin@example.org,,\nomar@example.org,,Poet\n'],
    ['ndjson', `${records.map((record) => JSON.stringify(record)).join('\n')}\n`],
    ['json', `${JSON.stringify(records, null, 2)}\n`],
  ])('%s', async (format, expected) => {
    const { exitCode, stdout, stderr } = await service.plenary([
      ...list,
      '--fields',
      'email,first_name,title',
      '-o',
      format,
    ]);
    expect(stdout).toBe(expected);
    expect(stderr).toBe('Shown: 2 of 4 speakers.\n');
    expect(exitCode).toBe(0);
  });

  it('is empty in CSV if there are no records', async () => {
    const { stdout } = await service.plenary([
      'speakers',
      'list',
      '--status',
      'declined',
      '-o',
      'csv',
    ]);
    expect(stdout).toBe('');
  });
});

describe('submissions, sessions, contacts and content items', () => {
  it('go from proposal to program', async () => {
    const submission = await json(
      'submissions',
      'add',
      '--title',
      'Queues all the way down',
      '--submitter-email',
      'lin@example.org',
      '--submitter-first-name',
      'Lin',
      '--track-id',
      'backend',
    );
    expect(submission).toMatchObject({
      id: expect.stringMatching(/^sub_/),
      status: 'pending',
      track: { name: 'backend' },
    });

    const search = ['submissions', 'search', '--status', 'pending', '--track', 'backend'];
    expect(await json(...search)).toEqual([submission]);
    const { id } = submission;
    await json('submissions', 'update', id, '--status', 'accepted', '--feedback', 'We loved it.');
    expect(await json(...search)).toEqual([]);
    expect(await json('submissions', 'list', '--status', 'accepted')).toMatchObject([
      { id, feedback: 'We loved it.' },
    ]);

    const place = ['sessions', 'place', id, '--room', 'Main Hall'];
    expect(
      await json(...place, '--start', '2026-05-02 10:00', '--timezone', 'Europe/Berlin'),
    ).toMatchObject({
      starts_at: '2026-05-02T08:00:00+00:00',
      ends_at: '2026-05-02T08:30:00+00:00',
    });
    expect(await json('sessions', 'list', '--track', 'backend')).toMatchObject([
      { room: { name: 'Main Hall' } },
    ]);

    const item = { status: 'missing', speaker: { email: 'lin@example.org' } };
    expect(await json('content-items', 'list')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Biography', status: item.status }),
        expect.objectContaining({ title: 'Photo', speaker: expect.objectContaining(item.speaker) }),
      ]),
    );
    const contacts = await json('contacts', 'search', '--page-size', '100');
    expect(contacts).toContainEqual(expect.objectContaining({ email: 'lin@example.org' }));
  });

  it('refuse a start that is no time, is missing or ambiguous, or has no time zone', async () => {
    const placing = (start: string, ...flags: readonly string[]) =>
      service.plenary(['sessions', 'place', 'sub_x', '--room', 'A', '--start', start, ...flags]);
    for (const start of ['next Tuesday', '2026-03-29 02:30', '2026-10-25 02:30']) {
      const { exitCode } = await placing(start, '--timezone', 'Europe/Berlin');
      expect({ start, exitCode }).toEqual({ start, exitCode: 3 });
    }
    const args = ['sessions', 'place', 'sub_x', '--room', 'A', '--start', '2026-05-02 09:00'];
    const local = await service.plenary(args, { env: { PLENARY_EVENT: '' } });
    expect([local.exitCode, local.stderr]).toEqual([2, expect.stringContaining('--timezone')]);
  });
});

describe('plenary api', () => {
  it('sends no write again for --all', async () => {
    const args = [
      'api',
      'POST',
      '/v1/events/{event_id}/speakers',
      '-f',
      'email=all@example.org',
      '--all',
    ];
    const { exitCode, stderr } = await service.plenary(args);
    expect(stderr).toContain('is not a list');
    expect(exitCode).toBe(2);
    expect(JSON.stringify(await json('speakers', 'list'))).not.toContain('all@example.org');
  });

  it('sends any request below the base URL', async () => {
    const speaker = await json(
      'api',
      'POST',
      '/v1/events/{event_id}/speakers',
      '-f',
      'email=raw@example.org',
    );
    expect(speaker).toMatchObject({ data: { email: 'raw@example.org' } });
    expect(
      await json('api', 'GET', '/v1/events/devconf/speakers', '-f', 'page=3', '-f', 'pageSize=1'),
    ).toMatchObject({
      data: [{ email: 'raw@example.org' }],
      page: 3,
      pageSize: 1,
      total: 5,
    });
    expect(
      await json('api', 'get', '/v1/events/devconf/speakers', '-f', 'pageSize=2', '--all'),
    ).toHaveLength(5);
  });
});
