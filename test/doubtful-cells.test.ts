// Cells whose text is doubtful, in whole commands: UTF-8 in another encoding, HTML entities, and
// arrays as text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file, folder } = scheduleStages();

describe('UTF-8 text in another encoding', () => {
  const warning = (rest: string) =>
    expect.stringContaining(`to be UTF-8 text that was decoded as windows-1252, ${rest}`);

  it('is a warning of an import, which uses it as it is', async () => {
    const { run } = await stage();
    const name = file(
      'people.csv',
      'Name,Email',
      'Ada Li,ada@example.org',
      'SofÃ­a GarcÃ­a,sofia@example.org',
    );
    const { exitCode, stderr } = await run('speakers', 'import', name, '--json');
    expect([exitCode, stderr]).toEqual([
      0,
      warning(
        'used as in the file. The first is in line 3, column "Name": "Ã­" is "í" in UTF-8. ' +
          'Export the file again as UTF-8, or correct the cells.',
      ),
    ]);
    expect(stderr).toContain('Warning: 1 cell of people.csv seems');
    const listed = report(await run('speakers', 'list', '--json'));
    expect(listed.map((each: Record<string, string>) => each.first_name)).toContain('SofÃ­a');
  });

  it('is a warning of a schedule and of a grid', async () => {
    const { run } = await stage('Cafés', 'Bühne');
    const list = file('list.csv', 'Title,Room,Start', 'CafÃ©s,BÃ¼hne,2026-05-02 09:00');
    expect((await run('sessions', 'plan', list)).stderr).toEqual(
      warning(
        'used as in the file. The first is in line 2, column "Title": "Ã©" is "é" in UTF-8. ' +
          'Export the file again as UTF-8, or correct the cells.',
      ),
    );
    const grid = file('grid.csv', '2026-05-02,Hall,Pier', '9:00,CafÃ©s,BÃ¼hne', '10:00,,');
    expect((await run('sessions', 'plan', grid)).stderr).toEqual(
      warning(
        'used as in the file. The first is in line 2: "Ã©" is "é" in UTF-8. ' +
          'Export the file again as UTF-8, or correct the cells.',
      ),
    );
  });

  it.each([
    ['macintosh', 'Sof√≠a', '√≠', 'í'],
    ['windows-1250', 'JiĹ™Ă­', 'Ĺ™', 'ř'],
    ['cp850', 'M├ñki', '├ñ', 'ä'],
    ['windows-1251', 'РџРµС‚СЂРѕРІ', 'Рџ', 'П'],
  ])('has the name of its encoding: %s', async (encoding, word, given, meant) => {
    const { run } = await stage();
    const name = file(
      'people.csv',
      'Name,Email',
      'Ada Li,ada@example.org',
      `${word} Li,b@example.org`,
    );
    const { stderr } = await run('speakers', 'import', name, '--dry-run');
    expect(stderr).toContain(
      `Warning: 1 cell of people.csv seems to be UTF-8 text that was decoded as ${encoding}, ` +
        `used as in the file. The first is in line 3, column "Name": "${given}" is "${meant}" in ` +
        'UTF-8.',
    );
  });

  it('names the flag that explains it', async () => {
    const { run } = await stage();
    const name = file('people.csv', 'Name,Email', 'Sofía García,sofia@example.org');
    const args = ['speakers', 'import', name, '--encoding', 'windows-1252', '--dry-run'];
    expect((await run(...args)).stderr).toContain(
      'If the file is UTF-8, remove --encoding windows-1252.',
    );
  });
});

