// Events of the public server: their list, and --event by id, slug and name, with and without the
// operation.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { publicServer } from './support/public-server.ts';

const stage = publicServer();
const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout);

describe('events list', () => {
  it('shows names, slugs, dates and time zones', async () => {
    const { stdout, stderr, exitCode } = await stage.plenary(['events', 'list']);
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout:
        'NAME          SLUG     DATES                     TIMEZONE\n' +
        'DevConf 2027  devconf  2027-05-20 to 2027-05-21  Europe/Berlin\n',
      stderr: '',
      exitCode: 0,
    });
    expect(stage.requests()).toEqual(['GET /v1/events']);
  });

  it('prints events as served, also those of several pages', async () => {
    for (let number = 1; number <= 120; number++) {
      const about = { name: `Event ${number}`, slug: `event-${number}`, timezone: 'UTC' };
      stage.double.web.addEvent({ ...about, startsAt: '2028-01-01', endsAt: '2028-01-02' });
    }
    const events = json(await stage.plenary(['events', 'list', '--json']));
    expect(events).toHaveLength(121);
    expect(events.at(-1)).toEqual({
      id: stage.double.eventId,
      name: 'DevConf 2027',
      slug: 'devconf',
      starts_at: '2027-05-20T07:00:00+00:00',
      ends_at: '2027-05-21T16:00:00+00:00',
      timezone: 'Europe/Berlin',
      branding: expect.any(Object),
    });
    const flags = ['--where', 'slug=event-7', '-o', 'csv', '--fields', 'name'];
    const { stdout } = await stage.plenary(['events', 'list', ...flags]);
    expect(stdout).toBe('name\nEvent 7\n');
  });

  it('says that a service does not list them', async () => {
    stage.double.switches.optionalOperations = false;
    const result = await stage.plenary(['events', 'list', '--json']);
    expect(result).toMatchObject({ exitCode: 5, stdout: '' });
    expect(errorOf(result).message).toBe('the service does not list its events');
  });
});

describe('--event', () => {
  it.each(['devconf', 'DevConf 2027'])('%s becomes the id before anything else', async (event) => {
    const { eventId } = stage.double;
    const { exitCode } = await stage.plenary(['speakers', 'list', '--event', event, '--json']);
    expect(exitCode).toBe(0);
    expect(stage.requests()).toEqual(['GET /v1/events', `GET /v1/events/${eventId}/speakers`]);
  });

  it('is sent as it is if it is an id', async () => {
    await stage.plenary(['speakers', 'list', '--json']);
    expect(stage.requests()).toEqual([`GET /v1/events/${stage.double.eventId}/speakers`]);
  });

  it('is sent as it is if the service does not list its events', async () => {
    stage.double.switches.optionalOperations = false;
    // The public server answers 500 to a text that is no id.
    const result = await stage.plenary([
      'speakers',
      'list',
      '--event',
      'devconf',
      '--retries',
      '0',
      '--json',
    ]);
    expect(result.exitCode).toBe(7);
    expect(stage.requests()).toEqual(['GET /v1/events', 'GET /v1/events/devconf/speakers']);
  });

  it('names the most similar event, and sends nothing', async () => {
    const result = await stage.plenary([
      'speakers',
      'add',
      '--email',
      'a@b.example',
      '--event',
      'devcnof',
      '--json',
    ]);
    expect(result.exitCode).toBe(5);
    expect(errorOf(result)).toMatchObject({
      message: 'the service has no event "devcnof"',
      next: [{ command: 'plenary events list' }],
    });
    expect(stage.requests()).toEqual(['GET /v1/events']);
  });

  it('is ambiguous if several events have the name', async () => {
    const about = {
      name: 'DevConf 2027',
      timezone: 'UTC',
      startsAt: '2026-01-01',
      endsAt: '2026-01-01',
    };
    const other = stage.double.web.addEvent({ ...about, slug: 'devconf-copy' });
    const result = await stage.plenary(['speakers', 'list', '--event', 'DevConf 2027', '--json']);
    expect(result.exitCode).toBe(2);
    const { message, details } = errorOf(result);
    expect(message).toBe('2 events have the name "DevConf 2027"');
    expect(details.map(({ message: id }: { message: string }) => id)).toEqual([
      stage.double.eventId,
      other,
    ]);
  });

  it('takes a slug before a name', async () => {
    const about = { timezone: 'UTC', startsAt: '2026-01-01', endsAt: '2026-01-01' };
    stage.double.web.addEvent({ ...about, name: 'devconf', slug: 'other' });
    await stage.plenary(['speakers', 'list', '--event', 'devconf', '--json']);
    expect(stage.requests()).toContain(`GET /v1/events/${stage.double.eventId}/speakers`);
  });

  it('is the id in the saved run, so that both spellings are one target', async () => {
    writeFileSync(stage.file('people.csv'), 'email\nada@example.org\n');
    await stage.plenary(['speakers', 'import', 'people.csv', '--event', 'devconf', '--yes']);
    const [run] = json(await stage.plenary(['runs', 'list', '--json']));
    expect(run.event).toBe(stage.double.eventId);
  });

  it('fills {event_id} of any request', async () => {
    await stage.plenary(['api', 'GET', '/v1/events/{event_id}/rooms', '--event', 'devconf']);
    expect(stage.requests()).toEqual([
      'GET /v1/events',
      `GET /v1/events/${stage.double.eventId}/rooms`,
    ]);
  });
});

describe('auth login', () => {
  const login = ['auth', 'login'];
  const env = () => ({ PLENARY_TOKEN: undefined, PLENARY_EVENT: undefined });
  const saved = () => JSON.parse(readFileSync(stage.settingsFile(), 'utf8'));

  beforeEach(() => {
    const about = { name: 'PyConf', slug: 'pyconf', timezone: 'UTC' };
    stage.double.web.addEvent({ ...about, startsAt: '2026-01-01', endsAt: '2026-01-02' });
  });

  it('offers the events at a terminal, and saves the id of the chosen one', async () => {
    const typed = [`${stage.double.token}\r`, '\r'];
    const { exitCode, stderr } = await stage.plenary(login, { env: env(), columns: 100, typed });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('DevConf 2027 (devconf)');
    expect(saved().profiles.default.settings.event).toBe(stage.double.eventId);
  });

  it('asks nothing without a terminal', async () => {
    const stdin = `${stage.double.token}\n`;
    const { exitCode } = await stage.plenary([...login, '--token-stdin'], { env: env(), stdin });
    expect(exitCode).toBe(0);
    expect(saved().profiles.default.settings.event).toBeUndefined();
    expect(stage.requests()).toEqual([]);
  });

  it('saves the id of an event that is named', async () => {
    const stdin = `${stage.double.token}\n`;
    await stage.plenary([...login, '--token-stdin', '--event', 'devconf'], { env: env(), stdin });
    expect(saved().profiles.default.settings.event).toBe(stage.double.eventId);
  });

  it('asks for no event if the service does not list them', async () => {
    stage.double.switches.optionalOperations = false;
    const typed = [`${stage.double.token}\r`];
    const { exitCode } = await stage.plenary(login, { env: env(), columns: 100, typed });
    expect(exitCode).toBe(0);
    expect(saved().profiles.default.settings.event).toBeUndefined();
  });

  it('saves nothing if the service refuses the token', async () => {
    const typed = ['dais_00000000000000000000000000000000\r'];
    const { exitCode } = await stage.plenary(login, { env: env(), columns: 100, typed });
    expect(exitCode).toBe(4);
    expect(() => saved()).toThrow('no such file');
  });
});
