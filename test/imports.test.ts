// Imports that end early, because the service fails or another run is active, and how they are
// resumed.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anEvent, anotherEvent } from './support/ids.ts';
import { counts, emails, importing, importStage, none } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import { type Received, wholeList } from './support/scripted-server.ts';

const { server, serve, create, created, file, run, feed, runs, writeSpeakers, createdEmails } =
  importStage();

describe('a service that fails', () => {
  it('accepts no rows: the report, exit code 7, and the same command resumes', async () => {
    let isDown = true;
    await serve(({ method }) =>
      isDown && method === 'POST' ? { status: 503, json: {} } : undefined,
    );
    writeSpeakers(2);
    const stopped = await run(...importing('--concurrency', '1', '--retries', '0'));
    expect(counts(stopped)).toEqual({ ...none, rows: 2, pending: 2 });
    expect(errorOf(stopped)).toMatchObject({ exitCode: 7, retryable: true });
    expect(stopped.exitCode).toBe(7);

    isDown = false;
    const ended = await run(...importing());
    expect(ended.stderr).toContain(`Resuming run ${JSON.parse(stopped.stdout).run}`);
    expect(counts(ended)).toEqual({ ...none, rows: 2, created: 2 });
    expect(ended.exitCode).toBe(0);
    expect(createdEmails()).toEqual(emails(2));
  });

  it('leaves rows in doubt: exit code 10, whatever stopped the run', async () => {
    let isDown = false;
    await serve((request) => {
      if (request.method === 'POST') create(request);
      isDown ||= request.method === 'POST';
      return isDown ? { reset: 'after reading' } : undefined;
    });
    writeSpeakers(1);
    const stopped = await run(...importing('--retries', '0'));
    expect(counts(stopped)).toEqual({ ...none, rows: 1, unknown: 1 });
    expect(errorOf(stopped)).toMatchObject({
      code: 'outcome_unknown',
      exitCode: 10,
      message: expect.stringMatching(/^the outcome of 1 of 1 row is unknown/),
      details: [{ file: 'people.csv', line: 2 }],
      next: [{ command: `plenary runs resume ${JSON.parse(stopped.stdout).run}` }],
    });
    expect(stopped.exitCode).toBe(10);
  });

  it('refuses the token in the middle: the report on stdout, the error on stderr', async () => {
    await serve(({ method }) =>
      method === 'POST' && created().length === 1 ? { status: 401, json: {} } : undefined,
    );
    writeSpeakers(3);
    const stopped = await run(...importing('--concurrency', '1', '--profile', 'my work'));
    expect(counts(stopped)).toEqual({ ...none, rows: 3, created: 1, pending: 2 });
    const report = JSON.parse(stopped.stdout);
    const command = `plenary runs resume ${report.run} --profile 'my work'`;
    expect(errorOf(stopped)).toMatchObject({ exitCode: 4, status: 401, next: [{ command }] });
    expect(report.next).toEqual([{ command }]);
    const [listed] = await runs();
    expect(listed.counts).toMatchObject({ rows: 3, created: 1, pending: 2 });
    expect(stopped.exitCode).toBe(4);
  });

  it('refuses more rows than --max-errors allows', async () => {
    const isEven = ({ body }: Received) => /-\d?[02468]@/.test(body);
    const detail = [{ loc: ['body', 'email'], msg: 'Not a good address', type: 'value_error' }];
    await serve((request) =>
      request.method === 'POST' && isEven(request) ? { status: 422, json: { detail } } : undefined,
    );
    writeSpeakers(9);
    const stopped = await run(
      ...importing('--concurrency', '1', '--max-errors', '1', '--rejects', 'rejects.csv'),
    );
    expect(counts(stopped)).toEqual({ ...none, rows: 9, created: 2, failed: 2, pending: 5 });
    expect(errorOf(stopped)).toMatchObject({
      exitCode: 9,
      fix: expect.stringContaining('--max-errors'),
    });
    expect(JSON.parse(stopped.stdout).rejects).toMatchObject([
      { row: 2, line: 3, column: 'Email', field: 'email' },
      { row: 4, line: 5, column: 'Email', field: 'email' },
    ]);
    expect((await run(...importing('--max-errors', '101%'))).exitCode).toBe(2);
  });
});

