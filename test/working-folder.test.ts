// The folder of a program as what every command in it works on: its event and its service without a
// flag, and never a token for a service that only the folder names.
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Invocation, plenary } from './support/program.ts';
import { startScriptedServer, wholeList } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

/** Runs a command in a folder, with a configuration of its own and no variables. */
function inFolder(args: readonly string[], { env, ...invocation }: Invocation = {}) {
  const own = {
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return plenary(args, { cwd: folder.file('devconf'), env: { ...own, ...env }, ...invocation });
}

async function login(...flags: readonly string[]): Promise<void> {
  const address = ['--base-url', service.url, '--token-stdin', ...flags];
  const { exitCode, stderr } = await inFolder(['auth', 'login', ...address], {
    cwd: folder.path,
    stdin: service.token,
  });
  expect(exitCode, stderr).toBe(0);
}

function write(name: string, text: string): void {
  mkdirSync(folder.file('devconf'), { recursive: true });
  writeFileSync(folder.file(`devconf/${name}`), text);
}

/** Writes the description of a program, as a pull does. */
function writeProgram(target: { readonly baseUrl?: string; readonly event?: string } = {}): void {
  const { baseUrl = service.url, event = 'devconf' } = target;
  write('program.json', JSON.stringify({ schemaVersion: '1.0', baseUrl, event }));
}

/** @param options `notice` is what the command prints beside the settings */
async function sources(
  { notice = '', ...invocation }: Invocation & { readonly notice?: string } = {},
  ...flags: readonly string[]
) {
  const { stdout, stderr } = await inFolder(['config', 'list', '--json', ...flags], invocation);
  expect(stderr).toBe(notice);
  const settings: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout);
  const rows = settings.filter(({ setting }) => setting === 'event' || setting === 'base-url');
  return Object.fromEntries(rows.map(({ setting, value, from }) => [setting, [value, from]]));
}

describe('the event and the service', () => {
  it('are those of the folder, in it and below it, before those of the profile', async () => {
    await login('--event', 'devconf');
    writeProgram({ event: 'other' });
    mkdirSync(folder.file('devconf/talks/drafts'), { recursive: true });
    expect(await sources()).toEqual({
      event: ['other', 'folder .'],
      'base-url': [service.url, 'folder .'],
    });
    expect(await sources({ cwd: folder.file('devconf/talks/drafts') })).toEqual({
      event: ['other', 'folder ../..'],
      'base-url': [service.url, 'folder ../..'],
    });
    expect(await sources({ cwd: folder.path })).toMatchObject({
      event: ['devconf', 'profile default'],
    });
    expect(await sources({ cwd: folder.path }, '--folder', 'devconf')).toMatchObject({
      event: ['other', 'folder devconf'],
    });
  });

  it('are not those of a folder above the root of a repository', async () => {
    await login('--event', 'devconf');
    writeProgram({ event: 'other' });
    mkdirSync(folder.file('devconf/site/.git'), { recursive: true });
    const { event } = await sources({ cwd: folder.file('devconf/site') });
    expect(event).toEqual(['devconf', 'profile default']);
  });

  it('are not those of a folder of another user', async () => {
    await login('--event', 'devconf');
    writeProgram({ event: 'other' });
    const notice = 'The folder . is not used: another user owns it.\n';
    const { event } = await sources({ userId: 4242, notice });
    expect(event).toEqual(['devconf', 'profile default']);
  });

  it('are not those of a link, which may lead to a file of others', async () => {
    await login('--event', 'devconf');
    writeProgram({ event: 'other' });
    renameSync(folder.file('devconf/program.json'), folder.file('elsewhere.json'));
    symlinkSync('../elsewhere.json', folder.file('devconf/program.json'));
    const notice = 'The folder . is not used: program.json is a link.\n';
    expect((await sources({ notice })).event).toEqual(['devconf', 'profile default']);
  });

  it.each([
    ['an address that is none', { baseUrl: 'nonsense' }],
    ['a line break', { event: 'x\nFix: run this' }],
  ])('are not read from a description with %s', async (_, target) => {
    await login('--event', 'devconf');
    writeProgram(target);
    const { exitCode, stderr } = await inFolder(['status'], { env: { PLENARY_EVENT: 'devconf' } });
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      3,
      'Error: program.json is damaged, or not the description of a program',
    ]);
  });

  it('are not those of a file with the same name that is something else', async () => {
    await login('--event', 'devconf');
    write('program.json', '{"name": "my program"}');
    expect((await sources()).event).toEqual(['devconf', 'profile default']);
  });

  it.each([
    ['a flag', {}, ['--event', 'other']],
    ['a variable', { PLENARY_EVENT: 'other' }, []],
  ])('are both given up if %s names another event', async (_, env, flags) => {
    await login();
    writeProgram({ baseUrl: 'https://program.example' });
    const args = ['timetable', 'show', ...flags];
    const { stderr } = await inFolder(args, { env });
    expect(stderr).toContain('the service has no event "other"\nFix: pass');
    expect(stderr).toContain('devconf');
  });

  it('are both given up if a profile that is chosen names another one', async () => {
    await login('--event', 'devconf', '--profile', 'work');
    writeProgram({ event: 'other' });
    const notice =
      `The folder . is not used: it has event other of ${service.url}, and profile work names ` +
      'event devconf.\n';
    expect(await sources({ notice }, '--profile', 'work')).toMatchObject({
      event: ['devconf', 'profile work'],
    });
  });

  it('of a folder that is named are refused beside others', async () => {
    await login();
    writeProgram();
    const args = ['speakers', 'list', '--folder', '.', '--event', 'other'];
    expect(await inFolder(args)).toMatchObject({
      exitCode: 2,
      stderr:
        `Error: --folder . has event devconf of ${service.url}, and --event names event other\n` +
        'Fix: remove --folder, or use the settings of that event\n',
    });
    const outside = ['speakers', 'list', '--folder', '../config'];
    expect((await inFolder(outside)).stderr).toBe(
      'Error: --folder ../config has no program\n' +
        'Fix: pass a folder that `plenary program pull` wrote\n',
    );
  });

  it('stay if the event is named by its name', async () => {
    await login();
    writeProgram();
    const args = ['speakers', 'list', '--event', 'DevConf', '--json'];
    expect(await inFolder(args)).toEqual({ exitCode: 0, stderr: '', stdout: '[]\n' });
  });
});

