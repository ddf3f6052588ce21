// Names of tracks, formats and records on the public server, which fails at a text that is no id.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { importsInto } from './support/imports.ts';
import { errorOf } from './support/program.ts';
import { publicServer } from './support/public-server.ts';
import { wholeList } from './support/scripted-server.ts';

const stage = publicServer();
const { plenary } = stage;
const trackOf = (name: string) =>
  stage.double.state.tracks.find((track) => track.name === name)?.id;
const formatOf = (name: string) =>
  stage.double.state.formats.find((format) => format.name === name)?.id;
const submissions = () =>
  stage.double.state.submissions.map(({ title, track_id, format_id }) => ({
    title,
    track_id,
    format_id,
  }));
const writes = () => stage.double.requests.filter(({ write }) => write !== undefined);
const messages = (result: Awaited<ReturnType<typeof plenary>>): readonly string[] =>
  errorOf(result).details.map(({ message }: { readonly message: string }) => message);

const add = (title: string, ...flags: readonly string[]) =>
  plenary([
    'submissions',
    'add',
    '--title',
    title,
    '--submitter-email',
    'a@b.example',
    '--json',
    ...flags,
  ]);

describe('submissions add', () => {
  it('sends the ids of a track and a format, whatever their case', async () => {
    expect(await add('Queues', '--track-id', ' backend ', '--format-id', 'WORKSHOP')).toMatchObject(
      { exitCode: 0 },
    );
    expect(submissions()).toEqual([
      { title: 'Queues', track_id: trackOf('Backend'), format_id: formatOf('Workshop') },
    ]);
  });

  it('asks for no list if both are ids', async () => {
    const ids = ['--track-id', trackOf('Backend') ?? '', '--format-id', formatOf('Talk') ?? ''];
    expect(await add('Queues', ...ids)).toMatchObject({ exitCode: 0 });
    expect(stage.requests()).toEqual([`POST /v1/events/${stage.double.eventId}/submissions`]);
  });

  it('refuses an unknown name with the known ones, before anything is sent', async () => {
    const result = await add('Queues', '--track-id', 'Bakend', '--format-id', 'Panel');
    expect(result.exitCode).toBe(3);
    expect(errorOf(result).details).toEqual([
      {
        code: 'unknown_name',
        field: 'track_id',
        flag: '--track-id',
        message:
          'no track is named "Bakend"; the most similar is "Backend"; ' +
          'the event has "Backend", "Frontend", "Community"',
      },
      {
        code: 'unknown_name',
        field: 'format_id',
        flag: '--format-id',
        message: 'no format is named "Panel"; the event has "Keynote", "Talk", "Workshop"',
      },
    ]);
    expect(writes()).toEqual([]);
  });

  it('refuses a name that two tracks have, with their ids', async () => {
    const ids = [trackOf('Backend'), stage.double.web.addTrack('backend')];
    const result = await add('Queues', '--track-id', 'Backend');
    expect([result.exitCode, messages(result)]).toEqual([
      3,
      [`2 tracks are named "Backend"; write an id: ${ids.join(', ')}`],
    ]);
    const { exitCode } = await add('Queues', '--track-id', ids[1] ?? '');
    expect(exitCode).toBe(0);
  });
});

describe('a filter of a list', () => {
  it('is sent as the id of the track', async () => {
    await add('Queues', '--track-id', 'Backend');
    await add('Maps');
    const { stdout } = await plenary(['submissions', 'list', '--track', 'BACKEND', '--json']);
    expect(JSON.parse(stdout).map(({ title }: { readonly title: string }) => title)).toEqual([
      'Queues',
    ]);
  });

  it.each(['list', 'search'])('of an unknown track is refused: %s', async (verb) => {
    const result = await plenary(['submissions', verb, '--track', 'Bakend', '--json']);
    expect(result.exitCode).toBe(3);
    expect(errorOf(result).details[0]).toMatchObject({ field: 'track', flag: '--track' });
  });
});

