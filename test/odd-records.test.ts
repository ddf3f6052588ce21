// Records with values that a service may return and that a command must not stumble over.
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { planNone } from './support/import-stage.ts';
import { plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

type Data = Readonly<Record<string, unknown>>;

/** A service with these records, which accepts every change. */
async function against(records: Readonly<Record<string, readonly Data[]>>) {
  const server = await startScriptedServer(({ method, path, body }) => {
    const [, name = ''] = /\/v1\/events\/[^/]+\/([\w-]+)/.exec(path) ?? [];
    const { [name]: data = [] } = records;
    return {
      json: method === 'GET' ? { data, total: data.length } : { id: 'any', ...JSON.parse(body) },
    };
  });
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'plt_t',
    PLENARY_EVENT: anEvent,
    PLENARY_TIMEZONE: 'Europe/Berlin',
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return { server, folder, run: (...args: string[]) => plenary(args, { env }) };
}

it('an id that no address can hold fails its own row, and the others are sent', async () => {
  const submissions = ['sub_1', 'sub_\ud800', 'sub_3'].map((id, at) => ({
    id,
    title: `Talk ${at}`,
    status: 'pending',
  }));
  const { run, server, folder } = await against({ submissions });
  writeFileSync(
    folder.file('d.csv'),
    'title,status\nTalk 0,accepted\nTalk 1,accepted\nTalk 2,accepted\n',
  );
  const { exitCode, stdout, stderr } = await run(
    'submissions',
    'apply',
    folder.file('d.csv'),
    '--yes',
    '--json',
  );
  expect({ exitCode, counts: JSON.parse(stdout).counts }).toMatchObject({
    exitCode: 9,
    counts: { updated: 2, failed: 1 },
  });
  expect(stderr).not.toContain('unexpected');
  expect(stdout).toContain('is not a valid identifier');
  const sent = server.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
  expect(sent.sort()).toEqual(['/v1/submissions/sub_1', '/v1/submissions/sub_3']);
});

it('an update of a saved plan without an id is refused, and is no creation', async () => {
  const { run, server, folder } = await against({
    speakers: [{ id: 'spk_1', email: 'other@example.org' }],
  });
  const fields = {
    email: { from: 'old@example.org', to: 'new@example.org' },
    first_name: { from: 'A', to: 'New' },
  };
  const plan = {
    schemaVersion: '2.0',
    command: 'speakers plan',
    files: ['s.csv'],
    baseUrl: server.url,
    event: anEvent,
    counts: { ...planNone, rows: 1, update: 1 },
    rejects: [],
    clashes: [],
    warnings: [],
    next: [],
    changes: [{ kind: 'speaker', action: 'update', name: 'New', file: 's.csv', line: 2, fields }],
  };
  writeFileSync(folder.file('plan.json'), JSON.stringify(plan));
  const { exitCode, stderr } = await run('speakers', 'apply', folder.file('plan.json'), '--yes');
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('no speaker matches'),
  });
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('a start that cannot be read is an error that names the session', async () => {
  const place = { room: 'Hall', start: '9999-12-31T23:59:59Z' };
  const submissions = [{ id: 'sub_1', title: 'Queues', ...place, submitter_email: 'a@x.org' }];
  const { run, server, folder } = await against({ submissions, sessions: submissions });
  const file = folder.file('schedule.csv');
  writeFileSync(file, 'title,room,start,duration\nQueues,Hall,2026-05-25T09:00:00+00:00,45\n');
  for (const command of [
    ['sessions', 'apply', file, '--yes'],
    ['timetable', 'show'],
    ['sessions', 'check'],
  ]) {
    const { exitCode, stderr } = await run(...command);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        `the service shows "9999-12-31T23:59:59Z" as the start of "Queues" (sub_1)`,
      ),
    });
  }
  expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false);
});