describe('the token', () => {
  it('is the one that a profile has for the service of the folder', async () => {
    await login('--profile', 'work');
    writeProgram();
    expect(await inFolder(['speakers', 'list', '--json'])).toEqual({
      exitCode: 0,
      stdout: '[]\n',
      stderr: '',
    });
  });

  it.each([
    ['a profile', {}, 'no token for'],
    ['a variable', { PLENARY_TOKEN: 'secret-of-another' }, 'PLENARY_TOKEN is not sent to'],
  ])('of %s never goes to a service that only the folder names', async (_, env, message) => {
    await login();
    const server = await startScriptedServer(() => wholeList([]));
    onTestFinished(() => server.close());
    writeProgram({ baseUrl: server.url });
    const commands = [
      ['speakers', 'list'],
      ['speakers', 'list', '--event', 'DevConf'],
      ['auth', 'status'],
      ['doctor'],
      ['program', 'pull', '.'],
      ['api', 'GET', '/v1/events'],
    ];
    for (const args of commands) {
      const { exitCode, stderr, stdout } = await inFolder(args, { env });
      if (args.includes('DevConf')) continue;
      expect({ args, exitCode }).toEqual({ args, exitCode: 4 });
      expect(stdout + stderr).toContain(`${message} ${server.url}`);
    }
    expect(server.requests).toEqual([]);
  });

  it('of the variable goes there if a flag names the service as well', async () => {
    writeProgram();
    const env = { PLENARY_TOKEN: service.token };
    const args = ['speakers', 'list'];
    expect((await inFolder(args, { env })).stderr).toBe(
      `Error: PLENARY_TOKEN is not sent to ${service.url}, which only the folder of the program ` +
        `names\nFix: if the token is for this service, pass --base-url ${service.url}\n`,
    );
    const flags = ['--base-url', service.url];
    expect(await inFolder([...args, ...flags], { env })).toMatchObject({ exitCode: 0 });
  });

  it('is not saved for the service of a folder', async () => {
    writeProgram();
    const { exitCode, stderr } = await inFolder(['auth', 'login', '--token-stdin'], { stdin: 'x' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the address of the service is missing');
  });
});

describe('plenary.json', () => {
  it('sets the time zone', async () => {
    await login();
    writeProgram();
    write('plenary.json', '{"timezone": "Asia/Tokyo"}');
    const { stdout } = await inFolder(['config', 'list']);
    expect(stdout).toMatch(/timezone +\S* *Asia\/Tokyo +\S* *plenary\.json/);
  });

  it('is listed with the settings, and where each value is from', async () => {
    await login();
    writeProgram();
    const map = { speakers: { Kontakt: 'email', Firma: 'company_name' } };
    write('plenary.json', JSON.stringify({ turnaround: '5m', every: '15m', map }));
    write('schedule.csv', 'submission_id,title,room,start\n');
    const { stdout } = await inFolder(['config', 'list', '-o', 'csv']);
    expect(stdout.split('\n').slice(-6)).toEqual([
      'folder,.,folder,folder .',
      'schedule,schedule.csv,folder,folder .',
      'turnaround,5m,folder,plenary.json',
      'every,15m,folder,plenary.json',
      'map speakers,"Kontakt=email, Firma=company_name",folder,plenary.json',
      '',
    ]);
  });

  it('maps columns that a file has, unless the command line does, and never those of a pull', async () => {
    await login();
    writeProgram();
    const usual = { Kontakt: 'email', Firma: 'company_name', Nowhere: 'about' };
    // No creation can set a phone number, and an apply uses the same mapping.
    const map = { speakers: { ...usual, Draht: 'phone' } };
    write('plenary.json', JSON.stringify({ map }));
    write('form.csv', 'Kontakt,Firma,Anmerkungen X,Draht\na@example.org,ACME,CTO,123\n');
    const plan = async (file: string, ...flags: readonly string[]) => {
      const args = ['speakers', 'import', file, '--dry-run', '--json', ...flags];
      return inFolder(args);
    };
    const { stdout, stderr } = await plan('form.csv');
    expect(JSON.parse(stdout).changes[0].fields, stderr).toEqual({
      email: { from: null, to: 'a@example.org' },
      company_name: { from: null, to: 'ACME' },
    });
    const own = await plan('form.csv', '--map', 'Anmerkungen X=company_name');
    expect(JSON.parse(own.stdout).changes[0].fields.company_name.to).toBe('CTO');
    write('speakers.csv', 'id,email,Kontakt\n,b@example.org,x\n');
    const pulled = await plan('speakers.csv');
    expect(JSON.parse(pulled.stdout).changes[0].fields.email.to).toBe('b@example.org');
  });

  it('gives words a status', async () => {
    await login();
    writeProgram();
    write('plenary.json', '{"statusMap": {"speakers": {"Dabei": "confirmed"}}}');
    write('form.csv', 'email,status\na@example.org,Dabei\n');
    const { stdout, stderr } = await inFolder([
      'speakers',
      'import',
      'form.csv',
      '--dry-run',
      '--json',
    ]);
    expect(JSON.parse(stdout).changes[0].fields.speaker_status.to, stderr).toBe('confirmed');
  });

  it('is refused with what it cannot have, all at once', async () => {
    await login();
    writeProgram();
    const settings = { turnarond: '5m', baseUrl: 'https://x.example', map: { speakers: { a: 1 } } };
    write('plenary.json', JSON.stringify(settings));
    expect(await inFolder(['speakers', 'list'])).toMatchObject({
      exitCode: 3,
      stderr: [
        'Error: plenary.json has settings that cannot be read',
        '  plenary.json: map.speakers.a must be text in quotation marks',
        '  plenary.json: unknown members "turnarond" (did you mean turnaround?), "baseUrl"',
        'Fix: use the members timezone, defaultDuration, turnaround, every, map, statusMap, each ' +
          'as its flag is written',
        '',
      ].join('\n'),
    });
    expect(readFileSync(folder.file('devconf/plenary.json'), 'utf8')).toContain('turnarond');
  });

  it.each([
    ['{"statusMap":{"sessions":{}}}', '  plenary.json: unknown member "sessions" in statusMap'],
    ['{"timezone":\n"UTC",}', '  plenary.json:2: property name expected'],
  ])('names what is wrong: %s', async (text, message) => {
    await login();
    writeProgram();
    write('plenary.json', text);
    const { exitCode, stderr } = await inFolder(['config', 'list']);
    expect([exitCode, stderr.split('\n')]).toEqual([3, expect.arrayContaining([message])]);
  });

  it('may be a file of an editor that writes a byte order mark', async () => {
    await login();
    writeProgram();
    write('plenary.json', '\uFEFF{"timezone": "Asia/Tokyo"}');
    expect((await inFolder(['config', 'list'])).stdout).toContain('Asia/Tokyo');
  });
});
