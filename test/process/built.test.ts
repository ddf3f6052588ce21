// The built program: every part that is loaded on demand is loaded and used once.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { readAnswer, spawnAgent } from '../support/mcp-agent.ts';
import { copyNotedPackage, scripts, textOf } from '../support/noted-package.ts';
import { type Invocation, spawnPlenary, startPlenary } from '../support/program.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { odsLine, odsOf, odsTable, odsText, textRow, xlsxOf } from '../support/workbooks.ts';

const service = sharedService();
const folder = sharedFolder();
const copy = sharedFolder();
const launcher = copy.file('bin/plenary.js');
let loaded: () => readonly string[];

beforeAll(() => {
  loaded = copyNotedPackage(copy);
});

function run(args: readonly string[], { env, stdin = '' }: Invocation = {}) {
  return spawnPlenary(args, {
    stdin,
    cwd: folder.path,
    launcher,
    env: { ...service.env, PLENARY_TIMEZONE: 'Europe/Berlin', ...env },
  });
}

/** The standard output of a command that succeeds. */
async function output(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** The same, without the built program: what a command that was run has done. */
async function shown(...args: readonly string[]): Promise<string> {
  return (await service.plenary(args)).stdout;
}

it('runs the demo, which imports, places and shows a program, and leaves nothing behind', async () => {
  const temporary = temporaryFolder();
  onTestFinished(temporary.remove);
  const env = { TMPDIR: temporary.path };
  const { exitCode, stdout, stderr } = await spawnPlenary(['demo'], { env, launcher, cwd: copy.path });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('applied    58\n');
  const timetable = stdout.slice(stdout.indexOf('Thursday, 20 May 2027 (Europe/Lisbon)\n'));
  expect(timetable).toMatch(/^ +Lighthouse +Boathouse +Pier 3$/m);
  expect(timetable).toMatch(/^09:30 +┌ Queues all the way down +┌ A design system for 212 museums +┌ Exactly once is/m);
  expect(stderr).toContain('$ node bin/plenary.js sessions place sub_');
  expect(stderr).toContain('Talk title');
  expect(stderr).not.toMatch(/plt_/);
  expect(readdirSync(temporary.path)).toEqual([]);
});

it('prints records as a table and as CSV', async () => {
  expect(JSON.parse(await output('speakers', 'add', '--email', 'ada@example.org', '--json'))).toMatchObject({
    email: 'ada@example.org',
  });
  expect(await output('speakers', 'list', '--fields', 'email')).toBe('EMAIL\nada@example.org\n');
  expect(await output('speakers', 'list', '--fields', 'email', '-o', 'csv')).toBe('email\nada@example.org\n');
});

it('logs in, and saves settings', async () => {
  const settings = { PLENARY_TOKEN: '', PLENARY_BASE_URL: '', PLENARY_CONFIG_DIR: folder.file('config') };
  const login = ['auth', 'login', '--base-url', service.url, '--token-stdin'];
  expect(await run(login, { env: settings, stdin: service.token })).toMatchObject({ exitCode: 0 });
  expect((await run(['config', 'set', 'timezone', 'Europe/Berlin'], { env: settings })).exitCode).toBe(0);
  const status = await run(['auth', 'status', '--json'], { env: settings });
  expect(JSON.parse(status.stdout)).toMatchObject({ baseUrl: service.url, accepted: true });
});

it('prints completion scripts, and the words that they ask for', async () => {
  expect(await output('completion', 'bash')).toContain('complete -o default -F _plenary plenary');
  expect(await output('__complete', '--', '--profile', '')).toContain('default\t\n');
  expect(await output('__complete', '--', 'runs', 'show', '')).toBe('');
});

it('lists its commands', async () => {
  const commands: readonly { readonly name: string; readonly undoable: boolean }[] = JSON.parse(
    await output('commands', '--json'),
  );
  expect(commands.filter(({ undoable }) => undoable).map(({ name }) => name)).toContain('sessions apply');
  expect(commands.find(({ name }) => name === 'speakers add')).toMatchObject({
    endpoint: 'POST /v1/events/{event_id}/speakers',
    flags: expect.arrayContaining([expect.objectContaining({ name: '--event', variable: 'PLENARY_EVENT' })]),
  });
});

it('serves tools to an agent', async () => {
  const { initialize, call, close } = spawnAgent(['--folder', folder.path], { env: service.env, launcher });
  await initialize();
  writeFileSync(folder.file('people.csv'), 'Email,Company\nada@example.org,Ada Ltd\n');
  const { messages, data } = readAnswer(await call('speakers_plan', { file: 'people.csv' }));
  expect(messages[0]).toContain('Saved the plan to ');
  expect(data.counts).toMatchObject({ rows: 1, update: 1 });
  expect(await close()).toBe(0);
  const speaking = scripts.filter((name) => textOf(name).includes('server/discover'));
  expect(speaking).toEqual(['mcp-protocol.js']);
});

it('sends any request', async () => {
  expect(JSON.parse(await output('api', 'GET', '/v1/events/{event_id}/speakers', '--json'))).toMatchObject({
    pagination: { totalResults: 1 },
  });
});

it('imports, lists and shows a run, and resumes it', async () => {
  let isRefusing = true;
  const server = await startScriptedServer(({ method }) => {
    if (method === 'GET') return { json: { data: [] } };
    return isRefusing ? { status: 401, json: {} } : { status: 201, json: { id: 'sub_1' } };
  });
  onTestFinished(server.close);
  const env = { PLENARY_BASE_URL: server.url };
  const rows = 'Title,Email\nKeynote,kim@example.org\n';
  const refused = await run(['submissions', 'import', '-', '--json'], { env, stdin: rows });
  const { run: name } = JSON.parse(refused.stdout);
  expect([refused.exitCode, JSON.parse(await output('runs', 'list', '--json'))]).toMatchObject([4, [{ run: name }]]);
  expect(await output('runs', 'show', name)).toContain('interrupted');
  isRefusing = false;
  const resumed = await run(['runs', 'resume', name, '--json'], { env });
  expect(JSON.parse(resumed.stdout).counts).toMatchObject({ rows: 1, created: 1 });
});

it('reads workbooks', async () => {
  const rows = textRow(1, 'Email', 'Name') + textRow(2, 'bo@example.org', 'Bo');
  writeFileSync(folder.file('people.xlsx'), xlsxOf({ sheets: [{ name: 'People', rows }] }, { deflate: true }));
  const table = odsTable('People', odsLine(odsText('Email')), odsLine(odsText('bo@example.org')));
  writeFileSync(folder.file('people.ods'), odsOf(table));
  for (const file of ['people.xlsx', 'people.ods']) {
    const { stdout } = await run(['speakers', 'import', file, '--dry-run', '--json']);
    expect(JSON.parse(stdout).counts.rows).toBe(1);
  }
});

it('plans, places, and exports and reads every format', async () => {
  const talk = ['--title', 'Keynote', '--submitter-email', 'kim@example.org'];
  await service.plenary(['submissions', 'add', ...talk]);
  await output('sessions', 'place', 'Keynote', '--room', 'Lab', '--start', '2026-05-02 09:00');
  expect(await output('submissions', 'show', 'Keynote')).toContain('kim@example.org');
  expect(await output('submissions', 'stats', '--by', 'room,day')).toContain('Lab  ');
  expect(await output('speakers', 'missing')).toContain('ada@example.org');
  const unknown = ['submissions', 'list', '--where', 'titel=Keynote'];
  expect(await run(unknown)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('did you mean title?') });
  expect(await output('timetable', 'export', '--format', 'csv', '--out', 's.csv')).toBe('');
  expect(JSON.parse(await output('sessions', 'plan', 's.csv', '--json')).counts).toMatchObject({ unchanged: 1 });
  for (const [format, text] of [
    ['html', '<!DOCTYPE html>'],
    ['ics', 'BEGIN:VCALENDAR'],
    ['schedule-json', '"Keynote"'],
    ['schedule-xml', '<title>Keynote</title>'],
  ] as const) {
    const exported = await output(
      'timetable',
      'export',
      '--format',
      format,
      ...(format === 'html' ? ['--with-speakers'] : []),
    );
    expect(exported).toContain(text);
    if (format === 'html') continue;
    writeFileSync(folder.file('exported'), exported);
    expect(JSON.parse(await output('sessions', 'plan', 'exported', '--json')).counts).toMatchObject({ unchanged: 1 });
  }
});

