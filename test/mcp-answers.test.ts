// `plenary mcp`: answers that are too long, and what agents ask of a timetable, tracks and runs.
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { anEvent } from './support/ids.ts';
import { agentStage, readAnswer, startAgent } from './support/mcp-agent.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const { service, folder, agent, add } = agentStage();

/** An agent of a server that lists these records. */
async function agentOf(records: readonly object[]) {
  const server = await startScriptedServer(() => ({
    json: { data: records, total: records.length },
  }));
  onTestFinished(server.close);
  return agent([], { PLENARY_BASE_URL: server.url, PLENARY_EVENT: anEvent });
}

describe('an answer that is too long', () => {
  it('is the beginning of a list, with how to read less or the rest', async () => {
    const records = Array.from({ length: 400 }, (_, at) => ({
      id: `spk_${at}`,
      about: '<'.repeat(150),
    }));
    const { call } = await agentOf(records);
    const start = readAnswer(await call('speakers_list'));
    const { length } = start.data;
    expect(start).toMatchObject({
      isError: false,
      messages: [
        'This is a part of the answer: "shown" counts the lists that are not whole. ' +
          'These properties narrow it: limit, where, fields. ' +
          `To read what follows, pass skip: ${length}.`,
      ],
      shown: { data: { skipped: 0, shown: length, of: 400 } },
      data: records.slice(0, length),
    });
    // As many as fit.
    expect(start.marked.length).toBeGreaterThan(98_000);
    expect(start.marked.length).toBeLessThanOrEqual(100_000);
    const next = readAnswer(await call('speakers_list', { skip: 300 }));
    expect(next).toMatchObject({
      messages: [expect.not.stringContaining('To read what follows')],
      shown: { data: { skipped: 300, shown: 100, of: 400 } },
      data: records.slice(300),
    });
    const short = readAnswer(await call('speakers_list', { fields: 'id' }));
    expect(short).toMatchObject({ messages: [], shown: undefined });
    expect(short.data).toHaveLength(400);
    expect(readAnswer(await call('speakers_list', { limit: 2 })).data).toHaveLength(2);
  });

  it('cuts off texts if only a few of them fit, and no character', async () => {
    const long = `${'x'.repeat(1_999)}${'😀'.repeat(10_000)}`;
    const { call } = await agentOf(Array.from({ length: 60 }, () => ({ id: 'a', about: long })));
    const { messages, data } = readAnswer(await call('speakers_list'));
    expect(messages).toEqual([expect.stringContaining('Texts are cut off after 2000 characters.')]);
    expect(data.length).toBeGreaterThan(20);
    expect(data[0].about).toBe(`${'x'.repeat(1_999)}… (20000 more characters)`);
  });

  it('is valid if a record has more fields than fit', async () => {
    const fields = Array.from({ length: 1_000 }, (_, at) => [`field ${at}`, 'x'.repeat(150)]);
    const { call } = await agentOf([{ id: 'a', email: 'a@b.c', ...Object.fromEntries(fields) }]);
    const { isError, messages, data } = readAnswer(
      await call('speakers_show', { speaker: 'a@b.c' }),
    );
    expect({ isError, messages, data }).toEqual({
      isError: false,
      messages: [expect.stringContaining('These properties narrow it: fields.')],
      data: undefined,
    });
  });

  it('is the counts and the first 20 changes of a plan, which is saved whole and only once', async () => {
    const records = Array.from({ length: 300 }, (_, at) => ({
      id: `spk_${at}`,
      email: `person${at}@example.org`,
      first_name: `Person ${at}`,
    }));
    writeFileSync(
      folder.file('people.csv'),
      ['email,job_title', ...records.map(({ email }) => `${email},${'Engineer '.repeat(30)}`)].join(
        '\n',
      ),
    );
    const { call } = await agentOf(records);
    const { isError, messages, shown, data } = readAnswer(
      await call('speakers_plan', { file: 'people.csv' }),
    );
    const { length } = data.changes;
    expect(isError).toBe(false);
    expect(messages).toEqual([
      expect.stringMatching(/^Saved the plan to .* with: plenary speakers apply /),
      'This is a part of the answer: "shown" counts the lists that are not whole. ' +
        `The saved file is whole. To read what follows, pass skip: ${length}.`,
    ]);
    expect(data.counts).toMatchObject({ rows: 300, update: 300 });
    expect(length).toBe(20);
    expect(shown).toEqual({ 'data.changes': { skipped: 0, shown: length, of: 300 } });
    const rest = readAnswer(await call('speakers_plan', { file: 'people.csv', skip: length }));
    expect(rest.messages[0]).not.toContain('Saved');
    expect(rest.data.changes[0]).toMatchObject({ id: `spk_${length}` });
    expect(rest.data.changes.length).toBeGreaterThan(20);
  });
});

