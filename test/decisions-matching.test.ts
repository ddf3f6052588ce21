// How the rows of a sheet find their records: by id, by address, by title; and what is refused because it may be another one.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';
import { errorOf, plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const { service, folder, write, statuses } = decisionStage();

describe('a sheet of decisions', () => {
  it('is refused for a submitter with another address', async () => {
    const file = write('sheet.csv', 'Title,Email,Decision', 'Zero lost cents,other@example.org,yes');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('sheet.csv:2 column "Email": the record has another address, which the API cannot change');
  });

  it('may have a column of numbers beside the one of ids, which is not used', async () => {
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    const [{ id }] = JSON.parse(stdout);
    const file = write('numbered.csv', 'Nr.,ID,Status', `1,${id},accepted`);
    const planned = await service.plenary(['submissions', 'plan', file]);
    expect(planned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('status "pending" → "accepted"') });
    expect(planned.stderr).toMatch(/\nNr\. +\(not used\) +1\nID +id /);
  });

  it('is refused if its titles and its ids are of different submissions, as if one column had been sorted', async () => {
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    const ids = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    const file = write(
      'sorted.csv',
      'id,title,status',
      `${ids[0]},Zero lost cents,accepted`,
      `${ids[2]},Renamed,accepted`,
    );
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      `sorted.csv:2 column "title": the id belongs to "Queues all the way down", and the title to ${ids[1]}`,
    );
    expect(stderr).not.toContain('sorted.csv:3');
  });

  it('is refused in each row to which the title of another submission was filled down', async () => {
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    const [first, second, third] = JSON.parse(stdout);
    const rows = [first, second, third].map(({ id }) => `${id},${second.title},accepted`);
    const file = write('filled.csv', 'id,title,status', ...rows);
    const refused = await service.plenary(['submissions', 'apply', file, '--yes', '--json']);
    expect(refused.exitCode).toBe(3);
    expect(errorOf(refused).details).toMatchObject(
      [first, third].map(({ title }, at) => ({
        line: 2 + 2 * at,
        message: `the id belongs to "${title}", and the title to ${second.id}`,
      })),
    );
  });

  it('has no id in the results of rows that several submissions match, or that name one and mean another', async () => {
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    const [{ id, title }, other] = JSON.parse(stdout);
    const talks = ['Title,Submitter email', 'Keynote,alice@example.org', 'Keynote,bob@example.org'];
    await service.plenary(['submissions', 'import', write('keynotes.csv', ...talks), '--yes', '--quiet']);
    const file = write(
      'sheet.csv',
      'id,title,submitter_email,status',
      ',Keynote,,accepted',
      `${id},${other.title},,accepted`,
      `,${title},somebody@example.org,accepted`,
      `${id},,,someday`,
    );
    const results = folder.file('results.csv');
    const args = ['submissions', 'apply', file, '--yes', '--allow-partial', '--results', results];
    const { stderr } = await service.plenary(args);
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
  ])('does not guess which talk a title alone means, if two have it and one has another row: %s', async (_, rows) => {
    const talks = write(
      'keynotes.csv',
      'Title,Submitter email',
      'Keynote,alice@example.org',
      'Keynote,bob@example.org',
    );
    await service.plenary(['submissions', 'import', talks, '--yes', '--quiet']);
    const file = write('decisions.csv', 'Title,Submitter email,Status', ...rows);
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/2 submissions match: sub_\w+ \(pending\), sub_\w+ \(pending\)/);
    expect(new Set(await statuses())).toEqual(
      new Set([...(await statuses()).filter((text) => text.endsWith('pending'))]),
    );
  });

  it.each([
    ['Speaker', ['Joerg Müller', 'Bo Li']],
    ['Speakers', ['Jörg Mueller; Cy Doe', 'Bo Li']],
  ])('finds talks of one title by a column of names: %s', async (column, [first = '', second = '']) => {
    const title = `Panel ${column}`;
    const talks = ['Title,Submitter email,First name,Last name', `${title},j@example.org,Jörg,Müller`];
    const all = write('panels.csv', ...talks, `${title},b@example.org,Bo,Li`, `${title},d@example.org,Di,Roe`);
    await service.plenary(['submissions', 'import', all, '--yes', '--quiet']);
    const rows = [`${title},"${first}",accepted`, `${title},${second},declined`];
    const sheet = write('decisions.csv', `Title,${column},Decision`, ...rows);
    const { exitCode } = await service.plenary(['submissions', 'apply', sheet, '--yes']);
    expect(exitCode).toBe(0);
    const decided = (await statuses()).filter((text) => text.startsWith(title));
    expect(decided).toEqual([`${title}: accepted`, `${title}: declined`, `${title}: pending`]);
    const unknown = write('unknown.csv', `Title,${column},Decision`, `${title},Ed Poe,accepted`);
    const refused = await service.plenary(['submissions', 'apply', unknown, '--yes']);
    expect(refused.stderr).toMatch(
      /3 submissions match: sub_\w+ \(Jörg Müller, accepted\), sub_\w+ \(Bo Li, declined\), sub_\w+ \(Di Roe, pending\)/,
    );
  });

  it('is refused if its ids and its addresses are of different speakers', async () => {
    const people = write('people.csv', 'Email,First name', 'a@example.org,Ann', 'b@example.org,Bo');
    await service.plenary(['speakers', 'import', people, '--yes', '--quiet']);
    const { stdout } = await service.plenary(['speakers', 'list', '--all', '--json']);
    const [ann, bo] = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    const file = write('sorted.csv', 'id,email', `${bo},a@example.org`, `${ann},b@example.org`);
    const { exitCode, stderr } = await service.plenary(['speakers', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`sorted.csv:2 column "email": the id belongs to "Bo", and the email to ${ann}`);
  });

  it('creates no record for a row with an id that no record has', async () => {
    const file = write('last-year.csv', 'id,title,submitter_email', 'sub_other,Last year,x@example.org');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--create', '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('no submission matches "Last year"');
  });

  it('names the talks of one title, and finds the right one by address or id', async () => {
    const twin = write('twin.csv', 'Title,Submitter email', 'ZERO lost cents,twin@example.org');
    await service.plenary(['submissions', 'import', twin, '--yes', '--quiet']);
    const list = await service.plenary(['submissions', 'list', '--all', '--json']);
    const ids: readonly string[] = JSON.parse(list.stdout).map(({ id }: { id: string }) => id);
    const sheet = write('decisions.csv', 'Title,Decision', 'Zero lost cents,yes');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', sheet, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      `decisions.csv:2 column "Title": 2 submissions match: ${ids[1]} (Ann Smith, pending), ${ids[4]} (pending)`,
    );
    const certain = [
      ['Title,Email,Decision', 'Zero lost cents,TWIN@example.org,yes'],
      ['Title,id,Decision', `Zero lost cents,${ids[4]},yes`],
    ];
    for (const lines of certain) {
      const { stdout } = await service.plenary(['submissions', 'plan', write('decisions.csv', ...lines), '--json']);
      expect(JSON.parse(stdout).changes).toMatchObject([{ id: ids[4], fields: { status: { to: 'accepted' } } }]);
    }
  });

  it('may name a talk twice, by id or by title, and applies neither of two decisions that differ', async () => {
    const list = await service.plenary(['submissions', 'list', '--all', '--json']);
    const [first, second, third] = JSON.parse(list.stdout).map(({ id }: { id: string }) => id);
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
    const args = ['submissions', 'apply', file, '--yes', '--json'];
    const refused = await service.plenary(args);
    expect(refused.exitCode).toBe(3);
    const { details } = errorOf(refused);
    expect(details.map(({ line, column, message }: Record<string, unknown>) => [line, column, message])).toEqual([
      [2, 'Decision', '"no", but line 3 is for the same record and has "yes"'],
      [3, 'Decision', '"yes", but line 2 is for the same record and has "no"'],
      [6, 'Decision', '"no", but line 7 is for the same record and has "yes"'],
      [7, 'Decision', '"yes", but line 6 is for the same record and has "no"'],
      [8, 'Decision', '"yes", but line 9 is for the same record and has "no"'],
      [9, 'Decision', '"no", but line 8 is for the same record and has "yes"'],
    ]);
    const partly = await service.plenary([...args, '--allow-partial']);
    expect(JSON.parse(partly.stdout).counts).toMatchObject({ updated: 1, skipped: 1, rejected: 6 });
    expect(await statuses()).toEqual([
      'Queues all the way down: pending',
      'Zero lost cents: accepted',
      'A tale of two clocks: pending',
      'Maps without borders: pending',
    ]);
  });

  it('counts the titles that it changes, because an older sheet or a slip would rename talks', async () => {
    const list = await service.plenary(['submissions', 'list', '--all', '--json']);
    const [first, second] = JSON.parse(list.stdout).map(({ id }: { id: string }) => id);
    const rows = [`${first},Queues all the way dwon,yes`, `${second},Zero lost cents,yes`];
    const file = write('decisions.csv', 'id,Title,Decision', ...rows);
    const { stdout, stderr } = await service.plenary(['submissions', 'plan', file, '--json']);
    expect(JSON.parse(stdout).counts).toMatchObject({ update: 2 });
    expect(stderr).toContain(
      'Warning: line 2 column "Title": the title "Queues all the way down" becomes "Queues all the way dwon"; leave the column out to keep it.',
    );
    const saved = folder.file('plan.json');
    await service.plenary(['submissions', 'plan', file, '--out', saved]);
    expect((await service.plenary(['submissions', 'plan', saved])).stderr).not.toContain('the title');
  });

  it('is not advised to create talks whose titles are similar to existing ones', async () => {
    const fixOf = async (...titles: readonly string[]) => {
      const file = write('decisions.csv', 'Title,Decision', ...titles.map((title) => `${title},yes`));
      return errorOf(await service.plenary(['submissions', 'plan', file, '--json'])).fix;
    };
    expect(await fixOf('Zero lost cent')).toMatch(/correct the title, or add the id in a column "id"$/);
    expect(await fixOf('Unrelated')).toMatch(/; --create creates records for rows that match none$/);
    expect(await fixOf('Zero lost cent', 'Unrelated')).toContain('--create creates records for the others');
  });

  it('may name submitters whose addresses the service masks', async () => {
    const shown = { id: 'sub_1', title: 'Zero lost cents', submitter_email: 'a***@example.org', status: 'pending' };
    const pagination = { currentPage: 1, pageSize: 100, totalPages: 1, totalResults: 1 };
    const server = await startScriptedServer(() => ({ json: { data: [shown], pagination } }));
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: 'e' };
    const plan = (email: string) =>
      plenary(
        ['submissions', 'plan', write('sheet.csv', 'Title,Email,Decision', `Zero lost cents,${email},yes`), '--json'],
        { env },
      );
    const [possible, other] = [await plan('ann@example.org'), await plan('bo@example.org')];
    await server.close();
    expect(JSON.parse(possible.stdout).changes).toMatchObject([
      { id: 'sub_1', fields: { status: { to: 'accepted' } } },
    ]);
    expect(other.exitCode).toBe(3);
    expect(other.stderr).toContain('the record has another address');
  });

  it('warns of a new title that differs from that of a submission in a few letters', async () => {
    const file = write(
      'decisions.csv',
      'Title,Email,Decision',
      'Zero lost cents,s1@example.org,yes',
      'Zero lost cent,other@example.org,yes',
      'Maps without border,s3@example.org,no',
      'Brand new,new@example.org,yes',
      'A tale of 2 clocks,new@example.org,yes',
    );
    const plan = folder.file('plan.json');
    const args = ['submissions', 'plan', file, '--create', '--json', '--out', plan];
    const planned = await service.plenary(args);
    const { counts, changes, warnings } = JSON.parse(planned.stdout);
    expect([planned.exitCode, counts]).toEqual([0, expect.objectContaining({ update: 1, create: 4, unknown: 0 })]);
    expect(changes.map(({ name }: { name: string }) => name)).toEqual([
      ...['Zero lost cents', 'Zero lost cent', 'Maps without border', 'Brand new', 'A tale of 2 clocks'],
    ]);
    expect(warnings).toMatchObject([
      { code: 'similar_title', line: 3, column: 'Title' },
      { code: 'similar_title', line: 4, column: 'Title' },
    ]);
    expect(planned.stderr).toMatch(
      /Warning: line 3 column "Title": "Zero lost cent" is created, although it differs in a few letters from "Zero lost cents" \(sub_/,
    );
    // What a plan has is created, whatever has been added meanwhile.
    await service.plenary(['submissions', 'add', '--title', 'Brand news', '--submitter-email', 'x@example.org']);
    await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(await statuses()).toEqual(expect.arrayContaining(['Brand new: accepted', 'Zero lost cent: accepted']));
  });
});