it('finds places in a thread of its own', async () => {
  writeFileSync(folder.file('talks.csv'), 'title,duration\nKeynote,45\n');
  writeFileSync(folder.file('rooms.csv'), 'room,start,end\nLab,2026-05-02 09:00,10:00\n');
  const args = ['talks.csv', '--rooms-file', 'rooms.csv', '--out', 'placed.csv', '--keep', 'none', '--steps', '100'];
  expect(await output('sessions', 'autoplace', ...args)).toContain('All known wishes are met.\n');
  expect(readFileSync(folder.file('placed.csv'), 'utf8')).toContain('Keynote,45,Lab,2026-05-02T09:00:00+02:00\n');
});

it('verifies a run, and undoes it', async () => {
  writeFileSync(folder.file('accepted.csv'), 'Title,Status\nKeynote,accepted\n');
  const { run: name } = JSON.parse(await output('submissions', 'apply', 'accepted.csv', '--json'));
  expect(JSON.parse(await output('runs', 'verify', name, '--json')).counts).toMatchObject({ rows: 1, same: 1 });
  const undone = JSON.parse(await output('runs', 'undo', name, '--json'));
  expect(undone.applied.submissions.counts).toMatchObject({ rows: 1, updated: 1 });
  expect(await shown('submissions', 'show', 'Keynote')).toContain('pending');
});

