// The decision round: a committee's sheet of decisions in words becomes statuses and feedback, planned, saved and applied.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

beforeEach(async () => {
  const talks = ['Queues all the way down', 'Zero lost cents', 'A tale of two clocks', 'Maps without borders'];
  const rows = talks.map((title, at) => `${title},s${at}@example.org,Ann,Smith,${at % 2 === 0 ? 'web' : 'data'}`);
  const file = write('talks.csv', 'Title,Submitter email,First name,Last name,Track', ...rows);
  await service.plenary(['submissions', 'import', file, '--yes', '--quiet']);
});

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return folder.file(name);
}

/** `Zero lost cents: accepted`, for each submission. */
async function statuses(): Promise<readonly string[]> {
  const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
  return JSON.parse(stdout).map(({ title, status }: { title: string; status: string }) => `${title}: ${status}`);
}

describe('a sheet of decisions', () => {
  it('becomes statuses, with the totals in its plan', async () => {
    const file = write(
      'decisions.csv',
      'Talk title,Decision,Reviewer',
      'Queues all the way down,Accept,Bo',
      'zero lost cents,angenommen,Bo',
      'A tale of two clocks,✗,Cy',
    );
    const plan = await service.plenary(['submissions', 'plan', file, '--json']);
    expect(plan.exitCode).toBe(0);
    const { counts, changes, totals } = JSON.parse(plan.stdout);
    expect(counts).toMatchObject({ rows: 3, update: 3, create: 0, unknown: 0 });
    expect(changes[1]).toMatchObject({
      action: 'update',
      name: 'Zero lost cents',
      line: 3,
      fields: { status: { from: 'pending', to: 'accepted' } },
    });
    expect(totals).toEqual({
      now: { pending: { web: 2, data: 2 } },
      planned: { pending: { web: 0, data: 1 }, accepted: { web: 1, data: 1 }, declined: { web: 1 } },
    });
    expect(await statuses()).toContain('Zero lost cents: pending');

    const applied = await service.plenary(['submissions', 'apply', file, '--yes', '--json']);
    expect(JSON.parse(applied.stdout).counts).toMatchObject({ rows: 3, updated: 3 });
    expect(await statuses()).toEqual([
      'Queues all the way down: accepted',
      'Zero lost cents: accepted',
      'A tale of two clocks: declined',
      'Maps without borders: pending',
    ]);
    const again = await service.plenary(['submissions', 'apply', file, '--yes', '--json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ updated: 0, unchanged: 3 });
  });

  it('is read as committees write it', async () => {
    const rows: readonly (readonly [header: string, ...rows: readonly string[]])[] = [
      ['Paper;Authors;Score;Final decision', 'Zero lost cents;Ann Smith, Bo Li;4,5;ACCEPT'],
      ['Nr.;Vortragstitel;Referent;Bewertung;Ergebnis', '1;Zero lost cents;M. Paul Petit;4,5;Angenommen'],
      ['Titre;Intervenant;Note;Résultat', 'Zero lost cents;Ann;12;retenue'],
      ['Title;Accept?', 'Zero lost cents;👍🏽'],
    ];
    for (const lines of rows) {
      const plan = await service.plenary(['submissions', 'plan', write('sheet.csv', ...lines), '--json']);
      expect({ exitCode: plan.exitCode, stderr: plan.stderr }, lines[0]).toMatchObject({ exitCode: 0 });
      const { changes, unmapped } = JSON.parse(plan.stdout);
      expect(changes, lines[0]).toMatchObject([{ fields: { status: { from: 'pending', to: 'accepted' } } }]);
      expect(unmapped.map(({ suggestion }: { suggestion?: string }) => suggestion ?? null)).not.toContain(
        'submitter_email',
      );
    }
  });

  it('is refused if nothing in it is a decision, with the column that looks like one', async () => {
    const file = write('sheet.csv', 'Title,PC', 'Zero lost cents,accept', 'A tale of two clocks,no', 'Maps,reject');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('has no column that changes submissions');
    expect(stderr).toContain('--map "PC=status"');
  });

  it('is refused for a submitter with another address', async () => {
    const file = write('sheet.csv', 'Title,Email,Decision', 'Zero lost cents,other@example.org,yes');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('sheet.csv:2 column "Email": the record has another address, which the API cannot change');
  });

  it('is refused whole, with every fault, if words are unknown, titles match nothing or tracks differ', async () => {
    const file = write(
      'decisions.csv',
      'Title,Decision,Track',
      'Queues all the way down,Maybe,web',
      'Zero lost cent,yes,data',
      'A tale of two clocks,no,data',
      'Maps without borders,maybe,data',
    );
    const { exitCode, stdout, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain('decisions.csv:2 column "Decision": "Maybe" is not a known status');
    expect(stderr).toMatch(
      /decisions\.csv:3 column "Title": no submission matches "Zero lost cent"; similar: "Zero lost cents" \(sub_\w+\)/,
    );
    expect(stderr).toContain('decisions.csv:4 column "Track": the API cannot change it from "web" to "data"');
    expect(stderr).toContain('"Maybe" (1), "maybe" (1); for example --status-map "Maybe=accept_queue"');
    expect(new Set(await statuses())).toContain('A tale of two clocks: pending');

    const mapped = ['--status-map', 'Maybe=accept_queue', '--map', 'Track=', '--allow-partial'];
    const partly = await service.plenary(['submissions', 'apply', file, '--yes', ...mapped]);
    expect(partly.exitCode).toBe(9);
    expect(await statuses()).toEqual([
      'Queues all the way down: accept_queue',
      'Zero lost cents: pending',
      'A tale of two clocks: declined',
      'Maps without borders: accept_queue',
    ]);
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

  it('is applied from its reject file once the rows are fixed, and from its results by id', async () => {
    const rejects = folder.file('rejects.csv');
    const results = folder.file('results.csv');
    const file = write(
      'decisions.csv',
      'Talk,Decision',
      'Zero lost cent,yes',
      'A tale of too clocks,yes',
      'Maps without borders,no',
    );
    const flags = ['--yes', '--allow-partial', '--status-map', 'Maybe=accept_queue'];
    const first = await service.plenary([
      'submissions',
      'apply',
      file,
      ...flags,
      '--rejects',
      rejects,
      '--results',
      results,
    ]);
    expect(first.exitCode).toBe(9);
    expect(first.stderr).toContain(
      `After fixing them: plenary submissions apply ${rejects} --status-map 'Maybe=accept_queue'`,
    );
    expect(first.stderr).toContain('2 of 3 rows were not applied');

    const fixed = readFileSync(rejects, 'utf8')
      .replace('lost cent,', 'lost cents,')
      .replace('too clocks', 'two clocks');
    writeFileSync(rejects, fixed);
    const again = await service.plenary(['submissions', 'apply', rejects, '--yes', '--json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ rows: 2, updated: 2 });

    writeFileSync(results, readFileSync(results, 'utf8').replace('Maps without borders,no', 'Renamed,yes'));
    const byId = await service.plenary(['submissions', 'apply', results, '--yes', '--allow-partial', '--json']);
    expect(JSON.parse(byId.stdout).counts).toMatchObject({ updated: 1 });
    expect(await statuses()).toContain('Renamed: accepted');
  });

  it('with faults is saved as a plan that is refused as well', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'No such talk,accepted');
    const plan = folder.file('plan.json');
    expect((await service.plenary(['submissions', 'plan', file, '--out', plan])).exitCode).toBe(3);
    const refused = await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('plan.json is a plan with faults: 1 of 2 rows cannot be applied');
    expect(await statuses()).toContain('Zero lost cents: pending');
    await service.plenary(['submissions', 'apply', plan, '--yes', '--allow-partial']);
    expect(await statuses()).toContain('Zero lost cents: accepted');
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
    expect(stderr).toMatch(/2 submissions match: sub_\w+, sub_\w+/);
    expect(new Set(await statuses())).toEqual(
      new Set([...(await statuses()).filter((text) => text.endsWith('pending'))]),
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

  it('is saved as a plan, which is refused after a change by somebody else', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'A tale of two clocks,accepted');
    const plan = folder.file('plan.json');
    await service.plenary(['submissions', 'plan', file, '--out', plan]);
    expect(JSON.parse(readFileSync(plan, 'utf8')).changes).toHaveLength(2);
    const other = write('other.csv', 'Title,Status', 'Zero lost cents,withdrawn');
    await service.plenary(['submissions', 'apply', other, '--yes']);

    const stale = await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(stale.exitCode).toBe(6);
    expect(stale.stderr).toContain('it was "pending", the file has "accepted", the service "withdrawn"');
    expect(await statuses()).toContain('A tale of two clocks: pending');

    const partly = await service.plenary(['submissions', 'apply', plan, '--yes', '--allow-partial']);
    expect(partly.exitCode).toBe(9);
    expect(await statuses()).toEqual(
      expect.arrayContaining(['A tale of two clocks: accepted', 'Zero lost cents: withdrawn']),
    );
  });

  it('names the talks of one title, and finds the right one by address or id', async () => {
    const twin = write('twin.csv', 'Title,Submitter email', 'ZERO lost cents,twin@example.org');
    await service.plenary(['submissions', 'import', twin, '--yes', '--quiet']);
    const list = await service.plenary(['submissions', 'list', '--all', '--json']);
    const ids: readonly string[] = JSON.parse(list.stdout).map(({ id }: { id: string }) => id);
    const sheet = write('decisions.csv', 'Title,Decision', 'Zero lost cents,yes');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', sheet, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`decisions.csv:2 column "Title": 2 submissions match: ${ids[1]}, ${ids[4]}`);
    const certain = [
      ['Title,Email,Decision', 'Zero lost cents,TWIN@example.org,yes'],
      ['Title,id,Decision', `Zero lost cents,${ids[4]},yes`],
    ];
    for (const lines of certain) {
      const { stdout } = await service.plenary(['submissions', 'plan', write('decisions.csv', ...lines), '--json']);
      expect(JSON.parse(stdout).changes).toMatchObject([{ id: ids[4], fields: { status: { to: 'accepted' } } }]);
    }
  });

  it('is stopped by the brake before anything is sent', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'A tale of two clocks,accepted');
    const { exitCode, stderr } = await service.plenary([
      'submissions',
      'apply',
      file,
      '--yes',
      '--json',
      '--max-changes',
      '30%',
    ]);
    expect(exitCode).toBe(6);
    expect(JSON.parse(stderr.slice(stderr.indexOf('{'))).error.code).toBe('too_many_changes');
    expect(new Set((await statuses()).map((text) => text.split(': ')[1]))).toEqual(new Set(['pending']));
  });

  it('fills feedback from a template, and names placeholders that have no value', async () => {
    const template = write(
      'feedback.txt',
      '[accepted]',
      'Dear {first_name}, "{title}" ({Score}) is in {track}.',
      '[declined]',
      'Sorry.',
    );
    const file = write(
      'decisions.csv',
      'Title,Status,Score',
      'Zero lost cents,yes,9',
      'A tale of two clocks,yes,',
      'Maps without borders,no,2',
    );
    const args = ['submissions', 'apply', file, '--yes', '--feedback-template', template];
    const refused = await service.plenary(args);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('decisions.csv:3 feedback: nothing for {Score} of the template');

    await service.plenary([...args, '--allow-partial']);
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    expect(JSON.parse(stdout).map(({ feedback }: { feedback: string | null }) => feedback)).toEqual([
      '',
      'Dear Ann, "Zero lost cents" (9) is in data.',
      '',
      'Sorry.',
    ]);
  });

  it('takes the parts of a template by words, refuses unknown ones, and counts the rows without a part', async () => {
    const file = write(
      'decisions.csv',
      'Title,Status',
      'Zero lost cents,yes',
      'A tale of two clocks,maybe',
      'Maps without borders,maybe',
    );
    const flags = ['--status-map', 'maybe=accept_queue', '--feedback-template'];
    const unknown = write('unknown.txt', '[accepted]', 'Yes.', '[acceptd]', 'Yes.');
    const refused = await service.plenary(['submissions', 'plan', file, ...flags, unknown]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('unknown.txt:3: [acceptd] is not a known status');

    const words = write('words.txt', '[Accept]', 'Yes.', '[rejected]', 'No.');
    const { stdout, stderr } = await service.plenary(['submissions', 'plan', file, ...flags, words, '--json']);
    expect(JSON.parse(stdout).changes[0].fields).toMatchObject({ feedback: { to: 'Yes.' } });
    expect(JSON.parse(stdout).warnings).toMatchObject([{ line: 3, code: 'no_feedback' }]);
    expect(stderr).toContain('line 3: 2 rows get no feedback: the template has no part for "accept_queue"');
  });

  it('fills feedback although the sheet has an empty column of it and clears fields', async () => {
    const template = write('feedback.txt', 'Dear {first_name}.');
    const file = write('decisions.csv', 'Title,Status,Feedback', 'Zero lost cents,yes,', 'Maps without borders,no,Own');
    const flags = ['--empty', 'clear', '--feedback-template', template, '--json'];
    const { stdout } = await service.plenary(['submissions', 'plan', file, ...flags]);
    expect(JSON.parse(stdout).changes).toMatchObject([
      { fields: { feedback: { to: 'Dear Ann.' } } },
      { fields: { feedback: { to: 'Own' } } },
    ]);
  });

  it('fills the feedback of new submissions, and names placeholders that have no value', async () => {
    const template = write('feedback.txt', '[accepted]', '{first_name}: "{title}" ({Score}).', '[pending]', 'Wait.');
    const file = write(
      'decisions.csv',
      'Title,Email,First name,Status,Score',
      'Brand new,new@example.org,Eve,yes,9',
      'Also new,also@example.org,Bo,,',
      'Unrated,un@example.org,Cy,yes,',
    );
    const args = ['submissions', 'apply', file, '--create', '--yes', '--feedback-template', template];
    const refused = await service.plenary(args);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('decisions.csv:4 feedback: nothing for {Score} of the template');

    const flags = ['--create', '--allow-partial', '--feedback-template', template, '--json'];
    const plan = await service.plenary(['submissions', 'plan', file, ...flags]);
    expect(JSON.parse(plan.stdout).changes).toMatchObject([
      { action: 'create', fields: { feedback: { to: 'Eve: "Brand new" (9).' } } },
      { action: 'create', fields: { feedback: { to: 'Wait.' } } },
    ]);
    const applied = await service.plenary([...args, '--allow-partial', '--json']);
    expect(JSON.parse(applied.stdout).counts).toMatchObject({ created: 2, updated: 0, rejected: 1 });
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    expect(JSON.parse(stdout).slice(4)).toMatchObject([
      { title: 'Brand new', status: 'accepted', feedback: 'Eve: "Brand new" (9).' },
      { title: 'Also new', status: 'pending', feedback: 'Wait.' },
    ]);
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

  it('shows no private values in Markdown, and saves them for the owner alone', async () => {
    const file = write('decisions.csv', 'Title,Status,Feedback', 'Zero lost cents,yes,Between us');
    const plan = folder.file('private.json');
    const { stdout } = await service.plenary(['submissions', 'plan', file, '--summary', 'markdown', '--out', plan]);
    expect(stdout).toContain('Zero lost cents');
    expect(stdout).not.toContain('Between us');
    expect(readFileSync(plan, 'utf8')).toContain('Between us');
    if (process.platform !== 'win32') expect(statSync(plan).mode & 0o777).toBe(0o600);
  });
});
