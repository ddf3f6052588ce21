// A status that no record has: what is refused, and what is named instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aSubmission } from './support/ids.ts';
import { plenary, startTestService, type TestService } from './support/program.ts';
import { startScriptedServer, wholeList } from './support/scripted-server.ts';
import { folderForEach } from './support/stage.ts';

let service: TestService;
const folder = folderForEach();
beforeAll(async () => {
  service = await startTestService();
  for (const [title, status] of [
    ['Queues', 'waitlist'],
    ['Clocks', 'accepted'],
    ['Maps', 'pending'],
  ] as const) {
    const flags = ['--title', title, '--submitter-email', 'ada@example.org', '--track-id', 'Backend'];
    await service.plenary(['submissions', 'add', ...flags]);
    await service.plenary(['submissions', 'update', title, '--status', status, '--allow-new-value']);
  }
});
afterAll(() => service.stop());

const run = (...args: readonly string[]) => service.plenary(args);
const statusOf = async (title: string) => JSON.parse((await run('submissions', 'show', title, '--json')).stdout).status;

describe('a status', () => {
  it.each([
    ['acepted', 'did you mean accepted?'],
    ['waitlst', 'did you mean waitlist?'],
    ['xyz', 'the statuses are waitlist, accepted, pending, accept_queue, decline_queue, declined, withdrawn;'],
  ])('%s, which no submission has, is refused', async (status, fix) => {
    expect(await run('submissions', 'update', 'Maps', '--status', status)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `The list of submissions is read, because "${status}" is not a recommended status (--allow-new-value sends it unchecked).\nError: no submission has the status "${status}"; nothing was sent\nFix: ${fix} --allow-new-value sends a new status\n`,
    });
    expect(await statusOf('Maps')).toBe('pending');
  });

  it('that another submission has is sent, and so is a new one if that is meant', async () => {
    expect((await run('submissions', 'update', 'Maps', '--status', 'waitlist')).exitCode).toBe(0);
    expect(await statusOf('Maps')).toBe('waitlist');
    expect((await run('submissions', 'update', 'Maps', '--status', 'x1', '--allow-new-value')).exitCode).toBe(0);
    expect((await run('submissions', 'update', 'Maps', '--status', 'declined')).exitCode).toBe(0);
    expect(await statusOf('Maps')).toBe('declined');
  });

  it('of a speaker is checked as well, in a file of fields too', async () => {
    const file = folder.file('fields.json');
    writeFileSync(file, '{"email": "bo@example.org", "speaker_status": "confirmd"}');
    const refused = await run('speakers', 'add', '--input', file);
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toContain('no speaker has the status "confirmd"');
    expect((await run('speakers', 'add', '--input', file, '--speaker-status', 'declined')).exitCode).toBe(0);
  });

  it('that is recommended needs no list; another one is refused without an event, or with a list that fails', async () => {
    const server = await startScriptedServer(({ method }) =>
      method === 'GET' ? { status: 403, json: { detail: 'no' } } : { json: { id: 'sub_1', status: 'declined' } },
    );
    const update = (status: string, event: string, ...more: readonly string[]) =>
      plenary(['submissions', 'update', aSubmission, '--status', status, ...more], {
        env: { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: event },
      });
    expect((await update('declined', anEvent)).exitCode).toBe(0);
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH']);
    const [without, failing] = [await update('other', ''), await update('other', anEvent)];
    expect([without.exitCode, failing.exitCode]).toEqual([2, 4]);
    for (const { stderr } of [without, failing]) expect(stderr).toContain('"other" is not a recommended status (');
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect((await update('other', '', '--allow-new-value')).exitCode).toBe(0);
    await server.close();
  });

  it('that the list of speakers shows in the field status is known', async () => {
    const speaker = { id: 'spk_1', email: 'ada@example.org', status: 'vip' };
    const server = await startScriptedServer(({ method }) =>
      method === 'GET' ? wholeList([speaker]) : { json: speaker },
    );
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: anEvent };
    const result = await plenary(['speakers', 'update', 'spk_1', '--speaker-status', 'vip'], { env });
    await server.close();
    expect(result.exitCode).toBe(0);
  });

  it('of a program is refused as well', async () => {
    const program = folder.file('program');
    await run('program', 'pull', program);
    const file = `${program}/submissions.csv`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('accepted', 'acepted'));
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await run('program', command, program);
      expect({ command, exitCode }).toEqual({ command, exitCode: 3 });
      expect(stderr).toMatch(/submissions\.csv:\d column "status": no submission has the status "acepted"; /);
    }
    expect((await run('program', 'plan', program, '--allow-new-value')).exitCode).toBe(0);
  });
});
