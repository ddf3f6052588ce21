// What commands make of headers that can mean two things: they read them, or refuse them in one
// sentence whose flags work; and which sheet of a workbook they read.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

describe('an import', () => {
  const service = serviceForEach();
  const folder = folderForEach();

  function importOf(resource: string, text: string, ...flags: readonly string[]) {
    writeFileSync(folder.file('rows.csv'), text);
    return service.plenary([resource, 'import', 'rows.csv', ...flags], { cwd: folder.path });
  }

  async function listOf(resource: string): Promise<readonly Record<string, unknown>[]> {
    return JSON.parse((await service.plenary([resource, 'list', '--json'])).stdout);
  }

  const mixed =
    'Name,Email,Speaker name,Speaker bio,Speaker company\n' +
    'Paula Press,paula@example.org,Ida Moen,Studies tides.,Uni North\n';

  it('of talks stores no title of a session', async () => {
    const file =
      'paperID;title;abstract;session_title;authors;author1_email\n' +
      '7;Mooring;Ropes.;Harbors;Ida Moen;ida@example.org\n';
    const refused = await importOf('submissions', file);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain(
      'rows.csv has several columns for title: "title" and "session_title"',
    );
    expect((await importOf('submissions', file, '--map', 'title=title')).exitCode).toBe(0);
    expect(await listOf('submissions')).toMatchObject([{ title: 'Mooring' }]);
  });

  it('of speakers gives nobody the biography of another', async () => {
    const refused = await importOf('speakers', mixed);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('rows.csv does not show whose address "Email" is');
    expect(await listOf('speakers')).toEqual([]);
    const leftOut = ['Speaker name=', 'Speaker bio=', 'Speaker company='];
    await importOf('speakers', mixed, ...leftOut.flatMap((entry) => ['--map', entry]));
    expect(await listOf('speakers')).toMatchObject([
      {
        first_name: 'Paula',
        email: 'paula@example.org',
        about: null,
        company_name: null,
      },
    ]);
  });

  it('of speakers has no agency for a speaker', async () => {
    const file =
      'Speaker name,Speaker bio,Company,Contact name,Contact email\n' +
      'Ida Moen,Studies tides.,Uni North,Agnes Agent,agency@example.org\n';
    const refused = await importOf('speakers', file);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('pass --map "Contact email=email"');
    expect((await importOf('speakers', file, '--map', 'Contact email=email')).exitCode).toBe(0);
    expect(await listOf('speakers')).toMatchObject([
      {
        first_name: 'Ida',
        last_name: 'Moen',
        about: 'Studies tides.',
        email: 'agency@example.org',
      },
    ]);
  });

  it('of talks has no speaker’s name for a contact', async () => {
    const file = 'Title,Contact email,Speaker\nMooring,office@example.org,Ida Moen\n';
    const { exitCode, stderr } = await importOf('submissions', file);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('"Speaker" is not used')]);
    const [talk] = await listOf('submissions');
    expect(talk).toMatchObject({ submitter_email: 'office@example.org' });
    expect(talk?.submitter_first_name ?? '').toBe('');
  });

  it.each([
    '[{"title":"Tides","submitter":{"name":"Ann Muster","email":"ann@example.org"},' +
      '"speakers":[{"name":"Bo Beispiel","email":"bo@example.org"}]}]',
    '[{"title":"Tides","speaker":{"name":"Bo Beispiel","email":"bo@example.org"},' +
      '"owner":{"first_name":"Ann","last_name":"Muster","mail":"ann@example.org"}}]',
    'Title,Submitter,Speaker,Speaker email\n' +
      'Tides,Ann Muster <ann@example.org>,Bo Beispiel,bo@example.org\n',
  ])('of talks has the submitter with the address inside: %s', async (file) => {
    expect((await importOf('submissions', file)).exitCode).toBe(0);
    expect(await listOf('submissions')).toMatchObject([
      {
        submitter_first_name: 'Ann',
        submitter_last_name: 'Muster',
        submitter_email: 'ann@example.org',
      },
    ]);
  });

  it.each([
    ['speakers', 'Email,Name', 'ann@example.org,Bo Beispiel <bo@example.org>'],
    ['submissions', 'Title,Name,Email', 'Tides,Bo Beispiel (bo@example.org),ann@example.org'],
    ['speakers', 'Name,Email', 'Bo <bo@example.org>; Cy <cy@example.org>,bo@x.org; cy@example.org'],
  ])('of %s gives nobody another address than the one beside the name', async (of, head, row) => {
    const { exitCode, stderr } = await importOf(of, `${head}\n${row}\n`);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /:2 column "Name": "Bo .*…@….*" has another address than the column "Email"/,
    );
  });

  it.each(['Paper #', 'Submission Number', '#'])(
    'has one talk for the rows of one number below %s',
    async (header) => {
      const rows = ['12,Mooring,ida@example.org', '12,Mooring,ola@example.org'];
      const { exitCode } = await importOf(
        'submissions',
        [`${header},Title,Email`, ...rows].join('\n'),
      );
      expect(exitCode).toBe(0);
      expect(await listOf('submissions')).toHaveLength(1);
    },
  );

  it('names the column of the person whose cell is wrong', async () => {
    const file =
      '1: Name,1: Email,2: Name,2: Email,3: Name,3: Email\n' +
      `Ida Moen,ida@example.org,Ola Berg,,${'x'.repeat(300)},eva@example.org\n`;
    const { exitCode, stderr } = await importOf('speakers', file);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('rows.csv:2 column "2: Email": no address');
    expect(stderr).toContain('rows.csv:2 column "3: Name": at most 200 characters');
  });

  it('reads the sheet whose header is that of its records', async () => {
    const people =
      textRow(1, 'Name', 'Email', 'Company') + textRow(2, 'Ida Moen', 'ida@example.org', 'X');
    const talks =
      textRow(1, 'Title', 'Abstract', 'Speaker email') +
      textRow(2, 'Mooring', 'Ropes.', 'ida@example.org');
    const sheets = [
      { name: 'Speakers', rows: people },
      { name: 'Talks', rows: talks },
    ];
    for (const [name, order] of [
      ['a.xlsx', sheets],
      ['b.xlsx', sheets.toReversed()],
    ] as const) {
      writeFileSync(folder.file(name), xlsxOf({ sheets: order }));
      const run = (resource: string) =>
        service.plenary([resource, 'import', name, '--dry-run'], { cwd: folder.path });
      expect((await run('submissions')).stderr).toContain(`Reading "Talks" of ${name}.`);
      expect((await run('speakers')).stderr).toContain(`Reading "Speakers" of ${name}.`);
    }
  });
});