describe('the character for what could not be decoded', () => {
  const rest =
    'The file was saved after a wrong decoding: export it again from the original, ' +
    'or correct the cells.';

  it('is a warning of an import', async () => {
    const { run } = await stage();
    const rows = [
      'Ada Li,ada@example.org',
      'Bj\ufffdrn Berg,b@example.org',
      'J\ufffdrg Moe,j@example.org',
    ];
    const name = file('people.csv', 'Name,Email', ...rows);
    const { exitCode, stderr } = await run('speakers', 'import', name);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      `Warning: 2 cells of people.csv have the character \ufffd (U+FFFD) instead of another, ` +
        `used as in the file. The first is in line 3, column "Name". ${rest}`,
    );
  });

  it('is a warning of a schedule and of a grid', async () => {
    const { run } = await stage('Caf\ufffds');
    const list = file('list.csv', 'Title,Room,Start', 'Caf\ufffds,Hall,2026-05-02 09:00');
    expect((await run('sessions', 'plan', list)).stderr).toContain(
      `The first is in line 2, column "Title". ${rest}`,
    );
    const grid = file('grid.csv', '2026-05-02,Hall,Pier', '9:00,Caf\ufffds,', '10:00,,');
    expect((await run('sessions', 'plan', grid)).stderr).toContain(
      `The first is in line 2. ${rest}`,
    );
  });
});

describe('HTML entities', () => {
  it('are replaced in an import, with a notice', async () => {
    const { run } = await stage();
    const name = file(
      'talks.csv',
      'Title,Name,Email,Abstract',
      'Q&amp;A,Tim O&#39;Reilly,tim@example.org,<b>Q&amp;A</b>',
    );
    const imported = await run('submissions', 'import', name, '--json');
    expect([imported.exitCode, imported.stderr]).toEqual([
      0,
      expect.stringContaining(
        'Note: 2 cells of talks.csv have HTML entities. ' +
          'The first is in line 2, column "Title": "&amp;" is read as "&".',
      ),
    ]);
    const [talk] = report(await run('submissions', 'list', '--json'));
    expect(talk).toMatchObject({
      title: 'Q&A',
      submitter_last_name: "O'Reilly",
      abstract: '<b>Q&amp;A</b>',
    });
    expect(report(await run('submissions', 'import', name, '--json')).counts).toMatchObject({
      skipped: 1,
    });
  });

  it('are replaced in a schedule and in a grid, whose talks are found', async () => {
    const { run, placed } = await stage('Q&A', 'Knots & Ropes');
    const list = file('list.csv', 'Title,Room,Start', 'Q&amp;A,Foyer &amp; Bar,2026-05-02 09:00');
    expect((await run('sessions', 'apply', list)).exitCode).toBe(0);
    expect(await placed()).toEqual(['Q&A | Foyer & Bar | 2026-05-02T09:00:00+02:00']);
    const cell = '"Knots &amp; Ropes\n(Tim O&#39;Reilly)"';
    const grid = file('grid.csv', '2026-05-02,Hall,Pier', `9:00,${cell},`, '10:00,,');
    expect((await run('sessions', 'apply', grid)).stderr).toContain(
      'line 2: "&amp;" is read as "&"',
    );
    expect(await placed()).toContain('Knots & Ropes | Hall | 2026-05-02T09:00:00+02:00');
  });

  it('find a talk whose title the service has with them', async () => {
    const { run, feed } = await stage();
    const own = 'id,title,submitter_email\n,Q&amp;A,a@example.org\n';
    expect((await feed(own, 'submissions', 'import', '-')).exitCode).toBe(0);
    const list = file('list.csv', 'Title,Room,Start', 'Q&amp;A,Hall,2026-05-02 09:00');
    expect((await run('sessions', 'plan', list, '--json')).exitCode).toBe(0);
  });

  it('stay in what this program wrote', async () => {
    const { run } = await stage();
    const name = file(
      'talks.json',
      '[{"id": "", "title": "Q&amp;A", "submitter_email": "a@example.org"}]',
    );
    expect((await run('submissions', 'import', name)).stderr).not.toContain('HTML entities');
    expect(report(await run('submissions', 'list', '--json'))).toMatchObject([
      { title: 'Q&amp;A' },
    ]);
  });
});

