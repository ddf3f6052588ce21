// How the rows of a sheet find their records: by id, by address, by title; and what is refused
// because it may be another one.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';
import { anEvent } from './support/ids.ts';
import { errorOf, plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const { submissions, folder, write, talks, statuses } = decisionStage();

/** Two talks of one title. */
function importKeynotes() {
  const talks = ['Title,Submitter email', 'Keynote,alice@example.org', 'Keynote,bob@example.org'];
  return submissions(
    'import',
    write('keynotes.csv', ...talks),
    '--yes',
    '--quiet',
    '--one-row-per',
    'talk',
  );
}

describe('a sheet of decisions', () => {
  it('may have a column of numbers beside the one of ids, which is not used', async () => {
    const [{ id }] = await talks();
    const file = write('numbered.csv', 'Nr.,ID,Status', `1,${id},accepted`);
    const planned = await submissions('plan', file);
    expect(planned).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('status "pending" → "accepted"'),
    });
    expect(planned.stderr).toMatch(/\nNr\. +\(not used\) +…\nID +id /);
  });

  it('is refused if its titles and its ids are of different submissions', async () => {
    const ids = (await talks()).map(({ id }: { id: string }) => id);
    const rows = [`${ids[0]},Zero lost cents,accepted`, `${ids[2]},Renamed,accepted`];
    const file = write('sorted.csv', 'id,title,status', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'sorted.csv:2 column "title": the id belongs to "Queues all the way down", ' +
        `and the title to ${ids[1]}`,
    );
    expect(stderr).not.toContain('sorted.csv:3');
  });

  it('has no id in the results of rows that match several, or name another one', async () => {
    const [{ id, title }, other] = await talks();
    await importKeynotes();
    const file = write(
      'sheet.csv',
      'id,title,submitter_email,status',
      ',Keynote,,accepted',
      `${id},${other.title},,accepted`,
      `,${title},somebody@example.org,accepted`,
      `${id},,,someday`,
    );
    const results = folder.file('results.csv');
    const args = ['apply', file, '--yes', '--allow-partial', '--results', results];
    const { stderr } = await submissions(...args);
    const lines = readFileSync(results, 'utf8').trim().split('\n');
    expect(lines.slice(1, 4), stderr).toEqual([
      ',Keynote,,accepted,1,reject,',
      `${id},${other.title},,accepted,2,reject,`,
      `,${title},somebody@example.org,accepted,3,reject,`,
    ]);
  });

  it.each([
    ['last', ['Keynote,alice@example.org,accepted', 'Keynote,,accepted']],
    ['first', ['Keynote,,accepted', 'Keynote,bob@example.org,accepted']],
  ])(
    'does not guess which talk a title alone means, if two have it and one has another row: %s',
    async (_, rows) => {
      await importKeynotes();
      const file = write('decisions.csv', 'Title,Submitter email,Status', ...rows);
      const { exitCode, stderr } = await submissions('apply', file, '--yes');
      expect(exitCode).toBe(3);
      expect(stderr).toMatch(/2 submissions match: sub_\w+ \(pending\), sub_\w+ \(pending\)/);
      expect((await statuses()).filter((text) => !text.endsWith('pending'))).toEqual([]);
    },
  );

  it('is refused once if no record has any of its ids, with the flag to ignore them', async () => {
    const rows = ['s-1,Zero lost cents,yes', 's-2,Maps without borders,no'];
    const file = write('foreign.csv', 'Session ID,Title,Decision', ...rows);
    const { exitCode, stderr } = await submissions('plan', file);
    expect([exitCode, stderr.match(/Session ID.*/g)?.slice(-2)]).toEqual([
      3,
      ['Session ID": no record has the id "s-1"', 'Session ID="'],
    ]);
    const ignored = await submissions('plan', file, '--map', 'Session ID=', '--json');
    expect(JSON.parse(ignored.stdout).counts).toMatchObject({ update: 2, unknown: 0 });
  });

  it('rejects the one row whose id no record has, and applies the others', async () => {
    const file = write(
      'sheet.csv',
      'id,Title,Decision',
      ',Zero lost cents,yes',
      'sub_x,Maps without borders,no',
    );
    const planned = await submissions('plan', file, '--allow-partial', '--json');
    expect(JSON.parse(planned.stdout)).toMatchObject({
      counts: { update: 1 },
      rejects: [{ line: 3, column: 'id', message: 'no record has the id "sub_x"' }],
    });
  });

  it('may have the status of a record; a talk of another submitter is not it', async () => {
    await importKeynotes();
    const sheet = (status: string) =>
      write('sheet.csv', 'Title,Email,Status', `Keynote,alice@example.org,${status}`);
    expect((await submissions('apply', sheet('Later'), '--yes')).exitCode).toBe(3);
    const words = ['--status-map', 'Later=accept_queue'];
    expect((await submissions('apply', sheet('Later'), '--yes', ...words)).exitCode).toBe(0);
    const planned = await submissions('plan', sheet('accept_queue'), '--json');
    expect([planned.exitCode, JSON.parse(planned.stdout).counts]).toMatchObject([
      0,
      { update: 0, unchanged: 1 },
    ]);
  });

  it('finds the right one of two talks of one title by address or id', async () => {
    const twin = write('twin.csv', 'Title,Submitter email', 'ZERO lost cents,twin@example.org');
    await submissions('import', twin, '--yes', '--quiet');
    const ids: readonly string[] = (await talks()).map(({ id }: { id: string }) => id);
    const certain = [
      ['Title,Email,Decision', 'Zero lost cents,TWIN@example.org,yes'],
      ['Title,id,Decision', `Zero lost cents,${ids[4]},yes`],
    ];
    for (const lines of certain) {
      const { stdout } = await submissions('plan', write('decisions.csv', ...lines), '--json');
      expect(JSON.parse(stdout).changes).toMatchObject([
        { id: ids[4], fields: { status: { to: 'accepted' } } },
      ]);
    }
  });

  it.each([
    [
      'Title,Author,Decision',
      'Zero lost cents,Max Lang,yes',
      'by Ann Smith, and the row names Max Lang',
    ],
    ['Titel,Referent,Entscheidung', 'Zero lost cents,"Lang, Max",ja', 'and the row names Max Lang'],
    [
      'Title,Authors,Decision',
      'Zero lost cents,Max Lang; Eva Lund,yes',
      'names Max Lang, Eva Lund',
    ],
    ['Title,Speaker,Decision', 'Zero lost cents,"Max Lang, Eva Lund",yes', 'by Ann Smith'],
    [
      'Title,Author,Email,Decision',
      'Zero lost cents,Max Lang,max@example.org,yes',
      'and clear the address',
    ],
    [
      'Title,Email,Decision',
      'Zero lost cents,max@example.org,yes',
      'was submitted with another address',
    ],
    [
      'Title,Author,Email,Decision',
      'Zero lost cents,Ann Smith,max@example.org,yes',
      'with another address',
    ],
  ])('does not decide about the talk of somebody else: %s', async (header, row, message) => {
    const applied = await submissions('apply', write('decisions.csv', header, row), '--yes');
    expect([applied.exitCode, applied.stderr]).toEqual([3, expect.stringContaining(message)]);
    expect(applied.stderr).not.toContain('because the service does not show who submitted it');
    expect((await statuses()).filter((text) => !text.endsWith('pending'))).toEqual([]);
  });

  it.each([
    ['Title,Author,Decision', 'Zero lost cents,"SMITH, A.",yes'],
    ['Title,Authors,Decision', 'Zero lost cents,Max Lang; Ann Smith,yes'],
    ['Title,Authors,Decision', 'Zero lost cents,"Max Lang, Ann Smith",yes'],
    ['Title,Author,Decision', 'Zero lost cents,,yes'],
  ])('may name its people in many ways: %s, %s', async (header, row) => {
    const applied = await submissions('apply', write('decisions.csv', header, row), '--yes');
    expect([applied.exitCode, applied.stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
    expect(await statuses()).toContain('Zero lost cents: accepted');
  });

  it('applies neither of two rows for one talk, nor of two decisions that differ', async () => {
    const [first, second, third] = (await talks()).map(({ id }: { id: string }) => id);
    const file = write(
      'decisions.csv',
      'id,Title,Email,Decision',
      ',Queues all the way down,,no',
      `${first},Queues all the way down,,yes`,
      `${second},Zero lost cents,,yes`,
      ',ZERO lost cents,,accepted',
      `${third},,,no`,
      ',A tale of two clocks,s2@example.org,yes',
      ',Maps without borders,,yes',
      ',Maps without borders,,no',
    );
    const args = ['apply', file, '--yes', '--json'];
    const refused = await submissions(...args);
    expect(refused.exitCode).toBe(3);
    const { details } = errorOf(refused);
    const others = [3, 2, 5, 4, 7, 6].map((line) => `line ${line} is for the same record`);
    expect(details.map(({ message }: Record<string, unknown>) => message)).toEqual([
      ...others,
      '"yes", but line 9 is for the same record and has "no"',
      '"no", but line 8 is for the same record and has "yes"',
    ]);
    expect(new Set((await statuses()).map((text) => text.split(': ')[1]))).toEqual(
      new Set(['pending']),
    );
  });

  it('may repeat a decision in another word', async () => {
    const file = write(
      'decisions.csv',
      'Title,Decision',
      'Zero lost cents,yes',
      'ZERO lost cents,Accepted',
    );
    const planned = await submissions('plan', file, '--json');
    expect(JSON.parse(planned.stdout).counts).toMatchObject({ update: 1, skipped: 1, rejected: 0 });
  });

  it('shows where two long texts differ, and no private text', async () => {
    const abstract = (end: string) => `${'A queue is a promise. '.repeat(4)}${end}`;
    const sheet = (end: string) =>
      write('sheet.csv', 'Title,Abstract', `Zero lost cents,${abstract(end)}`);
    expect((await submissions('apply', sheet('Or a lie.'), '--yes')).exitCode).toBe(0);
    const { stderr } = await submissions('apply', sheet('Or a list.'), '--yes');
    expect(stderr).toContain('abstract "…s a promise. Or a lie." → "…s a promise. Or a list." ');
    const feedback = (text: string) =>
      write('sheet.csv', 'Title,Feedback', `Zero lost cents,${text}`);
    expect((await submissions('apply', feedback('Well done'), '--yes')).exitCode).toBe(0);
    const hidden = await submissions('apply', feedback('Sorry'), '--yes');
    expect(hidden.stderr).toMatch(/^update +Zero lost cents +feedback "…" → "…" +2$/m);
  });

  it.each([
    ['It’s Ann’s “queue” – again', 'It\'s Ann\'s ""queue"" - again'],
    ['It\'s Ann\'s ""queue"" - again', 'It‘s Ann´s „queue“ — again'],
  ])(
    'finds a title whatever its quotation marks and dashes are, and leaves it as it is: %s',
    async (own, other) => {
      const header = 'Title,Submitter email';
      await submissions(
        'import',
        write('talk.csv', header, `"${own}",zoe@example.org`),
        '--yes',
        '--quiet',
      );
      const repeated = write('again.csv', header, `"${other}",zoe@example.org`);
      expect((await submissions('import', repeated, '--yes')).stderr).toContain(
        '1 row: 1 skipped.',
      );
      const byTitle = write('decisions.csv', 'Title,Decision', `"${other}",yes`);
      expect((await submissions('apply', byTitle, '--yes')).exitCode).toBe(0);
      const byAddress = write(
        'decisions.csv',
        'Title,Email,Decision',
        `"${other}",zoe@example.org,no`,
      );
      expect((await submissions('apply', byAddress, '--yes')).exitCode).toBe(0);
      expect((await statuses()).slice(4)).toEqual([`${own.replaceAll('""', '"')}: declined`]);
    },
  );

  it('repeats a row whose title differs in a dash, or contradicts its decision', async () => {
    await submissions(
      'import',
      write('talk.csv', 'Title,Email', 'Bow – stern,zoe@example.org'),
      '--yes',
      '--quiet',
    );
    const rows = (decision: string) =>
      write('sheet.csv', 'Title,Decision', 'Bow - stern,yes', `Bow – stern,${decision}`);
    const planned = await submissions('plan', rows('yes'), '--json');
    expect(JSON.parse(planned.stdout).counts).toMatchObject({ update: 1, skipped: 1 });
    const refused = await submissions('plan', rows('no'));
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('line 3 is for the same record'),
    ]);
  });

  it('may name submitters whose addresses the service masks', async () => {
    const shown = {
      id: 'sub_1',
      title: 'Zero lost cents',
      submitter_email: 'a***@example.org',
      status: 'pending',
    };
    const pagination = { currentPage: 1, pageSize: 100, totalPages: 1, totalResults: 1 };
    const server = await startScriptedServer(() => ({ json: { data: [shown], pagination } }));
    const env = {
      PLENARY_BASE_URL: server.url,
      PLENARY_TOKEN: 'plt_token',
      PLENARY_EVENT: anEvent,
    };
    const sheet = write('sheet.csv', 'Title,Email,Decision', 'Zero lost cents,ann@example.org,yes');
    const planned = await plenary(['submissions', 'plan', sheet, '--json'], { env });
    await server.close();
    expect(JSON.parse(planned.stdout).changes).toMatchObject([
      { id: 'sub_1', fields: { status: { to: 'accepted' } } },
    ]);
  });
});
