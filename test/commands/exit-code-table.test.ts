// Each command in each situation: the exit codes by which a script decides what to do.
import { expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/all-commands.ts';
import { fresh, people, type Scene, sceneStage } from '../support/exit-code-scenes.ts';

// Written by hand from the design's table of exit codes; – where a situation cannot arise. What
// only reads is not kept waiting by another run.
const table = `
                   success nothing partial conflict busy token network no-event bad-event invalid
speakers add          0       –       –       6      0     4      7       2         5        3
speakers update       0       –       –       6      0     4      7       2         5        3
speakers list         0       0       –       –      0     4      7       2         5        3
speakers missing      0       0       –       –      0     4      7       2         5        –
speakers import       0       0       9       –      7     4      7       2         5        3
speakers plan         0       0       –       –      0     4      7       2         5        3
speakers apply        0       0       9       6      7     4      7       2         5        3
submissions update    0       –       –       6      0     4      7       2         5        3
submissions import    0       0       9       –      7     4      7       2         5        3
submissions apply     0       0       9       6      7     4      7       2         5        3
contacts search       0       0       –       –      0     4      7       2         5        –
sessions place        0       –       –       6      7     4      7       2         5        3
sessions unplace      0       0       –       –      7     4      7       2         5        –
sessions swap         0       –       –       6      7     4      7       2         5        –
sessions plan         0       0       –       6      0     4      7       2         5        3
sessions apply        0       0       9       6      7     4      7       2         5        3
sessions check        0       –       –       6      0     4      7       2         5        3
sessions autoplace    0       0       9       –      0     4      7       2         5        3
timetable show        0       0       –       –      0     4      7       2         5        3
letters write         0       0       –       –      0     0      0       0         0        3
timetable changes     0       0       –       –      0     4      7       2         5        3
program pull          0       0       –       6      0     4      7       2         5        3
program apply         0       0       9       6      7     4      7       0         5        3
program export        0       0       –       6      0     4      7       2         5        3
runs resume           0       0       9       6      7     4      7       0         0        –
runs undo             0       0       9       6      7     4      7       0         0        –
runs verify           0       –       –       6      0     4      7       0         0        –
status                0       –       –       –      0     4      7       2         5        –
`;

const { openScene } = sceneStage();

/** The rest of a command line, and perhaps what happens before. */
type Rest = (scene: Scene) => string | Promise<string>;

/**
 * What the command does in each situation that depends on it. In the others, it is the success that
 * is prevented.
 */
type Cells = Readonly<Record<string, Rest>>;

const talks = 'title,submitter_email,abstract';
const schedule = 'title,room,start';
const rooms = 'room,start,end';

/** A file of records that is applied: new values, none, some that cannot be, and stale ones. */
function applied(
  group: string,
  columns: string,
  [row, unknown, invalid]: readonly string[],
): Cells {
  const plan = async ({ run, file }: Scene) => {
    await run(`${group} plan ${file('a.csv', columns, `${row}stale`)} --out plan.json`);
    await run(`${group} apply ${file('b.csv', columns, `${row}newer`)}`);
    return 'plan.json';
  };
  return {
    success: ({ file }) => `${file('a.csv', columns, `${row}new`)}`,
    nothing: () => 'a.csv',
    partial: ({ file }) =>
      `${file('c.csv', columns, `${row}part`, `${unknown}part`)} --allow-partial`,
    conflict: plan,
    invalid: ({ file }) => file('d.csv', columns, `${invalid}x`),
  };
}

function imported(columns: string, row: string, invalid: string): Cells {
  return {
    success: ({ file }) => `${file('a.csv', columns, row)}`,
    nothing: () => 'a.csv',
    partial: ({ file }) => `${file('b.csv', columns, row, invalid)} --skip-invalid`,
    invalid: ({ file }) => file('b.csv', columns, row, invalid),
  };
}

const placed: Cells = {
  success: ({ file }) => file('a.csv', schedule, 'Queues,Hall,2027-05-20 14:00'),
  nothing: ({ file }) => file('b.csv', schedule, 'Keynote,Hall,2027-05-20 09:00'),
  conflict: ({ file }) => file('c.csv', schedule, 'Queues,Hall,2027-05-20 09:00'),
  invalid: ({ file }) => file('d.csv', schedule, 'Queues,Hall,tomorrow'),
};

const cells: Readonly<Record<string, Cells>> = {
  'speakers add': {
    success: () => `--email ${fresh('new')}@x.org`,
    conflict: () => '--email ada@x.org',
    invalid: () => '--email x',
  },
  'speakers update': {
    success: () => 'ada@x.org --about New',
    conflict: () => 'ada@x.org --email bo@x.org',
    invalid: () => 'ada@x.org --email x',
  },
  'speakers list': {
    success: () => '',
    nothing: () => '--status declined',
    invalid: () => '--status unheard',
  },
  'speakers missing': { success: () => '', nothing: () => '--where missing=record' },
  'speakers import': imported(people, 'cy@x.org,Cy,', 'nobody,Di,'),
  'speakers plan': {
    success: ({ file }) => file('a.csv', people, 'ada@x.org,Ada,New'),
    nothing: ({ file }) => file('b.csv', people, 'ada@x.org,Ada,'),
    invalid: ({ file }) => file('c.csv', people, 'nobody,Ada,New'),
  },
  'speakers apply': applied('speakers', people, ['ada@x.org,Ada,', 'no@x.org,No,', 'nobody,,']),
  'submissions update': {
    success: () => 'Queues --status pending',
    async conflict({ run }) {
      await run('sessions place Maps --room Hall --start 2027-05-20T07:00:00Z --fail-on never');
      return 'Maps --status accepted';
    },
    invalid: () => 'Queues --status unheard',
  },
  'submissions import': imported(talks, 'Trees,cy@x.org,', 'Logs,nobody,'),
  'submissions apply': applied('submissions', talks, [
    'Queues,ada@x.org,',
    'None,ada@x.org,',
    'None,ada@x.org,',
  ]),
  'contacts search': { success: () => '', nothing: () => '--status declined' },
  'sessions place': {
    success: () => 'Queues --room Hall --start 2027-05-20T12:00:00Z',
    conflict: () => 'Maps --room Hall --start 2027-05-20T07:00:00Z',
    invalid: () => 'Maps --room Hall --start tomorrow',
  },
  'sessions unplace': { success: () => 'Keynote', nothing: () => 'Keynote' },
  'sessions swap': {
    success: () => 'Keynote Closing',
    conflict: () => 'Keynote Closing --turnaround 4h',
  },
  'sessions plan': placed,
  'sessions apply': {
    ...placed,
    partial: ({ file }) =>
      `${file('p.csv', schedule, 'Maps,Lab,2027-05-20 16:00', 'None,Lab,2027-05-20 17:00')} ` +
      '--allow-partial',
  },
  'sessions check': {
    success: () => '',
    conflict: () => '--turnaround 4h',
    invalid: ({ file }) => `--schedule ${file('a.csv', schedule, 'Queues,Hall,tomorrow')}`,
  },
  'sessions autoplace': {
    success: ({ file }) =>
      `--rooms-file ${file('r.csv', rooms, `Aula,${day}T09:00+02:00,18:00`)} --steps 9`,
    nothing: () => '--rooms-file r.csv --status declined --steps 9',
    partial: ({ file }) =>
      `--rooms-file ${file('s.csv', rooms, `Aula,${day}T09:00+02:00,09:10`)} --steps 9`,
    invalid: ({ file }) => `--rooms-file ${file('t.csv', rooms, 'Aula,morning,noon')}`,
  },
  'timetable show': {
    success: () => '',
    nothing: () => '--day 2027-05-21',
    invalid: ({ file }) => `--schedule ${file('a.csv', schedule, 'Queues,Hall,tomorrow')}`,
  },
  'letters write': {
    success: ({ file }) => {
      file('letter.txt', 'Subject: Your talk', 'Dear {first_name}');
      const people = file('a.csv', 'email,first_name', `${fresh('ada')}@x.org,Ada`);
      return `letter.txt --for ${people} --out letters --from program@x.org`;
    },
    nothing: () => 'letter.txt --for a.csv --out letters --from program@x.org',
    invalid: ({ file }) =>
      `letter.txt --for ${file('b.csv', 'email,first_name', 'ada@x.org,')} --out letters ` +
      '--from program@x.org',
  },
  'timetable changes': {
    success: ({ file }) => file('a.csv', schedule, 'Keynote,Lab,2027-05-20 09:00'),
    nothing: ({ file }) =>
      file(
        'b.csv',
        schedule,
        'Keynote,Hall,2027-05-20T07:00:00Z',
        'Panel,Hall,2027-05-20T09:00:00Z',
        'Closing,Lab,2027-05-20T10:00:00Z',
      ),
    invalid: ({ file }) => file('c.csv', schedule, 'Queues,Hall,tomorrow'),
  },
  'program pull': {
    success: () => fresh('pulled'),
    nothing: ({ pull }) => pull(),
    async conflict({ pull, file }) {
      const pulled = await pull();
      file(`${pulled}/speakers.csv`, people, 'new@x.org,New,');
      return pulled;
    },
    async invalid({ pull, file }) {
      const pulled = await pull();
      file(`${pulled}/speakers.csv`, 'x', 'y');
      return pulled;
    },
  },
  'program apply': {
    async success({ pull, file }) {
      const pulled = await pull();
      file(`${pulled}/speakers.csv`, people, `${fresh('new')}@x.org,New,`);
      return `${pulled} --create`;
    },
    nothing: ({ pull }) => pull(),
    async partial({ pull, file }) {
      const pulled = await pull();
      const rows = ['Maps,Lab,2027-05-20 16:00', 'None,Lab,2027-05-20 17:00'];
      file(`${pulled}/schedule.csv`, schedule, ...rows);
      return `${pulled} --allow-partial`;
    },
    async conflict({ pull, file }) {
      const pulled = await pull();
      file(`${pulled}/schedule.csv`, schedule, 'Queues,Hall,2027-05-20 09:00');
      return pulled;
    },
    async invalid({ pull, file }) {
      const pulled = await pull();
      file(`${pulled}/schedule.csv`, schedule, 'Queues,Hall,tomorrow');
      return pulled;
    },
  },
  'program export': {
    success: () => `${fresh('site')} --format markdown`,
    nothing: () => 'site --format markdown --confirmed',
    async conflict({ file, run }) {
      const site = fresh('site');
      await run(`program export ${site} --format markdown`);
      for (const title of ['keynote', 'closing']) file(`${site}/talks/${title}.md`, 'Mine');
      return `${site} --format markdown`;
    },
    invalid: ({ file }) =>
      `site --format json --schedule ${file('a.csv', schedule, 'Queues,Hall,tomorrow')}`,
  },
  'runs resume': {
    success: ({ interrupt }) => interrupt('ada@x.org', 'bo@x.org'),
    nothing: ({ change }) => change(),
    async partial({ interrupt, change }) {
      const interrupted = await interrupt('ada@x.org', 'bo@x.org');
      await change('bo@x.org');
      return interrupted;
    },
    async conflict({ interrupt, change }) {
      const interrupted = await interrupt('bo@x.org');
      await change('bo@x.org');
      return interrupted;
    },
  },
  'runs undo': {
    success: ({ change }) => change(),
    async nothing({ run, file }) {
      const row = `${fresh('new')}@x.org,New,`;
      return (await run(`speakers import ${file('new.csv', people, row)}`)).run;
    },
    async partial({ change }) {
      const both = await change('ada@x.org', 'bo@x.org');
      await change();
      return `${both} --allow-partial`;
    },
    async conflict({ change }) {
      const first = await change();
      await change();
      return first;
    },
  },
  'runs verify': {
    success: ({ change }) => change(),
    async conflict({ change }) {
      const first = await change();
      await change();
      return first;
    },
  },
  status: { success: () => '' },
};

const day = '2027-05-20';

/** Situations that prevent a success, besides a broken network. */
const settings: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  busy: {},
  token: { PLENARY_TOKEN: 'plt_refused' },
  'no-event': { PLENARY_EVENT: undefined },
  'bad-event': { PLENARY_EVENT: 'nowhere' },
};

