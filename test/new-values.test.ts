// A status that no record has: what is refused, and what is named instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent, aSubmission } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { startScriptedServer, wholeList } from './support/scripted-server.ts';
import { startServer } from './support/servers/server.ts';
import { folderForEach } from './support/stage.ts';

/** A server that accepts any status, and the program with it. */
async function start() {
  const server = await startServer({ name: '' }, seed);
  onTestFinished(() => server.close());
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'token', PLENARY_EVENT: anEvent };
  const run = (...args: readonly string[]) =>
    plenary(args, { env: { ...env, PLENARY_STATE_DIR: folder.file('state') } });
  const statusOf = (title: string) =>
    server.stored.submissions.find(({ fields }) => fields.title === title)?.fields.status;
  return { server, run, statusOf };
}

const folder = folderForEach();
const talk = { submitter_email: 'ada@example.org', track_id: 'Backend', abstract: '' };
const seed = {
  speakers: [{ email: 'ada@example.org', speaker_status: 'vip' }],
  submissions: [
    { ...talk, title: 'Queues', status: 'waitlist' },
    { ...talk, title: 'Clocks', status: 'accepted' },
    { ...talk, title: 'Maps', status: 'pending' },
  ],
};

describe('a status', () => {
  it.each([
    ['acepted', 'did you mean accepted?'],
    ['waitlst', 'did you mean waitlist?'],
    [
      'xyz',
      'the statuses are waitlist, accepted, pending, draft, accept_queue, decline_queue, ' +
        'declined, withdrawn;',
    ],
    ['Accepted', 'did you mean accepted?'],
    ['confirmed', 'the statuses are '],
  ])('%s, which no submission has, is refused', async (status, fix) => {
    const { run, statusOf } = await start();
    const { stderr, ...result } = await run('submissions', 'update', 'Maps', '--status', status);
    expect(result).toEqual({ exitCode: 3, stdout: '' });
    const [read, error, how = ''] = stderr.split('\n');
    expect(read).toBe(
      [
        `The list of submissions is read, because "${status}" is not a recommended status`,
        '(--allow-new-value sends it unchecked).',
      ].join(' '),
    );
    expect(error).toBe(`Error: no submission has the status "${status}"; nothing was sent`);
    expect(how.startsWith(`Fix: ${fix}`), how).toBe(true);
    expect(how.endsWith(' --allow-new-value sends a new status'), how).toBe(true);
    expect(statusOf('Maps')).toBe('pending');
  });

  it('that another submission has is sent, and so is a new one if that is meant', async () => {
    const { run, statusOf } = await start();
    expect((await run('submissions', 'update', 'Maps', '--status', 'waitlist')).exitCode).toBe(0);
    expect(statusOf('Maps')).toBe('waitlist');
    expect(
      (await run('submissions', 'update', 'Maps', '--status', 'x1', '--allow-new-value')).exitCode,
    ).toBe(0);
    expect((await run('submissions', 'update', 'Maps', '--status', 'draft')).exitCode).toBe(0);
    expect(statusOf('Maps')).toBe('draft');
  });

  it('of a speaker is one of their own, whatever its case, in a file of fields too', async () => {
    const { server, run } = await start();
    const file = folder.file('fields.json');
    for (const status of ['confirmd', 'accepted', 'pending']) {
      writeFileSync(file, `{"email": "bo@example.org", "speaker_status": "${status}"}`);
      const refused = await run('speakers', 'add', '--input', file);
      expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
      expect(refused.stderr).toContain(`no speaker has the status "${status}"`);
    }
    const added = await run('speakers', 'add', '--input', file, '--speaker-status', 'Declined');
    expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    for (const status of ['confirmed', 'invited', 'vip']) {
      const flags = ['--speaker-status', status];
      expect((await run('speakers', 'update', 'bo@example.org', ...flags)).exitCode).toBe(0);
      expect(server.stored.speakers.at(-1)?.fields.speaker_status).toBe(status);
    }
  });

  it('that is recommended needs no list; another one is refused without a list', async () => {
    const server = await startScriptedServer(({ method }) =>
      method === 'GET'
        ? { status: 403, json: { detail: 'no' } }
        : { json: { id: 'sub_1', status: 'declined' } },
    );
    const update = (status: string, event: string, ...more: readonly string[]) =>
      plenary(['submissions', 'update', aSubmission, '--status', status, ...more], {
        env: { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: event },
      });
    expect((await update('declined', anEvent)).exitCode).toBe(0);
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH']);
    const [without, failing] = [await update('other', ''), await update('other', anEvent)];
    expect([without.exitCode, failing.exitCode]).toEqual([2, 4]);
    for (const { stderr } of [without, failing])
      expect(stderr).toContain('"other" is not a recommended status (');
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect((await update('other', '', '--allow-new-value')).exitCode).toBe(0);
    await server.close();
  });

  it('that the list of speakers shows in the field status is known', async () => {
    const speaker = { id: 'spk_1', email: 'ada@example.org', status: 'vip' };
    const server = await startScriptedServer(({ method }) =>
      method === 'GET' ? wholeList([speaker]) : { json: speaker },
    );
    const env = {
      PLENARY_BASE_URL: server.url,
      PLENARY_TOKEN: 'plt_token',
      PLENARY_EVENT: anEvent,
    };
    const result = await plenary(['speakers', 'update', 'spk_1', '--speaker-status', 'vip'], {
      env,
    });
    await server.close();
    expect(result.exitCode).toBe(0);
  });

  it('of a program is refused as well', async () => {
    const { run } = await start();
    const program = folder.file('program');
    await run('program', 'pull', program);
    const file = `${program}/submissions.csv`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('accepted', 'acepted'));
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await run('program', command, program);
      expect({ command, exitCode }).toEqual({ command, exitCode: 3 });
      expect(stderr).toMatch(
        /submissions\.csv:\d column "status": no submission has the status "acepted"; /,
      );
    }
    expect((await run('program', 'plan', program, '--allow-new-value')).exitCode).toBe(0);
  });
});