describe('submissions import', () => {
  const rows = [
    ['Queues', 'a@b.example', 'backend', 'Talk'],
    ['Maps', 'b@b.example', 'Community', ''],
    ['Clocks', 'c@b.example', '', 'keynote'],
  ];
  const write = (...lines: readonly (readonly string[])[]) => {
    const text = [
      'Title,Submitter email,Track,Format',
      ...lines.map((cells) => cells.join(',')),
    ].join('\n');
    writeFileSync(stage.file('talks.csv'), `${text}\n`);
  };
  const run = (...flags: readonly string[]) =>
    plenary(['submissions', 'import', 'talks.csv', '--yes', '--json', ...flags]);

  it('sends ids, and asks for each list once', async () => {
    write(...rows);
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(submissions()).toEqual([
      { title: 'Queues', track_id: trackOf('Backend'), format_id: formatOf('Talk') },
      { title: 'Maps', track_id: trackOf('Community'), format_id: null },
      { title: 'Clocks', track_id: null, format_id: formatOf('Keynote') },
    ]);
    const lists = stage
      .requests()
      .flatMap((each) => /(tracks|formats|rooms)$/.exec(each)?.[1] ?? []);
    expect(lists.sort()).toEqual(['formats', 'tracks']);
  });

  it('asks for no list if no row has a name', async () => {
    write(['Queues', 'a@b.example', trackOf('Backend') ?? '', '']);
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(stage.requests().filter((each) => /\/(tracks|formats|rooms)$/.test(each))).toEqual([]);
  });

  it('refuses unknown names with their lines, before anything is sent', async () => {
    write(...rows, ['Nets', 'd@b.example', 'Fronted', 'Talk']);
    const result = await run();
    expect(result.exitCode).toBe(3);
    expect(errorOf(result).fix).toContain('--map "Track=" leaves out a column');
    expect(errorOf(result).details).toEqual([
      expect.objectContaining({
        file: 'talks.csv',
        line: 5,
        column: 'Track',
        field: 'track_id',
        code: 'unknown_name',
        message:
          'no track is named "Fronted"; the most similar is "Frontend"; ' +
          'the event has "Backend", "Frontend", "Community"',
      }),
    ]);
    expect(writes()).toEqual([]);
    expect(await run('--skip-invalid')).toMatchObject({ exitCode: 9 });
    expect(submissions()).toHaveLength(3);
  });

  it('leaves the tracks of existing talks alone', async () => {
    write(...rows);
    await run();
    write(['Queues', 'a@b.example', 'No such track', ''], ...rows.slice(1));
    expect(await run()).toMatchObject({ exitCode: 0 });
  });
});

describe('without the operations', () => {
  beforeEach(() => {
    stage.double.switches.optionalOperations = false;
  });

  it('a name is that of a track that a record shows', async () => {
    await add(
      'Queues',
      '--track-id',
      trackOf('Backend') ?? '',
      '--format-id',
      formatOf('Talk') ?? '',
    );
    expect(await add('Maps', '--track-id', 'backend', '--format-id', 'talk')).toMatchObject({
      exitCode: 0,
    });
    expect(submissions()[1]).toEqual({
      title: 'Maps',
      track_id: trackOf('Backend'),
      format_id: formatOf('Talk'),
    });
    writeFileSync(
      stage.file('talks.csv'),
      'title,submitter_email,track\nNets,n@b.example,BACKEND\n',
    );
    expect(await plenary(['submissions', 'import', 'talks.csv', '--yes'])).toMatchObject({
      exitCode: 0,
    });
    expect(submissions()[2]).toMatchObject({ track_id: trackOf('Backend') });
  });

  it('another name is a fault, and an id is not', async () => {
    await add('Queues', '--track-id', trackOf('Backend') ?? '');
    const refused = await add('Maps', '--track-id', 'Frontend');
    const message = 'no talk of the event has the track "Frontend"; talks have "Backend"';
    expect([refused.exitCode, messages(refused)]).toEqual([3, [message]]);
    expect(errorOf(refused).fix).toBe(
      'pass the name or the id of one that the event has; --allow-new-value sends names that no ' +
        'talk has yet',
    );
    expect(await add('Maps', '--track-id', trackOf('Frontend') ?? '')).toMatchObject({
      exitCode: 0,
    });
  });

  it('another name is sent if that is meant, because some services create it', async () => {
    await add('Queues', '--track-id', trackOf('Backend') ?? '');
    const sent = () => writes().at(-1)?.body;
    await add('Maps', '--track-id', 'Frontend', '--allow-new-value', '--retries', '0');
    expect(sent()).toMatchObject({ track_id: 'Frontend' });
    writeFileSync(
      stage.file('talks.csv'),
      'title,submitter_email,track\nNets,n@b.example,Security\n',
    );
    const run = ['submissions', 'import', 'talks.csv', '--yes', '--retries', '0'];
    expect(await plenary(run)).toMatchObject({ exitCode: 3 });
    await plenary([...run, '--allow-new-value']);
    expect(sent()).toMatchObject({ title: 'Nets', track_id: 'Security' });
  });

  it.each([
    ['Web Dev', 'Web  Dev', 'web\u00a0dev '],
    ['Café', 'Cafe\u0301', 'CAFÉ'],
  ])(
    'a new name is sent in its first spelling, because a service may create each: %s',
    async (...names) => {
      const rows = names.map((name, at) => `Talk ${at},t${at}@b.example,${name},${name}`);
      const lines = ['title,submitter_email,track,format', ...rows];
      writeFileSync(stage.file('talks.csv'), `${lines.join('\n')}\n`);
      await plenary(['submissions', 'import', 'talks.csv', '--yes', '--retries', '0']);
      const sent = writes().map(({ body }) => body);
      expect(sent.length).toBeGreaterThan(0);
      for (const body of sent)
        expect(body).toMatchObject({ track_id: names[0], format_id: names[0] });
    },
  );

  it('is no other id that differs in its case alone', async () => {
    const { importText, creations } = await importsInto(({ method, path }) => {
      if (method === 'POST') return { status: 201, json: { id: 'sub_1' } };
      if (path.includes('/tracks')) {
        return wholeList([
          { id: 'Ab1', name: 'Web' },
          { id: 'aB1', name: 'Data' },
        ]);
      }
      return wholeList([]);
    });
    const rows = [
      'Title,Email,Track',
      'A,a@b.example,Web',
      'B,b@b.example,Data',
      'C,c@b.example,aB1',
    ];
    await importText('submissions', `${rows.join('\n')}\n`);
    const tracks = creations().map(({ body }) => JSON.parse(body).track_id);
    expect(tracks.toSorted()).toEqual(['Ab1', 'aB1', 'aB1']);
  });

  it('texts are sent as they are if no record shows a track', async () => {
    await add('Queues', '--track-id', 'Backend', '--retries', '0');
    expect(writes()[0]?.body).toMatchObject({ track_id: 'Backend' });
  });
});

