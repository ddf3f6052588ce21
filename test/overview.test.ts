// `submissions stats` and `speakers missing`: counts and reminders from the lists of an event.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenary, startTestService, type TestService } from './support/program.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const done = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await service.plenary([...args, '--quiet']);
    if (exitCode !== 0) throw new Error(stderr);
  };
  const speaker = (name: string, ...more: readonly string[]) =>
    done('speakers', 'add', '--email', `${name}@example.org`, '--first-name', name, ...more);
  await speaker('complete', '--about', 'All there.');
  await speaker('faceless', '--about', 'No photo.');
  await speaker('waiting', '--about', ' ');
  await speaker('idle', '--about', 'No talk.');
  await speaker('declined', '--speaker-status', 'declined');
  await speaker('refused');
  for (const name of ['complete', 'waiting', 'idle']) {
    await done('speakers', 'update', `${name}@example.org`, '--photo-url', 'https://example.org/p.jpg');
  }
  const talk = async (
    title: string,
    name: string,
    status: string,
    place: readonly string[] = [],
    track = 'backend',
  ) => {
    const address = `${name.toUpperCase()}@example.org`;
    await done('submissions', 'add', '--title', title, '--submitter-email', address, '--track-id', track);
    await done('submissions', 'update', title, '--status', status);
    const [room, start] = place;
    if (room !== undefined && start !== undefined)
      await done('sessions', 'place', title, '--room', room, '--start', start);
  };
  await talk('Placed', 'complete', 'accepted', ['Aula', '2026-05-02T23:00:00Z']);
  await talk('Not placed', 'waiting', 'accepted');
  await talk('Pending', 'waiting', 'pending', [], 'data');
  await talk('Faceless', 'faceless', 'accepted', ['Lab', '2026-05-01T09:00:00Z']);
  await talk('Refused', 'refused', 'declined', [], '');
});
afterAll(() => service.stop());