describe('another run', () => {
  it('is refused while the first one works', async () => {
    await serve(({ method }) => (method === 'POST' ? { hang: true } : undefined));
    writeSpeakers(2);
    const first = run(...importing('--concurrency', '1', '--retries', '0'));
    await server().request(2);
    const [working] = await runs();
    expect(working).toMatchObject({ state: 'running' });
    const undo = await run('runs', 'undo', working.run);
    // The same address, spelled differently.
    const second = await run('speakers', 'import', 'people.csv', '--base-url', `${server().url}/`);
    const stderr = [
      `Error: run ${working.run} is in progress`,
      'Fix: wait until it has ended, or stop it with Ctrl-C, then run the same command again',
      `Next: plenary runs show ${working.run}`,
      '',
    ].join('\n');
    expect([undo, second]).toEqual(Array(2).fill({ exitCode: 7, stdout: '', stderr }));
    const third = await run(...importing());
    expect(errorOf(third)).toMatchObject({ code: 'busy', retryable: true });
    expect((await run(...importing('--dry-run'))).exitCode).toBe(0);
    await server().close();
    expect(await first).toMatchObject({ exitCode: 10 });
    expect(await runs()).toMatchObject([{ state: 'interrupted' }]);
  });

  it('with other options or another target is a new run, and reports the first', async () => {
    await serve(({ method }) => (method === 'POST' ? { status: 401, json: {} } : undefined));
    writeSpeakers(2);
    const { stdout } = await run(...importing());
    const { run: name } = JSON.parse(stdout);
    const notice = (why: string) =>
      `Run ${name} of this file is unfinished and is not resumed: ${why}. ` +
      `To finish it: plenary runs resume ${name}\n`;
    const otherwise = await run(...importing('--dry-run', '--encoding=windows-1252'));
    expect(otherwise.stderr).toContain(notice('it has different options'));
    const elsewhere = await run(...importing('--dry-run', '--event', anotherEvent));
    expect(elsewhere.stderr).toContain(notice(`it imports into the event ${anEvent}`));
    const { exitCode, stderr } = await run(
      'runs',
      'resume',
      name,
      '--base-url',
      'http://127.0.0.1:9',
    );
    expect(stderr).toContain(
      `run ${name} sends to ${server().url}, but the base URL is http://127.0.0.1:9\n`,
    );
    expect(exitCode).toBe(2);
  });
});

it('of a changed file is not resumed unseen; its resume lists what it creates', async () => {
  let isRefused = true;
  await serve(({ method }) =>
    isRefused && method === 'POST' && created().length === 1
      ? { status: 401, json: {} }
      : undefined,
  );
  const people = (...names: readonly string[]) =>
    writeFileSync(
      file('people.csv'),
      `First name,Email\n${names.map((name) => `${name},${name}@example.org\n`).join('')}`,
    );
  people('Ada', 'Bo', 'Cy');
  const stopped = await run('speakers', 'import', 'people.csv', '--concurrency', '1', '--json');
  const { run: name } = JSON.parse(stopped.stdout);
  const target = ['--event', anEvent];
  isRefused = false;
  expect((await run('status', ...target)).stdout).toContain(`    plenary runs resume ${name}`);

  people('Ada', 'Cyd');
  const { stderr: notices } = await run(...importing('--dry-run'));
  expect(notices).toContain(
    `Run ${name} of this file is unfinished and is not resumed: the file has changed since ` +
      'then. A resume sends the rows as they were then, and also creates or changes records ' +
      `that the file no longer has. To look at it first: plenary runs show ${name}\n`,
  );
  expect((await run('status', ...target)).stdout).toContain(`    plenary runs show ${name}`);
  expect((await run('runs', 'show', name)).stderr).toBe(
    'Note: a resume sends the rows that the file had when the run began, and lists the records ' +
      `that it creates.\nTo resume: plenary runs resume ${name}\n`,
  );

  const resumed = await run('runs', 'resume', name);
  expect(resumed.stderr).toContain(
    'ACTION  NAME  CHANGES  LINE\n' +
      'create  Bo             3\n' +
      'create  Cy             4\n' +
      '3 rows: 2 to create, 1 unchanged.\n',
  );
  expect(created().map(({ email }) => email)).toEqual(
    ['Ada', 'Bo', 'Cy'].map((each) => `${each}@example.org`),
  );
});

it('plans speakers without a name: no address is in a log', async () => {
  await serve();
  writeFileSync(file('people.csv'), 'Email,Company\nbo@example.org,ACME\n');
  const planned = await run('speakers', 'import', 'people.csv', '--dry-run');
  expect(planned.stdout).toBe('ACTION  NAME       CHANGES  LINE\ncreate  (no name)           2\n');
});

it('of a saved plan is resumed as an import', async () => {
  await serve(({ method, body }) =>
    method === 'POST' && body.includes('speaker-2') ? { status: 422, json: {} } : undefined,
  );
  writeSpeakers(2);
  await run(...importing('--dry-run', '--out', 'plan.json'));
  const refused = await run('speakers', 'import', 'plan.json', '--json');
  const resumed = await run('runs', 'resume', JSON.parse(refused.stdout).run, '--json');
  for (const ended of [refused, resumed]) {
    expect(JSON.parse(ended.stdout)).toMatchObject({ command: 'speakers import' });
    expect(errorOf(ended)).toMatchObject({
      message: '1 of 2 rows was not imported',
      fix: 'fix these rows and import the file again; existing records are skipped',
    });
  }
});