/** The service behind a proxy; `cutOff` runs a command whose writes are reset, and resumes its run when they arrive. */
async function startOutages() {
  let isDown = false;
  const refuses = (method: string) => isDown && method !== 'GET';
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 0, refuses });
  onTestFinished(proxy.close);
  const env = { PLENARY_BASE_URL: proxy.url };
  async function cutOff(...args: string[]): Promise<void> {
    const impatient = ['--retries', '0', '--timeout', '1s'];
    isDown = true;
    expect((await run([...args, ...impatient], { env })).exitCode).not.toBe(0);
    isDown = false;
    const runs: Record<string, string>[] = JSON.parse(await shown('runs', 'list', '--json'));
    const interrupted = runs.find(({ state }) => state === 'interrupted')?.run ?? '';
    expect(await run(['runs', 'resume', interrupted, ...impatient], { env })).toMatchObject({ exitCode: 0 });
  }
  return { env, cutOff };
}

it('resumes a schedule whose placements were cut off', async () => {
  const { cutOff } = await startOutages();
  writeFileSync(folder.file('moved.csv'), 'title,room,start\nKeynote,Hall,2026-05-02T09:00:00+02:00\n');
  await cutOff('sessions', 'apply', 'moved.csv');
  expect(await shown('submissions', 'show', 'Keynote')).toContain('Hall');
});

it('pulls an event into files, plans and applies them, also after an outage, and undoes that', async () => {
  const { env, cutOff } = await startOutages();
  const there = (...args: string[]) => run(args, { env });
  expect(await there('program', 'pull', 'pulled')).toMatchObject({ exitCode: 0 });
  const options = ['--timezone', 'Europe/Berlin', '--fail-on', 'never'];
  expect(await there('program', 'plan', 'pulled', ...options)).toMatchObject({ exitCode: 0, stdout: '' });
  await output('speakers', 'plan', 'pulled/speakers.csv');
  const file = folder.file('pulled/submissions.csv');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Keynote', 'Opening keynote'));
  await cutOff('program', 'apply', 'pulled', ...options);
  expect(await shown('submissions', 'list')).toContain('Opening keynote');
  const runs: Record<string, string>[] = JSON.parse(await shown('runs', 'list', '--json'));
  const applied = runs.find(({ resource, event }) => resource === 'program' && event === 'devconf');
  expect(await there('runs', 'undo', applied?.run ?? '')).toMatchObject({ exitCode: 0 });
  expect(await shown('submissions', 'list')).not.toContain('Opening');
  expect(readdirSync(folder.file('pulled'))).toContain('speakers.csv');
});

it('describes its documents, the event and the machine', async () => {
  expect(JSON.parse(await output('schema', 'import-report'))).toMatchObject({ title: 'import-report' });
  expect(JSON.parse(await output('status', '--json'))).toMatchObject({ event: 'devconf' });
  expect(JSON.parse(await output('doctor', '--json'))).toMatchObject({ healthy: true });
});