describe('submissions stats', () => {
  it('draws a table with bars for each of status, track, format, room and day', async () => {
    const { exitCode, stdout, stderr } = await service.plenary(['submissions', 'stats', '--timezone', 'Europe/Berlin']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '5 submissions in total.\n' });
    const [long, short] = [40, 13].map((length) => '█'.repeat(length));
    expect(stdout).toBe(
      [
        'STATUS    COUNT  SHARE',
        `accepted  3       60 %  ${long}`,
        `pending   1       20 %  ${short}`,
        `declined  1       20 %  ${short}`,
        '',
        'TRACK    COUNT  SHARE',
        `backend  3       60 %  ${long}`,
        `data     1       20 %  ${short}`,
        `(none)   1       20 %  ${short}`,
        '',
        'ROOM    COUNT  SHARE',
        `Aula    1       20 %  ${short}`,
        `Lab     1       20 %  ${short}`,
        `(none)  3       60 %  ${long}`,
        '',
        // 01:00 in Berlin, which still belongs to the evening before.
        'DAY         COUNT  SHARE',
        `2026-05-01  1       20 %  ${short}`,
        `2026-05-02  1       20 %  ${short}`,
        `(none)      3       60 %  ${long}`,
        '',
      ].join('\n'),
    );
  });

  it.each([
    [['--by', 'track', '--where', 'status=accepted', '-o', 'csv'], 'by,value,count\ntrack,backend,3\n'],
    [
      ['--by', 'format, status', '-o', 'csv'],
      'by,value,count\nformat,,5\nstatus,accepted,3\nstatus,pending,1\nstatus,declined,1\n',
    ],
    [['--by', 'format', '--json'], '[\n  {\n    "by": "format",\n    "value": null,\n    "count": 5\n  }\n]\n'],
    [['--by', 'format'], `FORMAT  COUNT  SHARE\n(none)  5      100 %  ${'█'.repeat(40)}\n`],
    [['--by', 'status', '--where', 'title=none of these', '--json'], '[]\n'],
    [
      ['--by', 'status', '--fields', 'value,count', '-o', 'ndjson', '--where', 'track_id='],
      '{"value":"declined","count":1}\n',
    ],
    [['--fields'], 'by\nvalue\ncount\n'],
  ])('%j', async (flags, expected) => {
    expect(await service.plenary(['submissions', 'stats', ...flags])).toMatchObject({ exitCode: 0, stdout: expected });
  });

  it.each([
    [
      ['--by', 'satus'],
      'Error: --by satus: unknown\nFix: did you mean status? pass one or more of status,track,format,room,day\n',
    ],
    [['--by', ''], 'Error: --by : unknown\n'],
    [['--where', 'titel=x'], 'Error: unknown field: --where titel\n'],
  ])('with %j ends with 2', async (flags, message) => {
    const { exitCode, stderr } = await service.plenary(['submissions', 'stats', ...flags]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('speakers missing', () => {
  const list = ['speakers', 'missing', '-o', 'ndjson', '--fields', 'first_name,missing,talk_statuses,unplaced'];

  it('lists who lacks what, without those who are declined', async () => {
    const { exitCode, stdout, stderr } = await service.plenary(list);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { first_name: 'faceless', missing: ['photo'], talk_statuses: ['accepted'], unplaced: [] },
      {
        first_name: 'waiting',
        missing: ['biography', 'placement'],
        talk_statuses: ['accepted', 'pending'],
        unplaced: ['Not placed'],
      },
      { first_name: 'idle', missing: ['talk'], talk_statuses: [], unplaced: [] },
    ]);
    expect(stderr).toBe(
      [
        '3 of 6 speakers lack something: 1 without a biography, 1 without a photo, 1 without a talk, 1 with an accepted talk that is not placed.',
        'Left out: 2 speakers who are declined or withdrawn, or whose talks all are.',
        '',
      ].join('\n'),
    );
  });

  it('can be filtered by what is missing, and is a table for people', async () => {
    const { stdout } = await service.plenary([
      'speakers',
      'missing',
      '--where',
      'missing=placement',
      '--fields',
      'email,missing,unplaced',
    ]);
    expect(stdout).toBe(
      'EMAIL                MISSING               UNPLACED\nwaiting@example.org  biography, placement  Not placed\n',
    );
    expect((await service.plenary(['speakers', 'missing', '--where', 'mising=photo'])).exitCode).toBe(2);
    expect((await service.plenary(['speakers', 'missing', '--fields'])).stdout).toContain(
      '\nmissing\ntalk_statuses\nunplaced\n',
    );
  });

  it('names the submitters of accepted talks who are no speakers', async () => {
    const submission = (title: string, submitter_email: string, more = {}) => ({
      ...{ id: title, title, status: 'accepted', submitter_email, submitter_first_name: 'Zoe' },
      ...more,
    });
    const answers = (speakers: readonly object[]): Readonly<Record<string, Reply>> => ({
      sessions: { json: [{ submission_id: 'Placed', room: 'A', start: '2026-05-02T09:00:00Z' }] },
      submissions: {
        json: [
          submission('Placed', 'zoe@x.org'),
          submission('Open', 'ZOE@x.org'),
          submission('Declined', 'no@x.org', { status: 'declined' }),
          submission('Known', 'Ann@X.org'),
          submission('By an agent', 'agent@x.org', { speakers: [{ id: 'p1' }] }),
          submission('Hidden', 'z***@x.org'),
        ],
      },
      speakers: { json: speakers },
    });
    const ann = { id: 'p1', email: 'ann@x.org', about: 'A', photo_url: 'p' };
    for (const [speakers, named] of [
      [[ann], true],
      // It may be the address of anyone.
      [[ann, { id: 'p2', email: 'z***@x.org', about: 'A', photo_url: 'p' }], false],
    ] as const) {
      const replies = answers(speakers);
      const server = await startScriptedServer(
        ({ path }) => replies[/events\/e\/(\w+)/.exec(path)?.[1] ?? ''] ?? { status: 404, json: {} },
      );
      const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'e' };
      const { stdout, stderr } = await plenary(['speakers', 'missing', '--where', 'missing=record', '--json'], { env });
      await server.close();
      expect(JSON.parse(stdout)).toEqual(
        named
          ? [
              {
                ...{ email: 'zoe@x.org', first_name: 'Zoe', last_name: '' },
                ...{ missing: ['record', 'placement'], talk_statuses: ['accepted'], unplaced: ['Open'] },
              },
            ]
          : [],
      );
      expect(stderr.includes('1 submitter of accepted talks has no record as a speaker. To create')).toBe(named);
    }
  });

  it('reminds of no place before the first session is placed', async () => {
    const early = await startTestService();
    for (const args of [
      ['speakers', 'add', '--email', 'ada@example.org', '--about', 'A'],
      ['speakers', 'update', 'ada@example.org', '--photo-url', 'https://example.org/p.jpg'],
      ['submissions', 'add', '--title', 'Engines', '--submitter-email', 'ada@example.org'],
      ['submissions', 'update', 'Engines', '--status', 'accepted'],
    ]) {
      await early.plenary(args);
    }
    const { stdout, stderr } = await early.plenary(['speakers', 'missing', '--json']);
    expect(JSON.parse(stdout)).toEqual([]);
    expect(stderr).toBe(
      '0 of 1 speaker lacks something.\nNot listed: talks without a place, because no session is placed yet.\n',
    );
    await early.stop();
  });

  it('claims nothing about what a service does not show', async () => {
    const talks = wholeList([
      { id: 't1', title: 'T', status: 'accepted', speakers: [{ id: 'p2' }] },
      { id: 't2', title: 'U', status: 'Confirmed', submitter_email: 'c@x.org' },
      { id: 't3', title: 'V', status: 'accepted', submitter_email: 'd***@x.org' },
    ]);
    const answers: Readonly<Record<string, Reply>> = {
      sessions: wholeList([{ submission_id: 't1', room: { name: 'A' }, start: '2026-05-02T09:00:00Z' }]),
      submissions: talks,
      speakers: wholeList([
        { id: 'p1', email: 'a***@x.org', about: '' },
        { id: 'p2', email: 'b***@x.org', about: 'B' },
        { id: 'p3', email: 'c@x.org', about: 'C' },
        { id: 'p4', email: 'd@x.org', about: 'D' },
      ]),
    };
    const server = await startScriptedServer(
      ({ path }) => answers[/events\/e\/(\w+)/.exec(path)?.[1] ?? ''] ?? { status: 404, json: {} },
    );
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'e' };
    const { stdout, stderr } = await plenary(['speakers', 'missing', '-o', 'ndjson', '--fields', 'id,missing'], {
      env,
    });
    expect(stdout).toBe('{"id":"p1","missing":["biography"]}\n{"id":"p3","missing":["placement"]}\n');
    expect(stderr).toBe(
      [
        '2 of 4 speakers lack something: 1 without a biography, 1 with an accepted talk that is not placed.',
        'The service does not list photo_url, so who lacks it is unknown.',
        'Whether 2 speakers have a talk is unknown, because the service hides addresses.',
        '',
      ].join('\n'),
    );
    const stats = await plenary(['submissions', 'stats', '--by', 'room', '-o', 'csv'], { env });
    expect(stats.stdout).toBe('by,value,count\nroom,A,1\nroom,,2\n');
    await server.close();
  });
});