describe('a file of decisions', () => {
  const { submissions, write, statuses } = decisionStage();

  it('with a column of marks for each decision needs a status for each mark', async () => {
    const rows = ['Zero lost cents,s1@example.org,x,', 'Maps without borders,s3@example.org,,x'];
    const file = write('marks.csv', 'Title,Submitter email,Accept,Reject', ...rows);
    const { exitCode, stderr } = await submissions('plan', file);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('has a column for each decision: "Accept" and "Reject"'),
    ]);
    expect(stderr).not.toContain('--status-map');
  });

  it.each([
    ['Accepted?,Rejected?', 'x,', 'whose cells are "Accepted" or "Rejected"'],
    ['Angenommen?,Abgelehnt?', ',ja', 'whose cells are "Angenommen" or "Abgelehnt"'],
    ['Is accepted (x),Rejected:', ',x', 'whose cells are "accepted" or "Rejected"'],
    ['Accepted,Waitlisted', 'no,yes', '"Accepted" or "Declined", and empty for "Waitlisted"'],
    ['Decision,Waitlist', 'no,yes', '"Accepted" or "Declined", and empty for "Waitlist"'],
    ['Decision,Auf Warteliste (x),Waiting list', ',,x', 'and empty for "Waiting list"'],
    ['Decision,Rejected?', 'accept,yes', 'whose cells are "Rejected" or "Accepted"'],
  ])('with marks below %s is refused', async (headers, cells, fix) => {
    const file = write('marks.csv', `Title,${headers}`, `Zero lost cents,${cells}`);
    const { exitCode, stderr } = await submissions('plan', file);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(fix)]);
    expect(stderr).toContain('has a column for each decision');
  });

  it.each([
    ['Decision,Rejected', 'no,yes'],
    ['Decision,Waitlisted', 'no,no'],
    ['Accepted,Waitlisted', 'no,'],
    ['Decision,Waitlisted', 'no,'],
  ])('whose marks contradict no decision is read: %s', async (headers, cells) => {
    const file = write('marks.csv', `Title,${headers}`, `Zero lost cents,${cells}`);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await statuses()).toContain('Zero lost cents: declined');
  });

  it('is read from check boxes, below the number of a paper', async () => {
    const rows = ['1,Zero lost cents,TRUE', '5,Maps without borders,FALSE'];
    const file = write('boxes.csv', '#,Title,Selected', ...rows);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await statuses()).toEqual([
      'Queues all the way down: pending',
      'Zero lost cents: accepted',
      'A tale of two clocks: pending',
      'Maps without borders: declined',
    ]);
  });

  it('has words with signs that are not known', async () => {
    const rows = ['Zero lost cents,Accept-', 'Maps without borders,Accept+'];
    const file = write('signs.csv', 'Title,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('specify what these words mean: "Accept-" (1), "Accept+" (1)'),
    ]);
  });
});