const [heading = '', ...rows] = table.trim().split('\n');
const situations = heading.split(' ');

/** A success leaves nothing to do, and the network stays broken. */
function turnOf(situation: string): number {
  if (situation === 'network') return 2;
  return situation in settings ? 0 : 1;
}

it.each(rows.map((row) => [row.slice(0, 18).trim(), row]))('%s', async (command, row) => {
  const expected = row.slice(18).trim().split(/ +/);
  const { scene, plenary, lockAll, breakNetwork } = await openScene(command);
  const cellsOfCommand = cells[command] ?? {};
  const codes = new Map<string, string>();
  for (const situation of situations.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    if (expected[situations.indexOf(situation)] === '–') continue;
    const rest = cellsOfCommand[situation] ?? cellsOfCommand.success ?? cellsOfCommand.nothing;
    const line = `${command} ${await rest?.(scene)}`;
    const locks = situation === 'busy' ? lockAll() : [];
    if (situation === 'network') await breakNetwork();
    const { exitCode } = await plenary(line, settings[situation]);
    for (const lock of locks) lock.release();
    codes.set(situation, String(exitCode));
  }
  expect(situations.map((situation) => codes.get(situation) ?? '–')).toEqual(expected);
  const declared = allCommands().find(({ words }) => words === command)?.exitCodes;
  expect(declared).toEqual(expect.arrayContaining([...codes.values()].map(Number)));
});
