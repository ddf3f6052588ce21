// Sessions that a schedule file calls off in a column of statuses: they are not sent, and no page
// shows them.
import { beforeAll, describe, expect, it } from 'vitest';
import { report, type ScheduleStage, scheduleStages } from './support/schedule-stage.ts';

const { alone, stage: open, file } = scheduleStages();
let stage: ScheduleStage;

beforeAll(async () => {
  stage = await open('Knots', 'Queues', 'Cranes', 'Tides');
  const all = ['Knots,Hall,2027-05-21 09:00,45', 'Queues,Loft,2027-05-21 09:00,45'];
  await stage.run('sessions', 'apply', file('before.csv', 'title,room,start,duration', ...all));
  file(
    's.csv',
    'title,room,start,duration,speakers,status',
    'Knots,Hall,2027-05-21 09:00,30,Ida Moen,Cancelled',
    'Queues,Loft,2027-05-21 09:00,30,Ola Berg,Waitlisted',
    'Cranes,Hall,2027-05-21 09:00,30,Ida Moen,Accepted',
    'Buoys,Hall,2027-05-21 09:00,30,Bo Li,withdrawn',
  );
});

const run = (...args: readonly string[]) => stage.run(...args);

it('is not sent, needs no submission, and clashes with nothing', async () => {
  const planned = await run('sessions', 'plan', 's.csv', '--json');
  expect([planned.exitCode, report(planned)]).toMatchObject([
    0,
    {
      counts: { rows: 4, place: 1, unchanged: 1, skipped: 2 },
      clashes: [],
      rejects: [],
      warnings: [
        {
          code: 'off_in_file',
          line: 2,
          message:
            '"Knots" is called off in the file: its row is not sent; ' +
            '`plenary sessions unplace` takes it out of the schedule',
        },
        {
          code: 'off_not_placed',
          line: 5,
          message: '"Buoys" is called off in the file: its row is not sent',
        },
      ],
    },
  ]);
  const { stderr } = await run('sessions', 'plan', 's.csv');
  expect(stderr).toMatch(/unplace` takes it out of the schedule: line 2\.\n/);
  expect((await run('sessions', 'apply', 's.csv')).exitCode).toBe(0);
  expect(await run('sessions', 'check', '--schedule', 's.csv')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('2 sessions, 0 clashes.\n'),
  });
  const { stderr: notices } = await alone('sessions', 'check', '--schedule', 's.csv');
  expect(notices).toContain(
    'Left out: 2 sessions are called off in s.csv: "Knots" (line 2), "Buoys" (line 5).\n',
  );
});

describe('with an event, and by itself', () => {
  const knots = 'Knots,Hall,2027-05-21 09:00';
  const titlesOf = async (name: string) => {
    const { stdout } = await alone('timetable', 'show', '--schedule', name, '--json');
    return JSON.parse(stdout)
      .map(({ title }: { title: string }) => title)
      .toSorted();
  };

  it.each([
    ['the event', () => run, '1 placed session that is'],
    ['the file', () => alone, '2 placed sessions that are'],
  ] as const)(
    'is left out of the pages of %s, and marked in calendars',
    async (_, command, which) => {
      const calledOff = `${which} declined, withdrawn or canceled.\n`;
      const exported = async (format: string) =>
        command()('timetable', 'export', '--schedule', 's.csv', '--format', format);
      for (const format of ['html', 'schedule-json', 'schedule-xml', 'csv']) {
        const { stdout, stderr } = await exported(format);
        expect([stdout.includes('Cranes'), stdout.includes('Knots')]).toEqual([true, false]);
        expect(stderr).toContain(`Left out: ${calledOff}`);
      }
      const calendar = await exported('ics');
      expect(calendar.stderr).toContain(`Marked as canceled: ${calledOff}`);
      const eventOf = (title: string) => {
        const [, event = ''] = calendar.stdout.split(`SUMMARY:${title}`);
        return event.slice(0, event.indexOf('END:VEVENT'));
      };
      const [ofKnots, ofCranes] = [eventOf('Knots'), eventOf('Cranes')];
      expect(ofKnots).toContain('STATUS:CANCELLED');
      expect(ofCranes).toContain('STATUS:CONFIRMED');
      expect([ofKnots, ofCranes].map((event) => event.includes('Ida Moen'))).toEqual([false, true]);
      const shown = await command()('timetable', 'show', '--schedule', 's.csv', '--json');
      const titles = report(shown).map(({ title }: { title: string }) => title);
      expect([titles.includes('Cranes'), titles.includes('Knots')]).toEqual([true, false]);
    },
  );

  it('may be one slot of a talk whose other slot takes place, in any language', async () => {
    file(
      'de.csv',
      'Titel;Raum;Beginn;Status',
      'Queues;Loft;21.05.2027 09:00;findet statt',
      'Queues;Saal;21.05.2027 15:00;abgesagt',
    );
    for (const command of [run, alone]) {
      const flags = ['--schedule', 'de.csv', '--rooms', 'Loft,Saal', '--format', 'ics'];
      const { stdout } = await command('timetable', 'export', ...flags);
      const events = stdout.split('BEGIN:VEVENT').filter((event) => event.includes('Queues'));
      const texts = events.map((event) => event.match(/(UID|LOCATION|STATUS):\S+/g));
      expect(texts).toMatchObject([
        [expect.any(String), 'LOCATION:Loft', 'STATUS:CONFIRMED'],
        [expect.any(String), 'LOCATION:Saal', 'STATUS:CANCELLED'],
      ]);
      expect(new Set(texts.map((text) => text?.[0])).size).toBe(2);
    }
  });

  it('may be a break', async () => {
    const lunch = 'Lunch,,2027-05-21 12:00,60,Cancelled';
    file(
      'lunch.csv',
      'title,room,start,duration,status',
      'Queues,Loft,2027-05-21 09:00,45,',
      lunch,
    );
    for (const command of [run, alone]) {
      const exported = await command(
        'timetable',
        'export',
        '--schedule',
        'lunch.csv',
        '--format',
        'csv',
      );
      expect(exported.stdout).not.toContain('Lunch');
      expect(exported.stderr).toContain('Left out: 1 placed session that is');
    }
  });

  it.each([
    ['Status', 'cancelled (ill)', ''],
    ['Cancelled', 'yes', 'no'],
    ['Withdrawn?', 'x', '-'],
    ['deleted_at', '2027-04-02T10:00:00Z', ''],
    ['Is cancelled', 'true', 'false'],
    ['Active?', 'N', 'Y'],
    ['Published', 'false', '2027-04-02'],
    ['is_active', '0', ''],
    ['Aktiv', 'nein', 'ja'],
  ])('may have a remark, or a column of its own: %s', async (column, off, on) => {
    const rows = [
      `Queues,Loft,2027-05-21 09:00,45,${on}`,
      `Cranes,Loft,2027-05-21 09:00,45,${off}`,
    ];
    file('own.csv', `title,room,start,duration,${column}`, ...rows);
    const { stdout } = await alone('timetable', 'show', '--schedule', 'own.csv', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ title: 'Queues' }]);
  });

  it.each([
    'CANCELLED Cranes',
    '**CANCELLED** Cranes',
    'POSTPONED: Cranes',
    'Cranes *CANCELLED*',
    'Cranes (CANCELLED – speaker ill)',
    'Cranes - cancelled by speaker',
    'Cranes NO SHOW',
    'Cranes [verschoben auf 2028] (abgesagt)',
    'Cranes AFGELAST',
  ])('may say so at either end of its title: %s', async (title) => {
    file('own.csv', 'title,room,start', `${title},Loft,2027-05-21 09:00`, knots);
    expect(await titlesOf('own.csv')).toEqual(['Knots']);
  });

  it.each([
    'Canceled culture',
    'Debate - Cancelled Culture',
    'CANCELLED CULTURE IN EUROPE',
    'Lost luggage (cancelled flights)',
    'Cranes (cancelled?)',
    'Cranes (moved)',
  ])('is none that has the word in its title: %s', async (title) => {
    file('own.csv', 'title,room,start', `${title},Loft,2027-05-21 09:00`, knots);
    expect(await titlesOf('own.csv')).toEqual(['Knots', title].toSorted());
  });

  it('may have the word alone in place of its room or its people', async () => {
    file(
      'own.csv',
      'title,room,start,speakers',
      'Cranes,CANCELLED,2027-05-21 09:00,Ida Moen',
      'Queues,Loft,2027-05-21 09:00,abgesagt',
      `${knots},Bo Li`,
    );
    expect(await titlesOf('own.csv')).toEqual(['Knots']);
    expect((await run('sessions', 'plan', 'own.csv')).stderr).toContain(
      'is called off in the file',
    );
  });

  it.each(['Postponed', 'Dropped out', 'Removed', 'Not happening', 'CXL', 'reporté'])(
    'may have the status %s',
    async (status) => {
      file(
        'own.csv',
        'title,room,start,status',
        `Cranes,Loft,2027-05-21 09:00,${status}`,
        `${knots},`,
      );
      expect(await titlesOf('own.csv')).toEqual(['Knots']);
    },
  );

  it('takes place with a status that is not known, which is named once', async () => {
    file(
      'own.csv',
      'title,room,start,state',
      'Cranes,Loft,2027-05-21 09:00,Cancelled?',
      'Tides,Loft,2027-05-21 10:00,on hold',
      'Queues,Loft,2027-05-21 11:00,on hold',
      `${knots},Accepted`,
    );
    const { stderr } = await alone(
      'sessions',
      'check',
      '--schedule',
      'own.csv',
      '--map',
      'state=status',
    );
    expect(stderr).toContain(
      'Note: the column "state" has statuses that call no session off: "Cancelled?", "on hold".\n',
    );
    expect(stderr).toContain('4 sessions, 0 clashes.');
  });
});

it('keeps its room in a service that refuses another accepted talk there', async () => {
  const rows = ['Tides,Dock,2027-05-21 09:00,45,', 'Queues,Loft,2027-05-21 09:00,45,'];
  await run('sessions', 'apply', file('dock.csv', 'title,room,start,duration,status', ...rows));
  for (const title of ['Tides', 'Queues'])
    await run('submissions', 'update', title, '--status', 'accepted');
  file(
    'off.csv',
    'title,room,start,duration,status',
    'Tides,Dock,2027-05-21 09:00,45,canceled',
    'Queues,Dock,2027-05-21 09:00,45,',
  );
  const planned = await run('sessions', 'plan', 'off.csv', '--json');
  expect([planned.exitCode, report(planned).clashes]).toMatchObject([
    6,
    [{ code: 'service', what: 'Dock' }],
  ]);
});
