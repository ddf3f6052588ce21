// Cells of people in whole command lines: schedules and imports read them in the same way.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { header, report, scheduleStages } from './support/schedule-stage.ts';
import { folderForEach, importsOf, serviceForEach } from './support/stage.ts';

const { stage, file, read } = scheduleStages();

/** A row of each cell, all at one time. */
const rowsOf = (cells: readonly string[]) =>
  cells.map((cell, at) => `Talk ${at},Room ${at},2026-05-02 09:00,30,"${cell}"`);
const titlesOf = (cells: readonly string[]) => cells.map((_, at) => `Talk ${at}`);

/** A plan of talks at one time whose people are in these cells. */
async function planned(cells: readonly string[], ...flags: readonly string[]) {
  const { run } = await stage(...titlesOf(cells));
  file('s.csv', header, ...rowsOf(cells));
  const result = await run('sessions', 'plan', 's.csv', '--json', ...flags);
  const { clashes = [], warnings = [] } = result.stdout === '' ? {} : report(result);
  return {
    ...result,
    clashes: clashes.map(({ what }: { what: string }) => what),
    warnings: warnings.map(
      ({ line, code, message }: Record<string, string>) => `${line} ${code} ${message}`,
    ),
  };
}

describe('a schedule', () => {
  it('has the person before a colon, and after the label of a role', async () => {
    const cells = [
      'Ida Moen: Uni North; Ola Berg: Uni South',
      'Uno Lie: Uni North; Chair: Kari Nord',
      'Session chair: Ida Moen',
    ];
    const { exitCode, clashes, warnings } = await planned(cells);
    expect([exitCode, clashes, warnings]).toEqual([6, ['Ida Moen'], []]);
  });

  it('warns of a cell that names nobody, and of one that may name several', async () => {
    const cells = ['[12345,12323]', '[12345,12323]', 'Ann Muster; (ACME)', 'Opening: Ida Moen'];
    const { exitCode, clashes, warnings } = await planned(cells);
    expect([exitCode, clashes, warnings]).toEqual([
      0,
      [],
      [
        '2 no_name "[12345,12323]" is not a name, and is left out (in 2 rows)',
        '4 no_name "(ACME)" is not a name, and is left out',
        '5 unclear_people "Opening: Ida Moen" is taken as the name of one person',
      ],
    ]);
  });

  it('names each line once in a warning of several names', async () => {
    const cells = ['Opening: Ida Moen; Closing: Ola Berg', 'Break: Uno Lie', 'Lunch: Cy Fox'];
    const { run } = await stage(...titlesOf(cells));
    file('s.csv', header, ...rowsOf(cells));
    const { stderr } = await run('sessions', 'plan', 's.csv');
    expect(stderr).toMatch(
      /"Opening: Ida Moen" is taken as the name of one person.*: line 2; also: lines 3–4\.\n/,
    );
  });

  it('warns of what is left out beside a name, if it may name somebody', async () => {
    const cells = [
      'Ann Lee - Bo Ek',
      'Gus Hay (with Bo Ek)',
      'Cy Fox (Chair: Di Moe)',
      'Joe Kim (replaced by Lou Ray)',
      'Pia Sol (Uni North)',
      'Uno Lie (MIT)',
    ];
    const { exitCode, clashes, warnings } = await planned(cells);
    const rest = 'beside a name is not read as a person';
    const advice = 'if it is one, its clashes may be missed';
    expect([exitCode, clashes, warnings]).toEqual([
      0,
      [],
      [
        `2 beside_name "Bo Ek" ${rest}: ${advice}`,
        `3 beside_name "with Bo Ek" ${rest}: ${advice}`,
        `4 beside_name "Chair: Di Moe" ${rest}: ${advice}`,
        `5 beside_name "replaced by Lou Ray" ${rest}: ${advice}`,
      ],
    ]);
  });

  it('has both who perform together', async () => {
    const cells = ['Ann Lee x Eve Sun', 'Bo Ek feat. Ann Lee', 'Cy Fox vs. Bo Ek'];
    const { clashes, warnings } = await planned(cells);
    expect([clashes, warnings]).toEqual([['Ann Lee', 'Bo Ek'], []]);
  });

  it.each([
    [['et al.', 'none', 'Various', 'Staff', 'to be announced', 'TBA']],
    [['Speaker TBA', 'Various speakers', 'N.N.', 'Verschiedene', 'À confirmer', '待定']],
  ])('has nobody in %j', async (words) => {
    const { exitCode, clashes, warnings } = await planned([...words, ...words]);
    expect([exitCode, clashes, warnings]).toEqual([0, [], []]);
  });

  const withAddress = 'title,room,start,duration,speakers,speaker email';
  const atTen = (talk: string, people: string) =>
    `${talk},${talk} Hall,2026-05-02 10:00,45,${people}`;
  const check = async (...lines: readonly string[]) => {
    const { run } = await stage();
    return run('sessions', 'check', '--schedule', file('s.csv', ...lines));
  };

  it('warns of addresses that belong to nobody in particular, once for each cell', async () => {
    const { exitCode, stderr } = await check(
      withAddress,
      atTen('Mooring', '"Ida Moen; Ola Berg",ola@example.org'),
      atTen('Zig', '"Ann Lee; Bo Li",'),
      atTen('Late', 'Eva Lie,eva@@example'),
      atTen('Night', 'Uno Lie,eva@@example'),
      atTen('Tides', 'Kari Nord,kari@example.org; nord@example.org'),
    );
    const missed = 'clashes of these people may be missed';
    expect([exitCode, stderr.match(/^Warning: .*/gm)]).toEqual([
      0,
      [
        'Warning: s.csv:2 column "speakers": "Ida Moen; ' +
          `Ola Berg" names 2 people, and the row has 1 address: ${missed}.`,
        'Warning: s.csv:4 column "speaker email": not an e-mail address: it has 2 "@" (in 2 ' +
          `rows): ${missed}.`,
        `Warning: s.csv:6 column "speaker email": the cell has 2 addresses: ${missed}.`,
      ],
    ]);
  });

  it('warns of them in numbered columns and in grids', async () => {
    const numbered = await check(
      'title,room,start,Speaker 1,Speaker 1 email,Speaker 2,Speaker 2 email',
      'Mooring,Hall,2026-05-02 10:00,Ida Moen,ida@example.org,Ola Berg,ola@@example',
    );
    expect(numbered.stderr).toContain(
      'Warning: s.csv:2 column "Speaker 2 email": not an e-mail address: it has 2 "@"',
    );
    const grid = await check(
      '2026-05-02,Hall,Hall speakers,Hall speaker email,Lab',
      '10:00-11:00,Mooring,Ida Moen; Ola Berg,ola@example.org,Zig',
    );
    expect(grid.stderr).toContain('s.csv:2 column "Hall": "Ida Moen; Ola Berg" names 2 people');
  });

  it.each(['TBA', 'n/a', '-', 'to be announced'])('has no address in %j', async (none) => {
    const talks = ['Mooring', 'Zig', 'Late'];
    const { exitCode, stderr } = await check(
      withAddress,
      ...talks.map((talk) => atTen(talk, `${talk} Lie,${none}`)),
      atTen('Night', `,${none}`),
      atTen('Tides', `,${none}`),
    );
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
  });

  it('has one person where "et al.", a star or a repetition is beside the name', async () => {
    const { run } = await stage('Talk 0', 'Talk 1');
    file(
      's.csv',
      header,
      ...rowsOf(['Ida Moen et al.; Marco Rossi*', 'Bo Li, Bo Li, Tim O&#39;Reilly']),
    );
    await run('timetable', 'export', '--schedule', 's.csv', '--format', 'csv', '--out', 'out.csv');
    const people = read('out.csv')
      .split('\n')
      .map((line) => line.split(',')[5]);
    expect(people.slice(1, 3)).toEqual(['Ida Moen; Marco Rossi', "Bo Li; Tim O'Reilly"]);
  });

  const names = 'Eva Orr|Uno Lie|Kai Dam|Pia Moe|Jon Eng|Liv Aas|Tor Vik|Siv Ask|Odd Lid|Gro Fjell';

  it('reads a column by the comma of nearly all its cells, and warns of the others', async () => {
    const cells = [...names.split('|'), 'Muster, Ann', 'Ann Muster'];
    const { exitCode, clashes, warnings } = await planned(cells);
    expect([exitCode, clashes, warnings]).toEqual([
      6,
      ['Ann Muster'],
      ['12 unclear_people "Ann Muster" is taken as the name of one person'],
    ]);
  });

  it('asks what a comma means where semicolons separate people', async () => {
    const cells = ['Ida Moen, Nordic Waves; Ola Berg, Blue Fjord', 'Ida Moen, Nordic Waves'];
    const { exitCode, stderr } = await planned(cells);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('if an affiliation is after the comma');
    const affiliated = await planned(cells, '--names', 'first last, affiliation');
    expect([affiliated.exitCode, affiliated.clashes]).toEqual([6, ['Ida Moen']]);
    const inverted = await planned(cells, '--names', 'last, first');
    expect([inverted.exitCode, inverted.clashes]).toEqual([6, ['Nordic Waves Ida Moen']]);
  });
});