it('sends no faster than --rate allows', async () => {
  await serve();
  writeSpeakers(11);
  expect((await run(...importing('--rate', '20/s'))).exitCode).toBe(0);
  // Ten intervals of 50 ms.
  const took = (created().at(-1)?.at ?? 0) - (created()[0]?.at ?? 0);
  expect(took).toBeGreaterThan(400);
  expect((await run(...importing('--rate', '20'))).stderr).toContain('--rate 20: not a rate');
});

it('saves the rows of standard input until the run has ended, and no longer', async () => {
  let isDown = true;
  await serve(({ method }) =>
    isDown && method === 'POST' ? { status: 401, json: {} } : undefined,
  );
  const files = () => readdirSync(file('state'), { recursive: true, encoding: 'utf8' });
  const saved = () => files().filter((name) => name.endsWith('rows.ndjson'));
  const stopped = await feed('Email\nkim@example.org\n', 'speakers', 'import', '-', '--json');
  expect(stopped.exitCode).toBe(4);
  expect(saved()).toHaveLength(1);
  isDown = false;
  const resumed = await run('runs', 'resume', JSON.parse(stopped.stdout).run, '--json');
  expect(counts(resumed)).toEqual({ ...none, rows: 1, created: 1 });
  expect(saved()).toEqual([]);
});

it('lists the chosen runs, by their counts as well, and their services', async () => {
  await serve();
  const feedTo = (email: string, ...flags: readonly string[]) =>
    feed(`Email\n${email}\n`, 'speakers', 'import', '-', '--json', ...flags);
  const first = JSON.parse((await feedTo('kim@example.org')).stdout).run;
  const heading = async () => /^.*$/m.exec((await run('runs', 'list')).stdout)?.[0];
  expect(await heading()).not.toContain('BASE URL');
  const port = new URL(server().url).port;
  const second = await feedTo(
    'ann@example.org\nbo@example.org',
    '--base-url',
    `http://localhost:${port}`,
  );
  expect(second.exitCode, second.stderr).toBe(0);
  expect(await heading()).toContain('BASE URL');
  for (const format of ['json', 'csv']) {
    const chosen = await run('runs', 'list', '--where', 'created=1', '-o', format);
    expect(chosen.stdout.match(/\d{8}-\d{6}-\w{8}/g)).toEqual([first]);
  }
  const limited = JSON.parse((await run('runs', 'list', '--limit', '1', '--json')).stdout);
  expect(limited).toHaveLength(1);
});

it('rejects the name of an unknown run', async () => {
  await serve();
  expect(await run('runs', 'list', '--json')).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  expect(await run('runs', 'show', '20260101-000000-00000000')).toMatchObject({
    exitCode: 5,
    stderr:
      'Error: there is no run 20260101-000000-00000000\n' +
      'Fix: choose a run from the list\nNext: plenary runs list\n',
  });
});

it('names the files that the resume of a run that has ended does not write', async () => {
  await serve();
  writeSpeakers(1);
  const { run: name } = JSON.parse((await run(...importing())).stdout);
  const files = [file('rejects.csv'), file('results.csv')];
  const [rejects = '', results = ''] = files;
  const flags = ['--rejects', rejects, '--results', results];
  const ended = `Run ${name} has ended: nothing is left to resume.\n`;
  const { exitCode, stderr } = await run('runs', 'resume', name, ...flags);
  expect([exitCode, stderr.startsWith(ended)]).toEqual([0, true]);
  expect(stderr).toContain(
    `${rejects}, ${results} were not written: the rows of a run that has ended are removed.\n`,
  );
  expect(files.filter((path) => existsSync(path))).toEqual([]);
  expect((await run('runs', 'resume', name)).stderr).not.toContain('not written');
});

it('a record that the service has lost since: verify ends with 6', async () => {
  let isLost = false;
  await serve(({ method }) => (isLost && method === 'GET' ? wholeList([]) : undefined));
  writeSpeakers(1);
  const { stdout } = await run(...importing());
  isLost = true;
  const verified = await run('runs', 'verify', JSON.parse(stdout).run, '--json');
  expect(counts(verified)).toEqual({ rows: 1, same: 0, different: 0, gone: 1, unknown: 0 });
  expect(verified.exitCode).toBe(6);
});

it('reports the first thousand of the records that it has created, and no address', async () => {
  await serve();
  writeFileSync(
    file('people.csv'),
    `First name,Email\n${emails(1001)
      .join('\n')
      .replaceAll(/^speaker-(\d+)/gm, 'Ada $1,$&')}\n`,
  );
  const ended = await run(...importing());
  const { createdRecords, ...report } = JSON.parse(ended.stdout);
  expect([ended.exitCode, report.counts.created, createdRecords.length]).toEqual([0, 1001, 1000]);
  const idOf = new Map(created().map(({ email, id }) => [email, id]));
  expect(createdRecords[41]).toEqual({
    kind: 'speaker',
    id: idOf.get('speaker-42@example.org'),
    name: 'Ada 42',
    file: 'people.csv',
    line: 43,
  });
  expect(ended.stdout).not.toContain('@');
});
