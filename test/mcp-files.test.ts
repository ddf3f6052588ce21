// `plenary mcp`: the files that an agent can name, and those that are saved for a person.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, it } from 'vitest';
import { agentStage, readAnswer } from './support/mcp-agent.ts';

const { service, folder, agent, add } = agentStage();

it('stops a search for places that is canceled, and leaves no file', async () => {
  await add('Queues');
  await add('Clocks');
  writeFileSync(
    folder.file('rooms.csv'),
    'room,start,end\nMain,2027-05-20T09:00Z,2027-05-20T09:45Z\n',
  );
  const { send, close, log } = await agent(['--plans', folder.file('plans')]);
  send(
    '{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"sessions_autoplace",' +
      '"arguments":{"rooms_file":"rooms.csv","time":"600s"}}}',
  );
  await expect.poll(() => existsSync(folder.file('plans'))).toBe(true);
  send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":70}}');
  await expect.poll(log).toContain('sessions_autoplace: exit code 130');
  expect(readdirSync(folder.file('plans'))).toEqual([]);
  expect(await close()).toBe(0);
});

it('reads only tables and texts in its folder, and what it saved itself', async () => {
  mkdirSync(folder.file('program/.plenary'), { recursive: true });
  mkdirSync(folder.file('program/own'));
  const inside = ['.plenary/a.csv', 'key.pem', 'own/rows.csv', 'ok.csv'].map(
    (name) => `program/${name}`,
  );
  for (const path of ['outside.csv', ...inside])
    writeFileSync(folder.file(path), 'title,status\nQueues,accepted\n');
  symlinkSync(folder.file('outside.csv'), folder.file('program/link.csv'));
  const { call } = await agent(
    [],
    { PLENARY_CONFIG_DIR: folder.file('program/own') },
    folder.file('program'),
  );
  const errorFor = async (file: string) => {
    const { error } = readAnswer(await call('submissions_plan', { file }));
    return error?.message;
  };
  const outside = `is outside the folder ${folder.file('program')}`;
  for (const file of [
    '../outside.csv',
    '/etc/passwd',
    '/no/such/file',
    folder.file('outside.csv'),
    'link.csv',
  ])
    expect(await errorFor(file)).toBe(`${file} ${outside}`);
  for (const file of ['.plenary/a.csv', 'own/rows.csv'])
    expect(await errorFor(file)).toBe(`${file} is hidden or belongs to Plenary, and is not read`);
  expect(await errorFor('key.pem')).toBe('key.pem is not a file of a kind that is read');
  expect(await errorFor('.')).toBe('. is not a regular file');
  expect(await errorFor('-')).toBe('cannot read -: no such file or folder');
  expect(await errorFor('ok.csv')).toBe('1 of 1 row cannot be applied; nothing was sent');
});

it('saves a schedule that it can plan, and nothing for a plan with faults', async () => {
  await add('Queues');
  writeFileSync(
    folder.file('rooms.csv'),
    'room,start,end\nMain,2027-05-20T09:00:00Z,2027-05-20T09:45:00Z\n',
  );
  writeFileSync(folder.file('faulty.csv'), 'title,status\nUnknown,accepted\n');
  const plans = folder.file('plans');
  const { call } = await agent(['--plans', plans], { PLENARY_TIMEZONE: 'Europe/Berlin' });
  const placed = readAnswer(
    await call('sessions_autoplace', { rooms_file: 'rooms.csv', steps: 1 }),
  );
  expect(placed.data.places).toMatchObject([{ title: 'Queues', room: 'Main' }]);
  const [, path = ''] =
    /^Saved the schedule to (\S+)\. Nothing was sent\./.exec(placed.messages[0] ?? '') ?? [];
  const planned = readAnswer(await call('sessions_plan', { file: path }));
  expect(planned.data.changes).toMatchObject([{ action: 'place', name: 'Queues' }]);
  expect(planned.messages[0]).toMatch(
    / with: plenary sessions apply \S+-sessions-plan\.json --base-url \S+ --event devconf$/,
  );
  const faulty = readAnswer(await call('submissions_plan', { file: 'faulty.csv' }));
  expect(faulty).toMatchObject({ isError: true, messages: [] });
  const saved = readdirSync(plans).map((name) => name.replace(/^\d{8}-\d{6}-[0-9a-f]{8}-/, ''));
  expect(saved.toSorted()).toEqual(['schedule.csv', 'sessions-plan.json']);
});

it('saves a schedule that leaves talks out, and answers that it is not complete', async () => {
  await add('Queues');
  await add('Clocks');
  writeFileSync(
    folder.file('rooms.csv'),
    'room,start,end\nMain,2027-05-20T09:00Z,2027-05-20T09:45Z\n',
  );
  const { call } = await agent();
  const placed = readAnswer(
    await call('sessions_autoplace', { rooms_file: 'rooms.csv', steps: 1 }),
  );
  expect(placed).toMatchObject({ isError: true, error: { code: 'partly_done', exitCode: 9 } });
  expect(placed.data.counts).toMatchObject({ talks: 2, placed: 1, leftOut: 1 });
  const [, path = ''] = /^Saved the schedule to (\S+)\. /.exec(placed.messages[0] ?? '') ?? [];
  expect(existsSync(path)).toBe(true);
});

it('removes plans after 30 days from the state folder alone', async () => {
  await add('Queues');
  writeFileSync(folder.file('decisions.csv'), 'title,status\nQueues,accepted\n');
  const own = `${service.env.PLENARY_STATE_DIR}/plans`;
  const chosen = folder.file('plans');
  const day = 24 * 60 * 60;
  for (const [plans, name, days] of [
    [own, 'old.json', 31],
    [own, 'new.json', 29],
    [chosen, 'old.json', 31],
  ] as const) {
    mkdirSync(plans, { recursive: true });
    writeFileSync(`${plans}/${name}`, '{}');
    const time = Date.now() / 1000 - days * day;
    utimesSync(`${plans}/${name}`, time, time);
  }
  const saved = expect.stringMatching(/-submissions-plan\.json$/);
  for (const [flags, plans, name] of [
    [[], own, 'new.json'],
    [['--plans', chosen], chosen, 'old.json'],
  ] as const) {
    const { call } = await agent(flags);
    await call('submissions_plan', { file: 'decisions.csv' });
    expect(readdirSync(plans)).toEqual([saved, name]);
  }
});

it('checks an import, faults first, and has the command for the person', async () => {
  writeFileSync(folder.file('people.csv'), 'Mail,First name\nada@example.org,Ada\nbob,Bob\n');
  const { call } = await agent();
  const input = { file: 'people.csv', map: ['Mail=email'] };
  const refused = readAnswer(await call('speakers_import_dry_run', input));
  expect([refused.isError, Object.keys(refused.data).slice(0, 2)]).toEqual([
    true,
    ['counts', 'rejects'],
  ]);
  expect(refused.data.rejects).toMatchObject([{ line: 3, column: 'Mail' }]);
  const { messages, data } = readAnswer(
    await call('speakers_import_dry_run', { ...input, skip_invalid: true }),
  );
  expect(data.changes).toMatchObject([{ action: 'create', name: 'Ada' }]);
  expect(readAnswer(await call('speakers_list')).data).toEqual([]);
  const [, command = ''] = / with: plenary (speakers import .*)$/.exec(messages[0] ?? '') ?? [];
  const imported = await service.plenary([...command.split(' '), '--yes']);
  expect(command).toContain('--skip-invalid');
  expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^created +1$/m) });
});