/** Runs a command whose streams look like those of a terminal, and types what each text asks for. @returns what it shows */
async function atTerminal(args: readonly string[], typed: readonly (readonly [shown: string, keys: string])[]) {
  const terminal =
    'for (const name of ["stdin", "stdout", "stderr"]) Object.assign(process[name], { isTTY: true, columns: 80 })';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(terminal)}`;
  const child = startPlenary(args, { env: { ...service.env, NODE_OPTIONS }, launcher });
  let text = '';
  const steps = [...typed];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
      const [step] = steps;
      if (step === undefined || !text.includes(step[0])) return;
      child.stdin.write(step[1]);
      steps.shift();
    });
  }
  await once(child, 'close');
  return text;
}

it('asks for a value and for a record at a terminal', async () => {
  expect(await atTerminal(['speakers', 'add', '--json'], [['mail', 'asked@example.org\r']])).toContain(
    '"email": "asked@example.org"',
  );
  const pick = ['speakers', 'show', '--json'];
  expect(await atTerminal(pick, [['ada@example.org', '\r']])).toMatch(/"email": "(ada|asked)@example\.org"/);
});

it('wraps a notice at a terminal', async () => {
  const args = ['timetable', 'export', '--format', 'csv', '--out', folder.file('wrapped.csv')];
  expect(await atTerminal(args, [])).toContain('1 session written');
});

it('watches a list at a terminal only', async () => {
  const refused = { exitCode: 2, stderr: expect.stringContaining('--watch needs a terminal') };
  expect(await run(['speakers', 'list', '--watch'])).toMatchObject(refused);
});

it('opens an editor', async () => {
  const EDITOR = `sh -c 'echo Edited > "$1"' sh`;
  const args = ['speakers', 'update', 'asked@example.org', '--editor', 'about', '--json'];
  const { stdout } = await run(args, { env: { EDITOR } });
  expect(JSON.parse(stdout)).toMatchObject({ about: 'Edited' });
});

it('sends requests through a proxy', async () => {
  const passed: (string | undefined)[] = [];
  const proxy = createServer(({ url = '', headers }, response) => {
    passed.push(url);
    const { pathname, search } = new URL(url);
    request(`${service.url}${pathname}${search}`, { headers }, (answer) => answer.pipe(response)).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const env = {
    HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    PLENARY_BASE_URL: 'http://service.invalid',
  };
  const list = ['speakers', 'list', '--insecure-http', '--fields', 'email', '-o', 'csv'];
  const { exitCode, stdout, stderr } = await run(list, { env });
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('ada@example.org\n'),
    stderr: '',
  });
  expect(passed).toEqual(['http://service.invalid/v1/events/devconf/speakers']);
});

it.skipIf(process.platform === 'win32')('reads a named pipe', async () => {
  const path = folder.file('pipe.csv');
  const line = 'mkfifo "$0" && { printf "Email\\npiped@example.org\\n" > "$0" & }';
  execFileSync('sh', ['-c', line, path], { stdio: 'ignore' });
  expect(await output('speakers', 'import', path, '--dry-run')).toContain('would create  1\n');
});

it('serves metrics, and limits the rate of requests', async () => {
  const flags = ['--port', '0', '--metrics-port', '0', '--rate-limit', '100/1m', '--json'];
  const args = ['serve', '--data', service.data, ...flags];
  const server = startPlenary(args, { env: service.env, launcher });
  const ended = once(server, 'exit');
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const { url, metricsUrl }: { url: string; metricsUrl: string } = JSON.parse(String(line));
  await fetch(`${url}/healthz`);
  const list = await fetch(`${url}/v1/events/devconf/speakers`, { headers: { 'x-access-token': service.token } });
  expect(list.headers.get('ratelimit-limit')).toBe('100');
  const metrics = await (await fetch(metricsUrl)).text();
  expect(metrics).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('copies a database', async () => {
  const copied = await run(['service', 'copy', '--from', service.data, '--to', `${service.data}.copy`, '--json']);
  expect(copied.exitCode).toBe(0);
  expect(
    await run(['service', 'copy', '--from', service.data, '--to', 'postgres://127.0.0.1:1/plenary?pool_size=4']),
  ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('pool_size') });
});

it('reads the address of a PostgreSQL database', async () => {
  expect(await run(['service', 'token', 'list', '--data', 'postgres://127.0.0.1/plenary?color=red'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('unknown parameter "color" in the address of the database'),
  });
});

it('prints an error', async () => {
  expect(await run(['speakers', 'ad'])).toMatchObject({
    exitCode: 2,
    stderr: "Error: unknown command 'ad'\nFix: did you mean add?\n",
  });
});

it('was loaded completely by these tests', () => {
  const parts = scripts.flatMap((name) =>
    [...textOf(name).matchAll(/\.then\(\(\)=>[\w$]+\(require\("\.\/([^"]+)"\)/g)].map(([, part = '']) => part),
  );
  expect(new Set(parts).size).toBeGreaterThan(20);
  const ran = loaded();
  expect([...new Set(parts)].filter((part) => !ran.includes(part))).toEqual([]);
});