describe('an import', () => {
  const service = serviceForEach();
  const folder = folderForEach();
  const { importSpeakers } = importsOf(service, folder);

  async function imported(lines: readonly string[], ...flags: readonly string[]) {
    const result = await importSpeakers(`${lines.join('\n')}\n`, '--json', ...flags);
    const { stdout } = await service.plenary(['speakers', 'list', '--json']);
    const speakers: readonly Record<string, string>[] = JSON.parse(stdout);
    const { warnings = [] } = result.stdout === '' ? {} : report(result);
    return {
      ...result,
      speakers: speakers.map(
        ({ first_name: first, last_name: last, email }) => `${first ?? ''}|${last ?? ''} ${email}`,
      ),
      warnings: warnings.map(
        ({ line, code, message }: Record<string, string>) => `${line} ${code} ${message}`,
      ),
    };
  }

  it('takes stars, affiliations and further people off names and addresses', async () => {
    const { exitCode, speakers, warnings } = await imported([
      'Name,Email',
      'Marco Rossi*,marco@example.org*',
      'Ida Moen: Uni North,ida@example.org',
      'Ola Berg et al.,ola@example.org',
      'Tim O&#39;Reilly,tim@example.org',
    ]);
    expect(exitCode).toBe(0);
    expect(speakers.toSorted()).toEqual([
      'Ida|Moen ida@example.org',
      'Marco|Rossi marco@example.org',
      'Ola|Berg ola@example.org',
      "Tim|O'Reilly tim@example.org",
    ]);
    expect(warnings).toEqual([
      '3 beside_name "Uni North" beside the name is not imported',
      '4 beside_name "et al." beside the name is not imported',
    ]);
  });

  it('divides names and addresses with stars', async () => {
    const row =
      'Marco Rossi (Uni North)*; Anna Verdi (Uni South),marco@example.org*;anna@example.org';
    const { speakers } = await imported(['Authors,Email', row]);
    expect(speakers.toSorted()).toEqual([
      'Anna|Verdi anna@example.org',
      'Marco|Rossi marco@example.org',
    ]);
  });

  it('imports a row whose comma differs in meaning from its column, with a warning', async () => {
    const others = Array.from({ length: 176 }, (_, at) => `Ann${at} Muster,a${at}@example.org`);
    const odd = '"Dee, Cy",cy@example.org';
    const { exitCode, speakers, warnings } = await imported(['Name,Email', ...others, odd]);
    expect([exitCode, speakers.length]).toEqual([0, 177]);
    expect(speakers).toContain('Cy|Dee cy@example.org');
    expect(warnings.filter((warning: string) => !warning.includes('similar'))).toEqual([
      '178 odd_form "Dee, Cy" has another form than most names of the column, ' +
        'and is read as "Cy" + "Dee"',
    ]);
  });

  it.each([27, 150])(
    'refuses a cell that may name several people among %i names',
    async (count) => {
      const others = Array.from({ length: count }, (_, at) => `Ann${at} Muster,a${at}@example.org`);
      const sheet = [
        'Name,Email',
        ...others,
        '"Ben Tal, Globex",ben@example.org',
        '"Dee, Cy",cy@example.org',
      ];
      const refused = await imported(sheet);
      expect([refused.exitCode, refused.speakers]).toEqual([3, []]);
      expect(JSON.parse(refused.stderr).error.details).toMatchObject([
        {
          line: count + 2,
          column: 'Name',
          code: 'unclear_people',
          message: '"Ben Tal, Globex" can be one person or several',
        },
      ]);
      const { exitCode, speakers } = await imported(sheet, '--names', 'first last, affiliation');
      expect([exitCode, speakers.length]).toEqual([0, count + 2]);
      expect(speakers).toContain('Ben|Tal ben@example.org');
    },
  );

  it('names the line of a cell that is taken as one name, or read in its own form', async () => {
    const others = Array.from({ length: 20 }, (_, at) => `Ann${at} Muster,a${at}@example.org`);
    const sheet = [
      'Name,Email',
      ...others,
      'Opening: Bo Tal,bo@example.org',
      '"Dee, Cy",cy@example.org',
    ];
    const { exitCode, stderr } = await importSpeakers(`${sheet.join('\n')}\n`, '--dry-run');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('"Opening: Bo Tal" is taken as one name: line 22.');
    expect(stderr).toContain(
      '"Dee, Cy" has another form than most names of the column, ' +
        'and is read as "Cy" + "Dee": line 23.',
    );
  });

  it('takes an affiliation after a dash or "@", an emoji, and "and" off names', async () => {
    const cells = [
      'Ida Moen - Uni North,ida@example.org',
      'Bo Tal @ Initech,bo@example.org',
      'Kai Ito 🚀,kai@example.org',
      'Max Lang max@example.org and Lena Kurz lena@example.org,',
    ];
    const { exitCode, speakers, warnings } = await imported(['Name,Email', ...cells]);
    expect(exitCode).toBe(0);
    expect(speakers.toSorted()).toEqual([
      'Bo|Tal bo@example.org',
      'Ida|Moen ida@example.org',
      'Kai|Ito kai@example.org',
      'Lena|Kurz lena@example.org',
      'Max|Lang max@example.org',
    ]);
    expect(warnings.filter((warning: string) => warning.includes('beside_name'))).toEqual([
      '2 beside_name "Uni North" beside the name is not imported',
      '3 beside_name "Initech" beside the name is not imported',
      '4 beside_name "🚀" beside the name is not imported',
    ]);
  });

  it.each([
    ['Ida Moen <ida@example.org>', 'Ola Berg <ola@example.org>; Bo Li <bo@example.org>'],
    ['"Ida Moen (Uni North, ida@example.org)"', 'Ola Berg [ola@example.org]'],
  ])('needs no column of addresses beside names that have them: %s', async (ida, ola) => {
    const { exitCode, speakers } = await imported(['Name', ida, ola.replace('; ', ' and ')]);
    expect([exitCode, speakers.filter((speaker) => !speaker.startsWith('Bo')).toSorted()]).toEqual([
      0,
      ['Ida|Moen ida@example.org', 'Ola|Berg ola@example.org'],
    ]);
    const talks = ['Title,Speakers', `Queues,${ida}`, `Buffers,${ola}`];
    writeFileSync(folder.file('talks.csv'), `${talks.join('\n')}\n`);
    const run = await service.plenary([
      'submissions',
      'import',
      folder.file('talks.csv'),
      '--json',
    ]);
    expect(run.exitCode).toBe(0);
    const { stdout } = await service.plenary(['submissions', 'list', '--json']);
    const records: readonly Record<string, string>[] = JSON.parse(stdout);
    const submitters = records.map(
      ({ title, submitter_last_name: last, submitter_email: email }) =>
        `${title}: ${last} ${email}`,
    );
    expect(submitters.toSorted()).toEqual([
      'Buffers: Berg ola@example.org',
      'Queues: Moen ida@example.org',
    ]);
  });

  it('names the row whose name has no address, among others that have one', async () => {
    const cells = ['Ida Moen <ida@example.org>', 'Ola Berg <ola@example.org>', 'Bo Li'];
    const { exitCode, stderr } = await imported(['Name', ...cells]);
    expect([exitCode, JSON.parse(stderr).error.details]).toMatchObject([
      3,
      [{ line: 4, message: 'no address' }],
    ]);
    const none = await imported(['Name', 'Ida Moen', 'Ola Berg']);
    expect([none.exitCode, none.stderr]).toEqual([
      3,
      expect.stringContaining('no column for email'),
    ]);
  });

  it('reads "first last, affiliation", which the error offers', async () => {
    const sheet = [
      'Name,Email',
      '"Ida Moen, Nordic Waves; Ola Berg, Blue Fjord",ida@example.org; ola@example.org',
    ];
    const refused = await imported(sheet);
    expect([refused.exitCode, refused.speakers]).toEqual([3, []]);
    expect(refused.stderr).toContain('first last, affiliation');
    const { exitCode, speakers } = await imported(sheet, '--names', 'first last, affiliation');
    expect([exitCode, speakers.toSorted()]).toEqual([
      0,
      ['Ida|Moen ida@example.org', 'Ola|Berg ola@example.org'],
    ]);
  });

  it('warns of text that is no name', async () => {
    const { exitCode, speakers, warnings } = await imported([
      'Name,Email',
      '"[12345,12323]",a@example.org',
    ]);
    expect([exitCode, speakers]).toEqual([0, ['| a@example.org']]);
    expect(warnings).toEqual(['2 no_name "[12345,12323]" is not a name; the record has none']);
  });
});