it('shows when and where each session is, with breaks', async () => {
  await add('Queues');
  writeFileSync(
    folder.file('schedule.csv'),
    'title,room,start,end\n' +
      'Queues,Main,2027-05-20T09:00Z,2027-05-20T09:45Z\n' +
      'Lunch,Main,2027-05-20T12:00Z,2027-05-20T13:00Z\n',
  );
  const place = ['Queues', '--room', 'Main', '--start', '2027-05-20T09:00:00Z'];
  expect(await service.plenary(['sessions', 'place', ...place])).toMatchObject({ exitCode: 0 });
  const { call } = await agent();
  const input = {
    schedule: 'schedule.csv',
    timezone: 'UTC',
    fields: 'title,room,start,end,isBreak',
  };
  expect(readAnswer(await call('timetable_show', input)).data).toEqual([
    {
      title: 'Queues',
      room: 'Main',
      start: '2027-05-20T09:00:00+00:00',
      end: '2027-05-20T09:45:00+00:00',
      isBreak: false,
    },
    {
      title: 'Lunch',
      room: 'Main',
      start: '2027-05-20T12:00:00+00:00',
      end: '2027-05-20T13:00:00+00:00',
      isBreak: true,
    },
  ]);
});

it('shows runs and what an undo of one would change, and no run of another event', async () => {
  await add('Queues');
  writeFileSync(folder.file('decisions.csv'), 'title,status\nQueues,accepted\n');
  const apply = ['submissions', 'apply', folder.file('decisions.csv'), '--yes'];
  expect(await service.plenary(apply)).toMatchObject({ exitCode: 0 });
  const { call } = await agent(['--event', 'devconf']);
  const [{ run }] = readAnswer(await call('runs_list')).data;
  expect(readAnswer(await call('runs_show', { run })).data).toMatchObject({ undo: { rows: 1 } });
  expect(readAnswer(await call('runs_verify', { run })).data.counts).toMatchObject({ rows: 1 });
  const { data, messages } = readAnswer(await call('runs_undo_dry_run', { run }));
  expect(data.changes).toMatchObject([{ fields: { status: { from: 'accepted', to: 'pending' } } }]);
  expect(messages).toEqual([
    'Nothing was sent. Show the changes to the person, who applies them with: ' +
      `plenary runs undo ${run} --base-url ${service.url}`,
  ]);
  // The person has changed it by hand.
  const set = ['submissions', 'update', 'Queues', '--status', 'pending'];
  expect(await service.plenary(set)).toMatchObject({ exitCode: 0 });
  expect(readAnswer(await call('runs_undo_dry_run', { run }))).toMatchObject({
    data: { changes: [] },
    messages: [],
  });
  const other = ['service', 'event', 'add', '--data', service.data, '--id', 'other'];
  await service.plenary([...other, '--name', 'Other', '--timezone', 'UTC']);
  const { call: callOther } = await agent(['--event', 'other']);
  for (const tool of ['runs_show', 'runs_verify', 'runs_undo_dry_run'])
    expect(readAnswer(await callOther(tool, { run })).error).toMatchObject({
      message: `run ${run} is of another event or service`,
    });
  const hidden = readAnswer(await callOther('runs_list', { where: ['event=devconf'] }));
  expect(hidden).toMatchObject({ data: [], notices: ['All pages were read: 0 runs; 0 match.'] });
});

it('shows no run of an event with the same id on another service', async () => {
  await add('Queues');
  writeFileSync(folder.file('decisions.csv'), 'title,status\nQueues,accepted\n');
  const apply = ['submissions', 'apply', folder.file('decisions.csv'), '--yes'];
  expect(await service.plenary(apply)).toMatchObject({ exitCode: 0 });
  const { call } = await agent(['--event', 'devconf']);
  const [{ run }] = readAnswer(await call('runs_list')).data;
  const other = service.url.replace('127.0.0.1', 'localhost');
  const { call: callOther } = await agent(['--event', 'devconf', '--base-url', other]);
  expect(readAnswer(await callOther('runs_list', { where: ['state=ended'] }))).toMatchObject({
    data: [],
    notices: ['All pages were read: 0 runs; 0 match.'],
  });
  expect(readAnswer(await callOther('runs_show', { run })).error).toMatchObject({
    message: `run ${run} is of another event or service`,
  });
});

describe('on the public server', () => {
  const { home, double } = doubleStage({ tracks: ['Backend', 'Frontend'] });

  it('filters by the name of a track, and names those that exist', async () => {
    const { env, run } = home();
    const add = ['submissions', 'add', '--submitter-email', 'a@example.org'];
    for (const [title, track] of Object.entries({ Queues: 'Backend', Clocks: 'Frontend' }))
      await run([...add, '--title', title, '--track-id', track]);
    const { initialize, call } = startAgent([], { env });
    await initialize();
    const { data } = readAnswer(await call('submissions_list', { track: 'backend' }));
    expect(data).toMatchObject([{ title: 'Queues' }]);
    const unknown = readAnswer(await call('sessions_list', { track: 'Design' }));
    expect(unknown.error).toMatchObject({ exitCode: 3, details: [{ flag: '--track' }] });
    // The server fails at a name that it does not have.
    expect(double().requests.filter(({ path }) => path.includes('track=Design'))).toEqual([]);
  });
});