describe('a write to a record that is named', () => {
  it.each([
    [['submissions', 'update', 'Keynote', '--status', 'accepted'], 'PATCH'],
    [['sessions', 'place', 'keynote', '--room', 'Main Hall', '--start', '2027-05-20 09:00'], 'PUT'],
  ])('%j', async (args, method) => {
    await add('Keynote');
    stage.requests();
    expect(await plenary(args)).toMatchObject({ exitCode: 0 });
    const [{ id } = { id: '' }] = stage.double.state.submissions;
    const sent = stage.requests().filter((each) => each.startsWith(method));
    expect(sent).toEqual([expect.stringContaining(`/${id}`)]);
  });

  it.each([
    ['submissions', 'update', 'No such talk', '--status', 'accepted'],
    ['speakers', 'update', 'Nobody', '--title', 'CTO'],
  ])('of %s %s that does not exist is never sent', async (...args) => {
    expect(await plenary(args)).toMatchObject({ exitCode: 5 });
    expect(writes()).toEqual([]);
  });
});

describe('a folder that creates talks', () => {
  const rows = (): string => readFileSync(stage.file('conf/submissions.csv'), 'utf8');
  /** Adds a row with these cells by the names of their columns. */
  const addRow = (cells: Readonly<Record<string, string>>) => {
    const [header = ''] = rows().split('\n');
    const line = header.split(',').map((name) => cells[name] ?? '');
    writeFileSync(stage.file('conf/submissions.csv'), `${rows()}${line.join(',')}\n`);
  };

  it('takes names of tracks and formats, and refuses unknown ones', async () => {
    await add('Queues');
    await plenary(['program', 'pull', 'conf', '--private-columns']);
    const talk = { title: 'Maps', submitter_email: 'm@b.example' };
    addRow({ ...talk, track_id: 'Fronted', format_id: 'talk' });
    const apply = ['program', 'apply', 'conf', '--create', '--yes', '--json'];
    const refused = await plenary(apply);
    expect(refused.exitCode).toBe(3);
    expect(messages(refused)).toEqual([expect.stringContaining('no track is named "Fronted"')]);
    writeFileSync(stage.file('conf/submissions.csv'), rows().replace('Fronted', 'frontend'));
    expect(await plenary(apply)).toMatchObject({ exitCode: 0 });
    expect(submissions()[1]).toEqual({
      title: 'Maps',
      track_id: trackOf('Frontend'),
      format_id: formatOf('Talk'),
    });
  });
});