it('an array of names in a cell has one person for each element', async () => {
  const { run } = await stage('Keynote');
  const people = '"[""Felix, Gia Lund"",""Bo Li""]"';
  const name = file(
    'list.csv',
    'Title,Room,Start,Speakers',
    `Keynote,Hall,2026-05-02 09:00,${people}`,
  );
  const args = ['--format', 'schedule-json', '--schedule', name, '--out', 'out.json'];
  expect((await run('sessions', 'apply', name)).exitCode).toBe(0);
  await run('timetable', 'export', ...args);
  const [day] = JSON.parse(readFileSync(join(folder(), 'out.json'), 'utf8')).schedule.conference
    .days;
  const persons = day.rooms.Hall[0].persons.map((person: { name: string }) => person.name);
  expect(persons).toEqual(['Felix, Gia Lund', 'Bo Li']);
});

describe('an affiliation beside a name', () => {
  const affiliation = 'if an affiliation is after a comma or "|"';

  it.each([
    ['"Ada Lovelace, University of Oslo"', 'Bo Li; Cy Dee', 'bo@x.org; cy@x.org'],
    ['Ada Lovelace | ACME', 'Ida Moen | Nordic Waves', 'ida@x.org'],
  ])('is offered as a form of names, which reads it: %s', async (cell, other, emails) => {
    const { run } = await stage();
    const name = file('people.csv', 'Speaker,Email', `${cell},ada@x.org`, `${other},${emails}`);
    const refused = await run('speakers', 'import', name);
    expect(refused.exitCode).toBe(3);
    const offered = refused.stderr.match(/--names "([^"]+)" if [^;\n]*/g);
    expect(offered).toEqual([`--names "first last, affiliation" ${affiliation}`]);
    const form = 'first last, affiliation';
    expect((await run('speakers', 'import', name, '--names', form)).exitCode).toBe(0);
    const listed = report(await run('speakers', 'list', '--json'));
    const names = listed.map(
      (each: Record<string, string>) => `${each.first_name} ${each.last_name}`,
    );
    expect(names.sort()).toEqual([
      'Ada Lovelace',
      ...(other.includes('|') ? ['Ida Moen'] : ['Bo Li', 'Cy Dee']),
    ]);
  });

  it.each([['first last, affiliation'], ['last, first']])(
    'after "Last, First" is refused, and no form is offered: %s',
    async (form) => {
      const { run } = await stage();
      const name = file(
        'people.csv',
        'Name,Email',
        '"Byron, Ada, Uni A",ada@x.org',
        '"Moen, Ida, Uni B",ida@x.org',
      );
      for (const flags of [[], ['--names', form]]) {
        const { exitCode, stderr } = await run('speakers', 'import', name, ...flags);
        expect([exitCode, stderr]).toEqual([
          3,
          expect.stringContaining(
            '2 column "Name": "Byron, Ada, Uni A" can be one person or several\n',
          ),
        ]);
        expect(stderr).toContain('3 column "Name": "Moen, Ida, Uni B" can be one person');
        expect(stderr).toContain('write one person in each row as "First Last"');
        expect(stderr).not.toContain('--names');
      }
      const fixed = file('people.csv', 'Name,Email', 'Ada Byron,ada@x.org', 'Ida Moen,ida@x.org');
      expect((await run('speakers', 'import', fixed)).exitCode).toBe(0);
    },
  );

  it.each(['"Ada Lovelace, University of Oslo"', 'Ada Lovelace | ACME'])(
    'is one person in a schedule, with a warning: %s',
    async (cell) => {
      const { run } = await stage('Mooring', 'Zig');
      const rows = [
        `Mooring,Hall,2026-05-02 09:00,${cell}`,
        'Zig,Lab,2026-05-02 09:00,Bo Li; Cy Dee',
      ];
      const name = file('s.csv', 'title,room,start,speakers', ...rows);
      const text = cell.replaceAll('"', '');
      const { stderr } = await run('sessions', 'plan', name);
      expect(stderr).toContain(
        `"${text}" is taken as the name of one person; ` +
          'separate several people with semicolons, or pass --names "first last, ' +
          `affiliation" ${affiliation}`,
      );
      const read = await run('sessions', 'plan', name, '--names', 'first last, affiliation');
      expect(read.stderr).not.toContain('taken as the name');
    },
  );
});
